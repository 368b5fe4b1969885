//! How figures are printed: with as many digits as people read, grouped, with a currency. A figure is
//! rounded for its reader only, and its exact value goes with it wherever it is printed.

use kernel::{Date, Exact, TimeZone, Timestamp};
use std::fmt::Write as _;
use time::Month;

/// A printed figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// What is read.
    pub text: String,
    /// Every digit of it; empty when all of them are read.
    pub exact: String,
}

impl Number {
    fn new(text: String, exact: String) -> Self {
        let exact = if text == exact { String::new() } else { exact };
        Self { text, exact }
    }

    /// For a figure that there is none of, such as what is divided by nothing.
    pub fn none() -> Self {
        Self::new("–".to_owned(), "–".to_owned())
    }
}

/// Currencies that are written with a sign before the amount.
const SIGNS: [(&str, &str); 5] = [
    ("EUR", "€"),
    ("USD", "$"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("INR", "₹"),
];
/// Currencies without a smaller unit.
const WHOLE: [&str; 5] = ["JPY", "KRW", "CLP", "VND", "ISK"];

/// A figure with that many decimals.
fn decimal(value: Exact, places: usize) -> String {
    let (sign, whole, decimals) = parts(rounded(value, places));
    let point = if places == 0 { "" } else { "." };
    format!("{sign}{}{point}{decimals:0<places$}", grouped(&whole))
}

/// A figure with all its decimals.
fn exact(value: Exact) -> String {
    let (sign, whole, decimals) = parts(value);
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{decimals}", grouped(&whole))
}

/// Whether the figure has anything behind the point.
pub fn is_whole(value: Exact) -> bool {
    value.units() % Exact::whole(1).units() == 0
}

/// A count, or a sum of shares: with one decimal beside others that are not whole.
pub fn shares(value: Exact, is_whole: bool) -> Number {
    let text = decimal(value, usize::from(!is_whole));
    let exact = exact(value);
    // One decimal of a whole number says nothing more.
    let exact = if text.strip_suffix(".0") == Some(&exact) {
        text.clone()
    } else {
        exact
    };
    Number::new(text, exact)
}

/// A count, or a sum of shares.
pub fn plain(value: Exact) -> Number {
    shares(value, is_whole(value))
}

/// A whole count.
pub fn count(value: i64) -> Number {
    plain(Exact::whole(value))
}

/// An amount of a currency, with the decimals of its smaller unit.
pub fn money(value: Exact, currency: &str) -> Number {
    let places = if WHOLE.contains(&currency) { 0 } else { 2 };
    let symbol = match SIGNS.iter().find(|(code, _)| *code == currency) {
        Some((_, symbol)) => (*symbol).to_owned(),
        None => format!("{currency}\u{a0}"),
    };
    let with_symbol = |digits: &str| match digits.strip_prefix('−') {
        Some(digits) => format!("−{symbol}{digits}"),
        None => format!("{symbol}{digits}"),
    };
    let text = decimal(value, places);
    let exact = exact(value);
    let decimals = exact
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let exact = if decimals <= places {
        text.clone()
    } else {
        exact
    };
    Number::new(with_symbol(&text), with_symbol(&exact))
}

/// What came back for what was spent, with its sign of multiplication; none without spend.
pub fn roas(value: Exact, spend: Exact) -> Number {
    if spend.is_zero() {
        return Number::none();
    }
    Number::new(
        format!("{}×", decimal(value, 2)),
        format!("{}×", exact(value)),
    )
}

/// A percentage.
pub fn percent(value: Exact) -> Number {
    let text = |digits: &str| format!("{digits}\u{a0}%");
    let places = usize::from(!is_whole(value));
    Number::new(text(&decimal(value, places)), text(&exact(value)))
}

/// By how much a figure differs from the one before; `None` when that was nothing.
pub fn change(now: Exact, before: Exact) -> Option<String> {
    let size = if before < Exact::ZERO {
        -before
    } else {
        before
    };
    let difference = now - before;
    if difference.is_zero() {
        return Some("no change".to_owned());
    }
    let part = difference.divide(size, 8)?;
    let percent = Exact::from_units(part.units().saturating_mul(100));
    let is_small = percent.units().abs() < Exact::whole(1).units();
    let digits = decimal(percent, usize::from(is_small));
    let sign = if digits.starts_with('−') || difference < Exact::ZERO {
        ""
    } else {
        "+"
    };
    Some(format!("{sign}{digits}\u{a0}%"))
}

/// The nearest with so many decimals; from the middle away from zero.
fn rounded(value: Exact, places: usize) -> Exact {
    let mut unit = Exact::whole(1).units();
    for _ in 0..places {
        unit /= 10;
    }
    let units = value.units();
    let up = units.signum().saturating_mul(unit / 2);
    Exact::from_units(units.saturating_add(up) / unit * unit)
}

/// `−` or nothing, digits, decimals.
fn parts(value: Exact) -> (&'static str, String, String) {
    let text = value.to_string();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("−", digits),
        None => ("", text.as_str()),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    (sign, whole.to_owned(), decimals.to_owned())
}

fn grouped(whole: &str) -> String {
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `21 Nov 2026`
pub fn day(day: Date) -> String {
    format!("{} {} {}", day.day(), month(day.month()), day.year())
}

/// `21 Nov`
pub fn short_day(day: Date) -> String {
    format!("{} {}", day.day(), month(day.month()))
}

/// `1 – 21 Nov 2026`, with as much of the first day as differs.
pub fn days(from: Date, to: Date) -> String {
    if from == to {
        return day(from);
    }
    let first = if from.year() != to.year() {
        day(from)
    } else if from.month() == to.month() {
        from.day().to_string()
    } else {
        short_day(from)
    };
    format!("{first} – {}", day(to))
}

/// `21 Nov 2026, 14:05` where the profile is.
pub fn instant(at: Timestamp, zone: &TimeZone) -> String {
    format!("{}, {}", day(zone.local_date(at)), clock(at, zone))
}

/// An instant as it is read, and to the microsecond.
pub struct At {
    /// `21 Nov 2026, 14:05` where the profile is.
    pub text: String,
    /// RFC 3339 in UTC.
    pub exact: String,
}

impl At {
    /// Of an instant in a zone.
    pub fn of(at: Timestamp, zone: &TimeZone) -> Self {
        Self {
            text: instant(at, zone),
            exact: at.to_string(),
        }
    }
}

/// Words of an error as a sentence.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    let mut said: String = first.into_iter().flatten().chain(letters).collect();
    if !said.ends_with('.') {
        said.push('.');
    }
    said
}

/// `14:05` where the profile is.
pub fn clock(at: Timestamp, zone: &TimeZone) -> String {
    let (hour, minute) = zone.local_clock(at);
    format!("{hour:02}:{minute:02}")
}

/// `3 d 4 h`, the two largest parts.
pub fn span(seconds: i64) -> String {
    let units = [
        (seconds / 86_400, "d"),
        (seconds / 3_600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let mut text = String::new();
    let told = units.iter().skip_while(|(number, _)| *number == 0).take(2);
    for (number, unit) in told.filter(|(number, _)| *number != 0) {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{number}\u{a0}{unit}");
    }
    if text.is_empty() {
        "at once".to_owned()
    } else {
        text
    }
}

const fn month(month: Month) -> &'static str {
    match month {
        Month::January => "Jan",
        Month::February => "Feb",
        Month::March => "Mar",
        Month::April => "Apr",
        Month::May => "May",
        Month::June => "Jun",
        Month::July => "Jul",
        Month::August => "Aug",
        Month::September => "Sep",
        Month::October => "Oct",
        Month::November => "Nov",
        Month::December => "Dec",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    fn exact_of(text: &str) -> Exact {
        text.parse().unwrap()
    }

    fn told(number: &Number) -> String {
        let of = if number.exact.is_empty() { "" } else { " of " };
        format!("{}{of}{}", number.text, number.exact)
    }

    #[test]
    fn amounts_have_cents_and_the_exact_value_beside_them() {
        let printed = |text: &str| told(&money(exact_of(text), "EUR"));
        assert_eq!(printed("1234567.5"), "€1,234,567.50");
        assert_eq!(printed("-0.333333333"), "−€0.33 of −€0.333333333");
        assert_eq!(printed("0.995"), "€1.00 of €0.995");
        assert_eq!(printed("-0.001"), "€0.00 of −€0.001");
        assert_eq!(printed("0"), "€0.00");
        assert_eq!(told(&money(exact_of("1250"), "JPY")), "¥1,250");
        assert_eq!(
            told(&money(exact_of("1250.5"), "JPY")),
            "¥1,251 of ¥1,250.5"
        );
        assert_eq!(told(&money(exact_of("1250"), "SEK")), "SEK\u{a0}1,250.00");
    }

    #[test]
    fn counts_ratios_and_percentages_have_as_many_digits_as_are_read() {
        assert_eq!(told(&plain(exact_of("12.333333"))), "12.3 of 12.333333");
        assert_eq!(told(&shares(exact_of("12"), false)), "12.0");
        assert_eq!(told(&count(999)), "999");
        assert_eq!(told(&count(1_000)), "1,000");
        let one = exact_of("1");
        assert_eq!(told(&roas(exact_of("3.335333"), one)), "3.34× of 3.335333×");
        assert_eq!(told(&roas(Exact::ZERO, Exact::ZERO)), "–");
        assert_eq!(
            told(&percent(exact_of("66.666667"))),
            "66.7\u{a0}% of 66.666667\u{a0}%"
        );
        assert_eq!(told(&percent(exact_of("100"))), "100\u{a0}%");
    }

    #[test]
    fn a_change_is_told_of_what_was_before() {
        let told = |now: &str, before: &str| change(exact_of(now), exact_of(before));
        let some = |text: &str| Some(text.replace(' ', "\u{a0}"));
        assert_eq!(told("74", "100"), some("−26 %"));
        assert_eq!(told("126.4", "100"), some("+26 %"));
        assert_eq!(told("100.4", "100"), some("+0.4 %"));
        assert_eq!(told("1300", "100"), some("+1,200 %"));
        assert_eq!(told("0", "100"), some("−100 %"));
        assert_eq!(told("5", "-10"), some("+150 %"));
        assert_eq!(told("5", "5"), Some("no change".to_owned()));
        assert_eq!(told("0", "0"), Some("no change".to_owned()));
        assert_eq!(told("5", "0"), None);
    }

    #[test]
    fn days_are_told_once() {
        assert_eq!(
            days(date!(2026 - 11 - 01), date!(2026 - 11 - 21)),
            "1 – 21 Nov 2026"
        );
        assert_eq!(
            days(date!(2026 - 10 - 23), date!(2026 - 11 - 21)),
            "23 Oct – 21 Nov 2026"
        );
        assert_eq!(
            days(date!(2025 - 11 - 22), date!(2026 - 11 - 21)),
            "22 Nov 2025 – 21 Nov 2026"
        );
        assert_eq!(
            days(date!(2026 - 11 - 21), date!(2026 - 11 - 21)),
            "21 Nov 2026"
        );
    }

    #[test]
    fn spans_have_two_parts() {
        assert_eq!(span(0), "at once");
        assert_eq!(span(59), "59\u{a0}s");
        assert_eq!(span(3 * 86_400 + 4 * 3_600 + 59), "3\u{a0}d 4\u{a0}h");
        assert_eq!(span(86_400 + 30), "1\u{a0}d");
    }
}
