//! Sums and ratios of money without rounding: what reports add up.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use rust_decimal::Decimal;

/// An exact decimal with 17 places after the point, held in 128 bits.
///
/// Seventeen is what a converted amount (8 places) times a credit share (9 places) needs, and
/// 128 bits leave 21 digits before the point, so sums over any profile fit. Arithmetic saturates
/// instead of wrapping; no accepted input comes near.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact(i128);

const PLACES: usize = 17;
const ONE: i128 = 100_000_000_000_000_000;

impl Exact {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// A whole number.
    pub fn whole(value: i64) -> Self {
        Self(i128::from(value) * ONE)
    }

    /// A number of `units` of 10⁻¹⁷.
    pub const fn from_units(units: i128) -> Self {
        Self(units)
    }

    /// The number of units of 10⁻¹⁷.
    pub const fn units(self) -> i128 {
        self.0
    }

    /// Whether the value is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// `self / divisor`, rounded half away from zero to `places` (at most 17) decimals; `None`
    /// when the divisor is zero.
    pub fn divide(self, divisor: Self, places: u32) -> Option<Self> {
        if divisor.0 == 0 {
            return None;
        }
        let places = places.min(17);
        let scale = 10_i128.checked_pow(places)?;
        let step = 10_i128.checked_pow(17 - places)?;
        let negative = (self.0 < 0) != (divisor.0 < 0);
        let (dividend, divisor) = (self.0.unsigned_abs(), divisor.0.unsigned_abs());
        let whole = dividend / divisor;
        let rounded = long_division_digits(dividend % divisor, divisor, places);
        let magnitude = i128::try_from(whole)
            .ok()?
            .checked_mul(scale)?
            .checked_add(rounded)?;
        let units = magnitude.checked_mul(step)?;
        Some(Self(if negative { -units } else { units }))
    }
}

/// The first `places` digits of `remainder / divisor` (`remainder < divisor`) as a whole number,
/// rounded half up. Digit by digit, so that no intermediate product can overflow.
fn long_division_digits(mut remainder: u128, divisor: u128, places: u32) -> i128 {
    let mut digits = 0_i128;
    for _ in 0..places {
        let (digit, rest) = times_ten(remainder, divisor);
        digits = digits * 10 + digit;
        remainder = rest;
    }
    let (next, _) = times_ten(remainder, divisor);
    digits + i128::from(next >= 5)
}

/// `(10·remainder / divisor, 10·remainder mod divisor)` by repeated addition.
fn times_ten(remainder: u128, divisor: u128) -> (i128, u128) {
    let (mut digit, mut rest) = (0, 0_u128);
    for _ in 0..10 {
        if divisor - rest <= remainder {
            rest = remainder - (divisor - rest);
            digit += 1;
        } else {
            rest += remainder;
        }
    }
    (digit, rest)
}

impl From<Decimal> for Exact {
    /// Exact for every decimal with at most 17 places; more are cut off.
    fn from(value: Decimal) -> Self {
        let scale = value.scale();
        let mantissa = value.mantissa();
        match 17_u32.checked_sub(scale) {
            Some(up) => Self(mantissa.saturating_mul(10_i128.saturating_pow(up))),
            None => Self(mantissa / 10_i128.saturating_pow(scale - 17)),
        }
    }
}

/// Why a text is no exact decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an exact decimal with at most 17 decimal places")]
pub struct NotExact;

impl FromStr for Exact {
    type Err = NotExact;

    fn from_str(text: &str) -> Result<Self, NotExact> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (integer, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if integer.is_empty() || !digits(integer) || !digits(fraction) || fraction.len() > PLACES {
            return Err(NotExact);
        }
        let joined = format!("{integer}{fraction:0<17}");
        let magnitude: i128 = joined.parse().map_err(|_| NotExact)?;
        Ok(Self(if text.starts_with('-') {
            -magnitude
        } else {
            magnitude
        }))
    }
}

/// The shortest exact text: no trailing zeros, no exponent, no separator.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let one = ONE.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let fraction = format!("{:017}", magnitude % one);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        write!(f, "{sign}{}{point}{fraction}", magnitude / one)
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn prints_without_rounding() {
        for text in [
            "0",
            "1",
            "-1.5",
            "0.00000000000000001",
            "123456789012345678901.5",
        ] {
            assert_eq!(text.parse::<Exact>().unwrap().to_string(), text);
        }
        assert_eq!("1.50".parse::<Exact>().unwrap().to_string(), "1.5");
        assert!("1e3".parse::<Exact>().is_err());
        assert!("0.000000000000000001".parse::<Exact>().is_err());
    }

    #[test]
    fn divides_by_hand_known_values() {
        let ratio = |a: &str, b: &str, places| {
            let (a, b): (Exact, Exact) = (a.parse().unwrap(), b.parse().unwrap());
            a.divide(b, places).map(|value| value.to_string())
        };
        assert_eq!(ratio("1", "3", 6).as_deref(), Some("0.333333"));
        assert_eq!(ratio("2", "3", 6).as_deref(), Some("0.666667"));
        assert_eq!(ratio("-1", "8", 2).as_deref(), Some("-0.13"));
        assert_eq!(ratio("100", "4", 0).as_deref(), Some("25"));
        assert_eq!(ratio("1", "0", 6), None);
    }

    proptest! {
        #[test]
        fn division_is_within_half_a_place(a in -10_000_000_i64..10_000_000, b in 1_i64..1_000_000) {
            let quotient = Exact::whole(a).divide(Exact::whole(b), 6).unwrap();
            let error = quotient.units() * i128::from(b) - Exact::whole(a).units();
            let half = i128::from(b) * 100_000_000_000 / 2;
            prop_assert!(error.abs() <= half);
        }

        #[test]
        fn text_round_trips(units in any::<i64>()) {
            let value = Exact::from_units(i128::from(units) * 1_000_003);
            prop_assert_eq!(value.to_string().parse::<Exact>().unwrap(), value);
        }
    }
}
