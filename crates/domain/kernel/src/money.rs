//! Money is a decimal with a currency, never a float.

use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;

/// An ISO 4217 alphabetic code, for example `EUR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

impl Currency {
    /// The code of ISO 4217 for "no currency".
    pub const NONE: Self = Self(*b"XXX");

    /// Parses an alphabetic code in any case; `None` when ISO 4217 does not list it.
    pub fn parse(text: &str) -> Option<Self> {
        let upper = text.trim().to_ascii_uppercase();
        iso_currency::Currency::from_code(&upper)?;
        upper.as_bytes().try_into().ok().map(Self)
    }

    /// The three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("XXX")
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Why a text is no amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// Not `-?digits(.digits)?`.
    #[error("is not a decimal number such as 1234.50")]
    Malformed,
    /// More than 15 digits before the point.
    #[error("has more than 15 digits before the decimal point")]
    TooLarge,
    /// More than 4 digits after the point.
    #[error("has more than 4 digits after the decimal point")]
    TooPrecise,
}

/// An amount as it is accepted at the edge: at most 15 integer and 4 fractional digits, so that
/// every credit of it is a finite decimal that the database and this program hold exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(Decimal);

impl Amount {
    /// Digits allowed before the decimal point.
    pub const INTEGER_DIGITS: usize = 15;
    /// Digits allowed after the decimal point; ISO 4217 has no currency with more.
    pub const FRACTION_DIGITS: usize = 4;

    /// The value.
    pub const fn decimal(self) -> Decimal {
        self.0
    }

    /// The same amount as an increase: positive or zero.
    #[must_use]
    pub fn as_increase(self) -> Self {
        Self(self.0.abs())
    }

    /// The same amount as a decrease: negative or zero.
    #[must_use]
    pub fn as_decrease(self) -> Self {
        Self(-self.0.abs())
    }
}

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (integer, fraction) = match unsigned.split_once('.') {
            Some((integer, fraction)) if !fraction.is_empty() => (integer, fraction),
            Some(_) => return Err(AmountError::Malformed),
            None => (unsigned, ""),
        };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if integer.is_empty() || !digits(integer) || !digits(fraction) {
            return Err(AmountError::Malformed);
        }
        if integer.trim_start_matches('0').len() > Self::INTEGER_DIGITS {
            return Err(AmountError::TooLarge);
        }
        let significant = fraction.trim_end_matches('0');
        if significant.len() > Self::FRACTION_DIGITS {
            return Err(AmountError::TooPrecise);
        }
        let sign = if text.starts_with('-') { "-" } else { "" };
        let integer = integer.trim_start_matches('0');
        let plain = format!("{sign}0{integer}.{significant}0");
        let value = Decimal::from_str(&plain).map_err(|_| AmountError::Malformed)?;
        let value = value.normalize();
        Ok(Self(if value.is_zero() {
            Decimal::ZERO
        } else {
            value
        }))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.normalize(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_exactly_fifteen_and_four_digits() {
        for (text, printed) in [
            ("0", "0"),
            ("-0", "0"),
            ("10", "10"),
            ("10.50", "10.5"),
            ("-3.0001", "-3.0001"),
            ("000123", "123"),
            ("1.100000000000000000000000000000000000000", "1.1"),
            ("999999999999999.9999", "999999999999999.9999"),
        ] {
            assert_eq!(
                text.parse::<Amount>().unwrap().to_string(),
                printed,
                "{text}"
            );
        }
    }

    #[test]
    fn names_what_is_wrong() {
        for text in [
            "", "-", ".5", "5.", "1e3", "1,000", "NaN", "+1", " 1", "1.2.3", "١",
        ] {
            assert_eq!(
                text.parse::<Amount>(),
                Err(AmountError::Malformed),
                "{text}"
            );
        }
        assert_eq!(
            "1000000000000000".parse::<Amount>(),
            Err(AmountError::TooLarge)
        );
        assert_eq!("0.00001".parse::<Amount>(), Err(AmountError::TooPrecise));
    }

    #[test]
    fn currencies_are_iso_4217() {
        assert_eq!(Currency::parse("clp").unwrap().code(), "CLP");
        assert!(Currency::parse("ZZZ").is_none());
        assert!(Currency::parse("EURO").is_none());
    }
}
