//! A conversion before it is credited.

use kernel::{Amount, ConversionId, OutcomeEventId, RevenueType, Timestamp};
use rust_decimal::Decimal;

use crate::touch::AdEvidence;

/// A conversion with everything that decides about its credit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionFact {
    /// Its id.
    pub id: ConversionId,
    /// The outcome event that it is made of.
    pub event_id: OutcomeEventId,
    /// When.
    pub occurred_at: Timestamp,
    /// What it is worth.
    pub value: Value,
    /// What the value means; cash has a window of its own.
    pub revenue_type: RevenueType,
    /// Whether its definition lets it be credited.
    pub eligible: bool,
    /// Whether it stands for itself or gives an earlier conversion back.
    pub origin: Origin,
    /// The caller's word on whether it is the person's first payment.
    pub declared_first_payment: Option<bool>,
    /// Ads and clicks that the event itself names.
    pub evidence: AdEvidence,
    /// The event's own traffic signature, and whether its channel is Direct.
    pub evidence_signature: Option<(i64, bool)>,
}

impl ConversionFact {
    /// Cash that was paid for what it names: eligible, without evidence of its own. Change the fields that
    /// say otherwise.
    pub fn sale(id: ConversionId, occurred_at: Timestamp, value: Decimal) -> Self {
        Self {
            id,
            event_id: id.uuid().into(),
            occurred_at,
            value: Value::Known(value),
            revenue_type: RevenueType::Cash,
            eligible: true,
            origin: Origin::Sale,
            declared_first_payment: None,
            evidence: AdEvidence::default(),
            evidence_signature: None,
        }
    }

    /// Cash that was given back, as a negative value, for an earlier conversion.
    pub fn refund(
        id: ConversionId,
        occurred_at: Timestamp,
        value: Decimal,
        of: ConversionId,
    ) -> Self {
        Self {
            origin: Origin::Refund { of: Some(of) },
            ..Self::sale(id, occurred_at, -value.abs())
        }
    }
}

/// What a conversion is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Itself.
    Sale,
    /// An earlier conversion, which it gives back.
    Refund {
        /// That one, when it is known.
        of: Option<ConversionId>,
    },
}

impl Origin {
    /// Whether it gives an earlier conversion back.
    pub const fn is_refund(self) -> bool {
        matches!(self, Self::Refund { .. })
    }

    /// The conversion that it gives back, when that is known.
    pub const fn refunded(self) -> Option<ConversionId> {
        match self {
            Self::Sale => None,
            Self::Refund { of } => of,
        }
    }
}

/// What a conversion is worth in the reporting currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The event carries no money.
    None,
    /// An exact amount with at most 8 decimals.
    Known(Decimal),
    /// Money in another currency without a rate for its day.
    PendingFx,
}

/// Decimals of a converted amount.
const CONVERTED_PLACES: u32 = 8;

/// Units of 10⁻⁸ that a converted amount stays below: 15 digits before the point.
const TOO_LARGE: u128 = 10_u128.pow(15 + CONVERTED_PLACES);

/// `amount × rate`, rounded once, half to even, to 8 decimals; `None` when the result has more
/// than 15 digits before the point.
pub fn convert(amount: Amount, rate: Decimal) -> Option<Decimal> {
    let amount = amount.decimal();
    let scale = amount.scale() + rate.scale();
    let up = 10_u128.checked_pow(CONVERTED_PLACES.saturating_sub(scale))?;
    let down = 10_u128.checked_pow(scale.saturating_sub(CONVERTED_PLACES))?;
    let factor = rate.mantissa().unsigned_abs().checked_mul(up)?;
    let units = rounded_product(amount.mantissa().unsigned_abs(), factor, down)?;
    let units = i128::try_from(units).ok().filter(|_| units < TOO_LARGE)?;
    let is_negative = amount.is_sign_negative() != rate.is_sign_negative();
    let signed = if is_negative { -units } else { units };
    Some(Decimal::from_i128_with_scale(signed, CONVERTED_PLACES).normalize())
}

