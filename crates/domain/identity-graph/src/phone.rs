//! Phone numbers in E.164.
//!
//! A number counts when its length is possible, not only when its prefix is in use: people write
//! numbers of new ranges, and a number that is refused is a person who is not recognised.

use phonenumber::Type;
use phonenumber::metadata::{DATABASE, Metadata};

const CHILE: &str = "56";

/// The kinds of numbers that can be called from abroad; the metadata names lengths only by kind.
const DIALLED: [Type; 10] = [
    Type::FixedLine,
    Type::Mobile,
    Type::TollFree,
    Type::PremiumRate,
    Type::SharedCost,
    Type::PersonalNumber,
    Type::Voip,
    Type::Pager,
    Type::Uan,
    Type::Voicemail,
];

/// The canonical form, `+` and 8 to 15 digits. `None` when the text is no number of a possible
/// length. Accepted are
///
/// - Chilean numbers as 9 national digits, with a trunk `0` before them (the old `09`), with `56`,
///   `+56` or `0056`; after the calling code there may be 9 to 11 digits. A trunk `0` is dropped
///   when 9 digits that start with 2 to 9 remain;
/// - any other number with `+` (or `00`, which is how a `+` is dialled) and a known calling code;
///   its trunk prefix, which people keep as in `+44 (0)20`, is dropped.
pub fn parse(text: &str) -> Option<String> {
    let (international, digits) = digits(text)?;
    if !international {
        return chilean(&digits).map(|national| format!("+{CHILE}{national}"));
    }
    let number = match digits.strip_prefix(CHILE) {
        Some(national) => format!("{CHILE}{}", chilean_national(national)?),
        None => foreign(&digits)?,
    };
    (8..=15)
        .contains(&number.len())
        .then(|| format!("+{number}"))
}

/// Whether the number says its calling code, and its digits without the mark that says so.
fn digits(text: &str) -> Option<(bool, String)> {
    let text = text.trim();
    let (plus, rest) = text
        .strip_prefix('+')
        .map_or((false, text), |rest| (true, rest));
    let mut digits = String::new();
    for c in rest.chars() {
        match c {
            '0'..='9' => digits.push(c),
            ' ' | '\u{a0}' | '-' | '\u{2010}'..='\u{2015}' | '.' | '/' | '(' | ')' => {}
            _ => return None,
        }
    }
    match digits.strip_prefix("00") {
        Some(rest) => Some((true, rest.to_owned())),
        None => Some((plus, digits)),
    }
}

/// The national digits of a number that is written without `+`.
fn chilean(digits: &str) -> Option<&str> {
    if digits.len() == 9 {
        return Some(digits);
    }
    match digits.strip_prefix(CHILE) {
        Some(national) => chilean_national(national),
        None => without_trunk_zero(digits),
    }
}

/// The national digits of what follows Chile's calling code.
fn chilean_national(digits: &str) -> Option<&str> {
    without_trunk_zero(digits).or_else(|| (9..=11).contains(&digits.len()).then_some(digits))
}

fn without_trunk_zero(digits: &str) -> Option<&str> {
    let rest = digits.strip_prefix('0')?;
    (rest.len() == 9 && rest.starts_with(|c: char| ('2'..='9').contains(&c))).then_some(rest)
}

/// Calling code and national digits of a number from elsewhere.
fn foreign(digits: &str) -> Option<String> {
    // Calling codes have one to three digits, the first not 0, and none begins another.
    if digits.starts_with('0') {
        return None;
    }
    let (code, regions) = (1..=3).find_map(|length| {
        let code = digits.get(..length)?;
        DATABASE
            .by_code(&code.parse::<u16>().ok()?)
            .map(|regions| (code, regions))
    })?;
    let national = digits.strip_prefix(code)?;
    let national = match regions.first().and_then(|main| main.national_prefix()) {
        // Where 0 is the trunk prefix, no number begins with it.
        Some("0") => Some(national.trim_start_matches('0'))
            .filter(|rest| is_possible(&regions, rest))
            .unwrap_or(national),
        // Other prefixes are digits that a number may begin with as well.
        Some(trunk) if !is_possible(&regions, national) => national.strip_prefix(trunk)?,
        _ => national,
    };
    if !is_possible(&regions, national) {
        return None;
    }
    Some(format!("{code}{national}"))
}

/// Whether a number of this length exists in one of the regions that share a calling code.
fn is_possible(regions: &[&Metadata], national: &str) -> bool {
    u16::try_from(national.len()).is_ok_and(|length| {
        regions
            .iter()
            .flat_map(|region| DIALLED.map(|kind| region.descriptors().get(kind)))
            .any(|descriptor| {
                descriptor.is_some_and(|found| found.possible_length().contains(&length))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chilean_spellings_have_one_form() {
        for text in [
            "987654321",
            "9 8765 4321",
            " (9) 8765-4321 ",
            "56987654321",
            "+56987654321",
            "+56 9 8765 4321",
            "0056 9 8765 4321",
            "0987654321",
            "09 8765 4321",
            "+56 09 8765 4321",
            "+56 (0) 9 8765 4321",
            "56 0 987654321",
            "0056.0.987654321",
            "+56\u{a0}9\u{2011}8765\u{2013}4321",
        ] {
            assert_eq!(parse(text).as_deref(), Some("+56987654321"), "{text}");
        }
    }

    #[test]
    fn possible_is_enough_in_chile() {
        for (text, canonical) in [
            ("+56912345678", "+56912345678"),
            ("912345678", "+56912345678"),
            ("2 2345 6789", "+56223456789"),
            ("022 345 6789", "+56223456789"),
            ("561234567", "+56561234567"),
            ("+56 600 123 4567", "+566001234567"),
            ("+56 600 1234 5678", "+5660012345678"),
            // No trunk 0: what remains starts with 1.
            ("+56 0123456789", "+560123456789"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(canonical), "{text}");
        }
    }

    #[test]
    fn foreign_numbers_need_a_calling_code() {
        for (text, canonical) in [
            ("+1 (202) 555-0123", Some("+12025550123")),
            ("+44 20 7946 0958", Some("+442079460958")),
            ("+44 (0)20 7946 0958", Some("+442079460958")),
            ("0044 20 7946 0958", Some("+442079460958")),
            ("+49 0171 2345678", Some("+491712345678")),
            ("+39 06 6982 1234", Some("+390669821234")),
            ("+225 07 12 34 56 78", Some("+2250712345678")),
            ("+7 812 123 45 67", Some("+78121234567")),
            ("+54 9 11 2345 6789", Some("+5491123456789")),
            ("+51 987 654 321", Some("+51987654321")),
            ("+800 1234 5678", Some("+80012345678")),
            ("202 555 0123", None),
            ("+1 202 555 012", None),
            ("+999 1234 5678", None),
            ("+0 1234 5678", None),
            ("+01 202 555 0123", None),
        ] {
            assert_eq!(parse(text).as_deref(), canonical, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "",
            "+",
            "00",
            "98765432",
            "9876543210",
            "+56 98765432",
            "+56 912345678901",
            "56 98765432",
            "987654321 ext 5",
            "9876a4321",
            "++56987654321",
            "98765432١",
            "+5656987654321000",
            "0 123456789",
            "ana@example.com",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_form_is_its_own(text in "[+]?[0-9]{0,18}") {
            if let Some(canonical) = parse(&text) {
                prop_assert!((9..=16).contains(&canonical.len()));
                prop_assert_eq!(parse(&canonical), Some(canonical.clone()));
            }
        }

        #[test]
        fn nothing_makes_it_panic(text in "\\PC{0,20}") {
            let _ = parse(&text);
        }
    }
}
