//! How figures are printed: all digits of the exact value, grouped, with a currency. A figure is
//! never rounded; digits beyond the second decimal are only set smaller.

use std::fmt::Write as _;

use kernel::{Currency, Date, Exact, TimeZone, Timestamp};
use time::Month;

/// A printed figure, in two parts that are read as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Number {
    /// Sign, currency, grouped digits, two decimals.
    pub head: String,
    /// Further decimals.
    pub tail: String,
    /// What follows the figure.
    pub unit: &'static str,
}

impl Number {
    /// The figure without its markup.
    pub(crate) fn text(&self) -> String {
        format!("{}{}{}", self.head, self.tail, self.unit)
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

/// A count, or a sum of shares.
pub(crate) fn plain(value: Exact) -> Number {
    let (sign, whole, decimals) = parts(value);
    let (near, far) = cut(&decimals, 2);
    let point = if near.is_empty() { "" } else { "." };
    Number {
        head: format!("{sign}{}{point}{near}", grouped(&whole)),
        tail: far.to_owned(),
        unit: "",
    }
}

/// A whole count.
pub(crate) fn count(value: i64) -> Number {
    plain(Exact::whole(value))
}

/// An amount of a currency, with at least two decimals where it has a smaller unit.
pub(crate) fn money(value: Exact, currency: &str) -> Number {
    let (sign, whole, mut decimals) = parts(value);
    if !WHOLE.contains(&currency) {
        while decimals.len() < 2 {
            decimals.push('0');
        }
    }
    let (near, far) = cut(&decimals, 2);
    let point = if near.is_empty() { "" } else { "." };
    let symbol = match SIGNS.iter().find(|(code, _)| *code == currency) {
        Some((_, symbol)) => (*symbol).to_owned(),
        None => format!("{currency}\u{a0}"),
    };
    Number {
        head: format!("{sign}{symbol}{}{point}{near}", grouped(&whole)),
        tail: far.to_owned(),
        unit: "",
    }
}

/// A ratio with its sign of multiplication.
pub(crate) fn times(value: Exact) -> Number {
    Number {
        unit: "×",
        ..plain(value)
    }
}

/// A percentage.
pub(crate) fn percent(value: Exact) -> String {
    format!("{}\u{a0}%", plain(value).text())
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

/// Digits are ASCII, so that every index is between two of them.
fn cut(decimals: &str, at: usize) -> (&str, &str) {
    decimals.split_at_checked(at).unwrap_or((decimals, ""))
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
pub(crate) fn day(day: Date) -> String {
    format!("{} {} {}", day.day(), month(day.month()), day.year())
}

/// `21 Nov`
pub(crate) fn short_day(day: Date) -> String {
    format!("{} {}", day.day(), month(day.month()))
}

/// `1 – 21 Nov 2026`, with as much of the first day as differs.
pub(crate) fn days(from: Date, to: Date) -> String {
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
pub(crate) fn instant(at: Timestamp, zone: &TimeZone) -> String {
    format!("{}, {}", day(zone.local_date(at)), clock(at, zone))
}

/// `14:05` where the profile is.
pub(crate) fn clock(at: Timestamp, zone: &TimeZone) -> String {
    let (hour, minute) = zone.local_clock(at);
    format!("{hour:02}:{minute:02}")
}

/// `3 d 4 h`, the two largest parts.
pub(crate) fn span(seconds: i64) -> String {
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

/// The amount of a known currency.
pub(crate) fn amount(value: Exact, currency: Currency) -> Number {
    money(value, currency.code())
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

    fn exact(text: &str) -> Exact {
        text.parse().unwrap()
    }

    #[test]
    fn every_digit_is_printed_and_none_is_added_but_cents() {
        let printed = |text: &str| money(exact(text), "EUR").text();
        assert_eq!(printed("1234567.5"), "€1,234,567.50");
        assert_eq!(printed("-0.333333333"), "−€0.333333333");
        assert_eq!(printed("0"), "€0.00");
        assert_eq!(money(exact("1250"), "JPY").text(), "¥1,250");
        assert_eq!(money(exact("1250"), "SEK").text(), "SEK\u{a0}1,250.00");
        assert_eq!(plain(exact("12.333333")).head, "12.33");
        assert_eq!(plain(exact("12.333333")).tail, "3333");
        assert_eq!(count(999).text(), "999");
        assert_eq!(count(1_000).text(), "1,000");
        assert_eq!(times(exact("3.335")).text(), "3.335×");
        assert_eq!(percent(exact("66.666667")), "66.666667\u{a0}%");
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
