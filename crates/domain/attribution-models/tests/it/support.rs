//! Facts to try the laws on.

use attribution_models::{
    AdEvidence, ConversionFact, CustomerFacts, Origin, Settings, Touch, TouchKind, Value,
    WindowDays, Windows, convert,
};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Amount, RevenueType, Timestamp};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

pub(crate) const DAY: i64 = 86_400;

pub(crate) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_micros(1_770_000_000_000_000 + seconds * MICROS_PER_SECOND)
}

pub(crate) fn touch(number: u128, seconds: i64, kind: TouchKind, direct: bool) -> Touch {
    Touch {
        id: Uuid::from_u128(number).into(),
        at: at(seconds),
        kind,
        signature: i64::from(direct),
        direct,
        evidence: AdEvidence::default(),
    }
}

pub(crate) fn sale(number: u128, seconds: i64, value: Decimal) -> ConversionFact {
    ConversionFact::sale(Uuid::from_u128(number).into(), at(seconds), value)
}

pub(crate) fn settings(windows: Windows) -> Settings {
    Settings {
        windows,
        credits_views: true,
    }
}

pub(crate) fn facts(touches: Vec<Touch>, conversions: Vec<ConversionFact>) -> CustomerFacts {
    CustomerFacts {
        touches,
        conversions,
        is_identified: true,
    }
}

/// Every amount that is accepted, as text.
pub(crate) fn amount_text() -> impl Strategy<Value = String> {
    (0..1_000_000_000_000_000_u64, 0..10_000_u32, any::<bool>()).prop_map(
        |(integer, fraction, negative)| {
            format!("{}{integer}.{fraction:04}", if negative { "-" } else { "" })
        },
    )
}

pub(crate) fn value() -> impl Strategy<Value = Decimal> {
    let plain = amount_text().prop_map(|text| text.parse::<Amount>().unwrap().decimal());
    let converted =
        (amount_text(), 1..2_000_000_000_u64, 6..28_u32).prop_map(|(text, rate, places)| {
            let amount: Amount = text.parse().unwrap();
            let rate = Decimal::from_i128_with_scale(i128::from(rate), places);
            // An amount that is too large in the other currency stays as it was.
            convert(amount, rate).unwrap_or(amount.decimal())
        });
    prop_oneof![plain, converted]
}

pub(crate) fn touches(most: usize) -> impl Strategy<Value = Vec<Touch>> {
    prop::collection::vec((0..120 * DAY, any::<bool>(), 0..8_u8), 0..most).prop_map(|rows| {
        rows.into_iter()
            .zip(1_u128..)
            .map(|((seconds, direct, kind), number)| {
                let kind = if kind == 0 {
                    TouchKind::View
                } else {
                    TouchKind::Click
                };
                let evidence = evidence(seconds % 7);
                Touch {
                    evidence,
                    ..touch(number, seconds, kind, direct)
                }
            })
            .collect()
    })
}

/// Sometimes an ad out of three, so that conversions and touches meet.
fn evidence(number: i64) -> AdEvidence {
    AdEvidence {
        ad_id: (number < 3).then(|| format!("ad-{number}")),
        ..AdEvidence::default()
    }
}

pub(crate) fn windows() -> impl Strategy<Value = Windows> {
    let days = || (0..120_u16).prop_map(|days| WindowDays::new(days).unwrap());
    (days(), days(), days(), days()).prop_map(
        |(click_days, view_through_days, first_touch_days, cash_days)| Windows {
            click_days,
            view_through_days,
            first_touch_days,
            cash_days,
        },
    )
}

/// Up to seven conversions of every sort; refunds come after what they refund.
pub(crate) fn conversions() -> impl Strategy<Value = Vec<ConversionFact>> {
    prop::collection::vec((0..130 * DAY, value(), 0..7_u8), 1..8).prop_map(|mut rows| {
        rows.sort_by_key(|(seconds, ..)| *seconds);
        let first = Uuid::from_u128(1_000).into();
        rows.into_iter()
            .zip(1_000_u128..)
            .map(|((seconds, value, kind), number)| {
                let mut conversion = sale(number, seconds, value);
                match kind {
                    0 => conversion.revenue_type = RevenueType::Pipeline,
                    1 => conversion.eligible = false,
                    2 => conversion.value = Value::PendingFx,
                    3 if number > 1_000 => {
                        conversion.origin = Origin::Refund { of: Some(first) };
                    }
                    4 | 5 => {
                        conversion.evidence = evidence(seconds % 3);
                        conversion.evidence_signature = Some((7, false));
                    }
                    _ => {}
                }
                conversion
            })
            .collect()
    })
}

/// The exact value of a conversion; zero for one without.
pub(crate) fn known(conversion: &ConversionFact) -> Decimal {
    match conversion.value {
        Value::Known(value) => value,
        Value::None | Value::PendingFx => Decimal::ZERO,
    }
}
