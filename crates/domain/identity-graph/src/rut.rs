//! The RUT, Chile's national id: a number and a check digit.

/// The canonical form `12345678-5`: no dots, no leading zeros, `K` in upper case. `None` when the
/// text has another form, the body is 0 or longer than 8 digits, or the check digit is wrong.
///
/// Old numbers are short, so there is no smallest one.
pub fn parse(text: &str) -> Option<String> {
    let bare: String = text
        .chars()
        .filter(|c| !matches!(c, '.' | ' ' | '-'))
        .collect();
    let bare = bare.trim_start_matches('0');
    let (at, given) = bare.char_indices().last()?;
    let body = bare.get(..at)?;
    let well_formed = (1..=8).contains(&body.len()) && body.bytes().all(|b| b.is_ascii_digit());
    let given = given.to_ascii_uppercase();
    (well_formed && check_digit(body) == given).then(|| format!("{body}-{given}"))
}

/// The check digit of a body of ASCII digits: a weighted sum modulo 11, weights 2 to 7 from the
/// right and round again.
pub fn check_digit(body: &str) -> char {
    let weights = [2_u32, 3, 4, 5, 6, 7].into_iter().cycle();
    let digits = body.chars().rev().filter_map(|c| c.to_digit(10));
    let sum: u32 = digits
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
    match 11 - sum % 11 {
        11 => '0',
        10 => 'K',
        digit => char::from_digit(digit, 10).unwrap_or('0'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_number_has_one_form() {
        for (text, canonical) in [
            ("12.345.678-5", "12345678-5"),
            (" 12345678-5 ", "12345678-5"),
            ("123456785", "12345678-5"),
            ("012.345.678-5", "12345678-5"),
            ("0000012345678-5", "12345678-5"),
            ("11.111.111-1", "11111111-1"),
            ("30.686.957-4", "30686957-4"),
            ("6-k", "6-K"),
            ("006K", "6-K"),
            ("1.000.005-K", "1000005-K"),
            ("1-9", "1-9"),
            ("14-0", "14-0"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(canonical), "{text}");
        }
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for text in [
            "",
            "-",
            "K",
            "5",
            "0-0",
            "12.345.678-9",
            "12.345.678-K",
            "6-0",
            "123.456.789-2",
            "12a45678-5",
            "12345678-5x",
            "１２345678-5",
            "K-1",
            "12,345,678-5",
            "12345678–5",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn exactly_one_check_digit_fits(body in 1_u32..100_000_000) {
            let fitting: Vec<_> = "0123456789K"
                .chars()
                .filter(|digit| parse(&format!("{body}-{digit}")).is_some())
                .collect();
            prop_assert_eq!(fitting, vec![check_digit(&body.to_string())]);
        }

        #[test]
        fn the_normal_form_is_its_own(body in 1_u32..100_000_000) {
            let text = format!("{body}{}", check_digit(&body.to_string()));
            let canonical = parse(&text).unwrap();
            prop_assert_eq!(parse(&canonical), Some(canonical.clone()));
        }
    }
}
