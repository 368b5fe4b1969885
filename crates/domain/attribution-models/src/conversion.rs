//! A conversion before it is credited.

use kernel::{Amount, ConversionId, OutcomeEventId, RevenueType, Timestamp};
use rust_decimal::{Decimal, RoundingStrategy};

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
    /// Whether it gives an earlier conversion back.
    pub is_refund: bool,
    /// The conversion that it refunds, when that is known.
    pub refund_of: Option<ConversionId>,
    /// The caller's word on whether it is the person's first payment.
    pub declared_first_payment: Option<bool>,
    /// Ads and clicks that the event itself names.
    pub evidence: AdEvidence,
    /// The event's own traffic signature, and whether its channel is Direct.
    pub evidence_signature: Option<(i64, bool)>,
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

/// `amount × rate`, rounded half to even to 8 decimals; `None` when the result has more than 15
/// digits before the point.
pub fn convert(amount: Amount, rate: Decimal) -> Option<Decimal> {
    let limit = Decimal::from(1_000_000_000_000_000_u64);
    let exact = amount.decimal().checked_mul(rate)?;
    let rounded =
        exact.round_dp_with_strategy(CONVERTED_PLACES, RoundingStrategy::MidpointNearestEven);
    (rounded.abs() < limit).then(|| rounded.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
