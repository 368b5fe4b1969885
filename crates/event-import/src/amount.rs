//! Amounts as files write them.

use kernel::Amount;
use rust_decimal::Decimal;

/// An amount as an event has it. Many sources count in floats, whose last digits mean nothing: what is beyond
/// the digits of an amount is rounded.
pub(crate) fn read(text: &str, scale: u32, is_refund: bool) -> Result<String, &'static str> {
    const NO_NUMBER: &str = "is not a number with a decimal point";
    let is_scientific = text.contains(['e', 'E']);
    let read = if is_scientific {
        Decimal::from_scientific(text)
    } else {
        text.parse::<Decimal>()
    };
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let mut value = read.ok().filter(|_| is_plain).ok_or(NO_NUMBER)?;
    let scale = value.scale() + scale;
    value.set_scale(scale).map_err(|_| NO_NUMBER)?;
    let digits = u32::try_from(Amount::FRACTION_DIGITS).unwrap_or_default();
    let value = value.round_dp(digits).normalize();
    let value = if is_refund { -value.abs() } else { value };
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_but_for_the_dust_of_floats() {
        for (text, scale, expected) in [
            ("49.90", 0, "49.9"),
            ("4990", 2, "49.9"),
            ("0.30000000000000004", 0, "0.3"),
            ("1.5e2", 0, "150"),
            ("-3", 0, "-3"),
            ("123456789012345.6789", 0, "123456789012345.6789"),
        ] {
            assert_eq!(read(text, scale, false).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(read("3.1", 0, true).as_deref(), Ok("-3.1"));
        assert_eq!(read("-3.1", 0, true).as_deref(), Ok("-3.1"));
        for text in ["", "1,5", "€3", "1_000", "x", "NaN"] {
            assert!(read(text, 0, false).is_err(), "{text}");
        }
    }
}