/// `amount × rate / divisor`, half to even; `None` when it does not fit.
///
/// `Decimal` itself keeps 28 digits of a product and would round a second time, which decides ties
/// wrongly. An amount has less than 2⁶⁴ units and a divisor is at most 10²⁴, so dividing in two
/// halves of the amount keeps every remainder below 2¹²⁸.
fn rounded_product(amount: u128, rate: u128, divisor: u128) -> Option<u128> {
    const HALF: u32 = 32;
    let (whole, part) = (rate / divisor, rate % divisor);
    let (high, low) = (amount >> HALF, amount & u128::from(u32::MAX));
    let upper = high.checked_mul(part)?;
    let lower = ((upper % divisor) << HALF).checked_add(low.checked_mul(part)?)?;
    let floor = amount
        .checked_mul(whole)?
        .checked_add((upper / divisor).checked_mul(1 << HALF)?)?
        .checked_add(lower / divisor)?;
    let twice = 2 * (lower % divisor);
    let is_up = twice > divisor || (twice == divisor && floor % 2 == 1);
    floor.checked_add(u128::from(is_up))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn converted(amount: &str, rate: &str) -> Option<String> {
        convert(amount.parse().unwrap(), rate.parse().unwrap()).map(|value| value.to_string())
    }

    #[test]
    fn converts_once_and_rounds_half_to_even() {
        assert_eq!(converted("10", "0.92").as_deref(), Some("9.2"));
        assert_eq!(converted("1", "0.123456785").as_deref(), Some("0.12345678"));
        assert_eq!(converted("1", "0.123456775").as_deref(), Some("0.12345678"));
        assert_eq!(
            converted("-1", "0.123456785").as_deref(),
            Some("-0.12345678")
        );
        assert_eq!(converted("999999999999999", "10"), None);
    }

    #[test]
    fn the_limits_are_fifteen_digits_and_the_longest_rate() {
        let most = "999999999999999.9999";
        assert_eq!(converted(most, "1").as_deref(), Some(most));
        assert_eq!(converted(most, "1.0000000000000001"), None);
        assert_eq!(converted(most, "79228162514264337593543950335"), None);
        assert_eq!(
            converted("0", "79228162514264337593543950335").as_deref(),
            Some("0")
        );
        assert_eq!(
            converted("-0.0001", "0.0000000000000000000000000001").as_deref(),
            Some("0")
        );
    }

    /// The product is 500000000000000.000100005000000000000000001: just above a tie, and a tie when
    /// it is cut to 28 digits before it is rounded.
    #[test]
    fn rounds_once_not_twice() {
        assert_eq!(
            converted("500000000000000.0001", "1.00000000000000000000001").as_deref(),
            Some("500000000000000.00010001")
        );
    }

    /// Digit by digit, as on paper: the product of two texts of digits.
    fn paper_product(a: &str, b: &str) -> Vec<u32> {
        let digits = |text: &str| -> Vec<u32> {
            text.chars().rev().filter_map(|c| c.to_digit(10)).collect()
        };
        let (a, b) = (digits(a), digits(b));
        let mut product = vec![0; a.len() + b.len()];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        for place in 1..product.len() {
            product[place] += product[place - 1] / 10;
            product[place - 1] %= 10;
        }
        product
    }

    /// The units of 10⁻⁸ nearest to a product of `scale` decimals (more than 8), half to even.
    fn paper_round(product: &[u32], scale: usize) -> u128 {
        let cut = scale - 8;
        let kept = product[cut..]
            .iter()
            .rev()
            .fold(0, |sum, digit| sum * 10 + u128::from(*digit));
        let is_more = product[..cut - 1].iter().any(|digit| *digit > 0);
        let is_up = match product[cut - 1] {
            5 => is_more || kept % 2 == 1,
            digit => digit > 5,
        };
        kept + u128::from(is_up)
    }

    proptest! {
        #[test]
        fn agrees_with_multiplication_on_paper(
            integer in 0..100_000_000_000_u64,
            fraction in 0..10_000_u32,
            rate in prop_oneof![any::<u64>(), (1..20_000_u64).prop_map(|rate| rate * 50_000_000_000)],
            places in 9..28_u32,
        ) {
            let amount: Amount = format!("{integer}.{fraction:04}").parse().unwrap();
            let decimal = amount.decimal();
            let rate = Decimal::from_i128_with_scale(i128::from(rate), places);
            let product =
                paper_product(&decimal.mantissa().to_string(), &rate.mantissa().to_string());
            let scale = usize::try_from(decimal.scale() + places).unwrap();
            let padded = [product, vec![0; scale]].concat();
            let units = paper_round(&padded, scale);
            let expected = (units < TOO_LARGE).then(|| {
                Decimal::from_i128_with_scale(i128::try_from(units).unwrap(), CONVERTED_PLACES)
            });
            prop_assert_eq!(convert(amount, rate), expected);
        }
    }
}
