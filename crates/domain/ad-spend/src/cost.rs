//! What something cost.

use std::fmt;
use std::str::FromStr;

use kernel::Exact;
use rust_decimal::Decimal;

/// Why a text is no [`Cost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CostError {
    /// Not a plain decimal.
    #[error("is not a decimal with at most 15 digits before and 6 after the point")]
    Malformed,
    /// More digits than are kept.
    #[error("has more than 15 digits before or 6 after the point")]
    TooManyDigits,
    /// Below zero.
    #[error("is negative")]
    Negative,
}

/// What an ad cost: not negative, at most 15 digits before the point and 6 after it. Six, because platforms count in
/// millionths of a currency's unit, and every digit that they tell is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(Decimal);

impl Cost {
    /// Digits before the point at most.
    pub const INTEGER_DIGITS: usize = 15;
    /// Digits after the point at most.
    pub const FRACTION_DIGITS: u32 = 6;

    /// So many millionths of the currency's unit; `None` below zero or beyond the digits that are kept.
    pub fn from_micros(micros: i64) -> Option<Self> {
        let value = Decimal::new(micros, Self::FRACTION_DIGITS).normalize();
        (micros >= 0).then_some(Self(value))
    }

    /// The value.
    pub const fn decimal(self) -> Decimal {
        self.0
    }

    /// The value as sums have it.
    pub fn exact(self) -> Exact {
        Exact::from(self.0)
    }
}

impl FromStr for Cost {
    type Err = CostError;

    fn from_str(text: &str) -> Result<Self, CostError> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, text),
        };
        let (integer, fraction) = match unsigned.split_once('.') {
            Some((integer, fraction)) if !fraction.is_empty() => (integer, fraction),
            Some(_) => return Err(CostError::Malformed),
            None => (unsigned, ""),
        };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if integer.is_empty() || !digits(integer) || !digits(fraction) {
            return Err(CostError::Malformed);
        }
        let integer = integer.trim_start_matches('0');
        let fraction = fraction.trim_end_matches('0');
        let most = usize::try_from(Self::FRACTION_DIGITS).unwrap_or(usize::MAX);
        if integer.len() > Self::INTEGER_DIGITS || fraction.len() > most {
            return Err(CostError::TooManyDigits);
        }
        let value = Decimal::from_str(&format!("0{integer}.{fraction}0"))
            .map_err(|_| CostError::Malformed)?
            .normalize();
        if negative && !value.is_zero() {
            return Err(CostError::Negative);
        }
        Ok(Self(value))
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_that_a_platform_tells_is_kept() {
        for (text, printed) in [
            ("0", "0"),
            ("-0.00", "0"),
            ("000012.340", "12.34"),
            ("0.000001", "0.000001"),
            ("999999999999999.999999", "999999999999999.999999"),
            ("1.1000000000000000000000000000000000", "1.1"),
        ] {
            assert_eq!(text.parse::<Cost>().unwrap().to_string(), printed, "{text}");
        }
        for (text, error) in [
            ("", CostError::Malformed),
            ("-", CostError::Malformed),
            (".5", CostError::Malformed),
            ("1.", CostError::Malformed),
            ("1,5", CostError::Malformed),
            ("1 000", CostError::Malformed),
            ("1e3", CostError::Malformed),
            ("--", CostError::Malformed),
            ("1000000000000000", CostError::TooManyDigits),
            ("0.0000001", CostError::TooManyDigits),
            ("-0.000001", CostError::Negative),
        ] {
            assert_eq!(text.parse::<Cost>(), Err(error), "{text}");
        }
    }

    #[test]
    fn micros_are_millionths() {
        let printed = |micros| Cost::from_micros(micros).map(|cost| cost.to_string());
        assert_eq!(printed(1_234_567).as_deref(), Some("1.234567"));
        assert_eq!(printed(1_000_000).as_deref(), Some("1"));
        assert_eq!(printed(i64::MAX).as_deref(), Some("9223372036854.775807"));
        assert_eq!(printed(-1), None);
        assert_eq!(
            Cost::from_micros(1).unwrap().exact().to_string(),
            "0.000001"
        );
    }
}
