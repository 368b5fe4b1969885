//! Decimals as JSON numbers, digit by digit: a float would change amounts.

use rust_decimal::Decimal;
use serde_json::value::RawValue;

/// A number as it stands in a body.
pub(super) type Number = Box<RawValue>;

/// A decimal with all of its digits.
pub(super) fn decimal(value: Decimal) -> Option<Number> {
    written(&value.to_string())
}

/// A number that was kept as it came; `None` for what is none.
pub(super) fn written(text: &str) -> Option<Number> {
    let raw = RawValue::from_string(text.trim().to_owned()).ok()?;
    let is_number = raw
        .get()
        .starts_with(|first: char| first == '-' || first.is_ascii_digit());
    is_number.then_some(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_stays() {
        for text in ["1234567890123456789012345.678", "-0.10", "0"] {
            let number = decimal(text.parse().unwrap()).unwrap();
            assert_eq!(number.get(), text);
        }
        assert_eq!(written("1e400").unwrap().get(), "1e400");
        for odd in ["", "x", "\"1\"", "[1]", "true", "1 2", "null"] {
            assert!(written(odd).is_none(), "{odd}");
        }
    }
}
