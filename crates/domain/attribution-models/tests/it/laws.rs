//! The laws of replay, over random histories.

use std::collections::BTreeMap;

use attribution_models::{
    AdEvidence, ConversionFact, CreditShare, CustomerFacts, Replay, Settings, Touch, TouchKind,
    UnattributedReason, Value, WindowDays, Windows, convert, credited_amount, explain,
    replay_customer,
};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Amount, ConversionId, Exact, Model, RevenueType, Timestamp};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

const DAY: i64 = 86_400;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_micros(1_770_000_000_000_000 + seconds * MICROS_PER_SECOND)
}

fn touch(number: u128, seconds: i64, kind: TouchKind, direct: bool) -> Touch {
    Touch {
        id: Uuid::from_u128(number).into(),
        at: at(seconds),
        kind,
        signature: i64::from(direct),
        direct,
        evidence: AdEvidence::default(),
    }
}

fn sale(number: u128, seconds: i64, value: Decimal) -> ConversionFact {
    ConversionFact {
        id: Uuid::from_u128(number).into(),
        event_id: Uuid::from_u128(number).into(),
        occurred_at: at(seconds),
        value: Value::Known(value),
        revenue_type: RevenueType::Cash,
        eligible: true,
        is_refund: false,
        refund_of: None,
        declared_first_payment: None,
        evidence: AdEvidence::default(),
        evidence_signature: None,
    }
}

fn settings(windows: Windows) -> Settings {
    Settings { windows }
}

fn facts(touches: Vec<Touch>, conversions: Vec<ConversionFact>) -> CustomerFacts {
    CustomerFacts {
        touches,
        conversions,
        is_identified: true,
    }
}

/// Every amount that is accepted, as text.
fn amount_text() -> impl Strategy<Value = String> {
    (0..1_000_000_000_000_000_u64, 0..10_000_u32, any::<bool>()).prop_map(
        |(integer, fraction, negative)| {
            format!("{}{integer}.{fraction:04}", if negative { "-" } else { "" })
        },
    )
}

fn value() -> impl Strategy<Value = Decimal> {
    let plain = amount_text().prop_map(|text| text.parse::<Amount>().unwrap().decimal());
    let converted = (amount_text(), 1..2_000_000_000_u64, 0..9_u32).prop_filter_map(
        "a converted amount may be too large",
        |(text, rate, places)| {
            let rate = Decimal::from_i128_with_scale(i128::from(rate), places);
            convert(text.parse().unwrap(), rate)
        },
    );
    prop_oneof![plain, converted]
}

fn touches(most: usize) -> impl Strategy<Value = Vec<Touch>> {
    prop::collection::vec((0..120 * DAY, any::<bool>(), 0..8_u8), 0..most).prop_map(|rows| {
        rows.into_iter()
            .zip(1_u128..)
            .map(|((seconds, direct, kind), number)| {
                let kind = if kind == 0 {
                    TouchKind::View
                } else {
                    TouchKind::Click
                };
                touch(number, seconds, kind, direct)
            })
            .collect()
    })
}

fn windows() -> impl Strategy<Value = Windows> {
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

fn conversions() -> impl Strategy<Value = Vec<ConversionFact>> {
    prop::collection::vec((0..130 * DAY, value(), 0..6_u8), 1..8).prop_map(|rows| {
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
                        conversion.is_refund = true;
                        conversion.refund_of = Some(first);
                    }
                    _ => {}
                }
                conversion
            })
            .collect()
    })
}

fn total(replay: &Replay, id: ConversionId, model: usize, value: Decimal) -> (u64, Exact) {
    let conversion = replay
        .conversions
        .iter()
        .find(|conversion| conversion.id == id)
        .unwrap();
    let shares: Vec<CreditShare> = conversion
        .credits
        .iter()
        .filter_map(|credit| credit.shares[model])
        .collect();
    let sum = shares
        .iter()
        .map(|share| u64::from(share.billionths()))
        .sum();
    (
        sum,
        shares
            .into_iter()
            .map(|share| credited_amount(value, share))
            .sum(),
    )
}

proptest! {
    /// Law 1: shares add up to one billion and credited amounts to the value, for every model,
    /// path length and amount.
    #[test]
    fn credit_adds_up(touches in touches(61), value in value(), windows in windows()) {
        let conversion = sale(1_000, 121 * DAY, value);
        let id = conversion.id;
        let replay = replay_customer(&facts(touches, vec![conversion]), settings(windows));
        for model in 0..Model::ALL.len() {
            let (shares, amount) = total(&replay, id, model, value);
            if shares > 0 {
                prop_assert_eq!(shares, u64::from(CreditShare::WHOLE));
                prop_assert_eq!(amount, Exact::from(value));
            }
        }
    }

    /// Law 2: a touch after a conversion changes no credit of it.
    #[test]
    fn the_future_changes_nothing(
        touches in touches(30), conversions in conversions(), later in 1..100 * DAY, windows in windows(),
    ) {
        let last = 130 * DAY;
        let before = replay_customer(&facts(touches.clone(), conversions.clone()), settings(windows));
        let mut more = touches;
        more.push(touch(999, last + later, TouchKind::Click, false));
        let after = replay_customer(&facts(more, conversions), settings(windows));
        prop_assert_eq!(before, after);
    }

    /// Law 3: neither order nor repetition of facts matters.
    #[test]
    fn order_and_repetition_change_nothing(
        touches in touches(30), conversions in conversions(), windows in windows(),
        touch_order in any::<u64>(), conversion_order in any::<u64>(),
    ) {
        let once = replay_customer(&facts(touches.clone(), conversions.clone()), settings(windows));
        let mut touches = [touches.clone(), touches].concat();
        let mut conversions = [conversions.clone(), conversions].concat();
        shuffle(&mut touches, touch_order);
        shuffle(&mut conversions, conversion_order);
        prop_assert_eq!(once, replay_customer(&facts(touches, conversions), settings(windows)));
    }

    /// Law 4: a wider window never takes a touch away, and a window of zero admits none.
    #[test]
    fn windows_only_add(touches in touches(30), days in 0..100_u16, more in 1..20_u16) {
        let of = |days: u16| {
            let days = WindowDays::new(days).unwrap();
            let windows = Windows {
                click_days: days, view_through_days: days, first_touch_days: days, cash_days: days,
            };
            let conversion = sale(1_000, 121 * DAY, Decimal::ONE);
            let replay = replay_customer(&facts(touches.clone(), vec![conversion]), settings(windows));
            let credits = &replay.conversions[0].credits;
            credits.iter().map(|credit| credit.touch_id).collect::<Vec<_>>()
        };
        let (narrow, wide) = (of(days), of(days + more));
        prop_assert!(narrow.iter().all(|touch| wide.contains(touch)));
        prop_assert!(of(0).is_empty());
    }

    /// Laws 6 and 7: by any grouping, and under every model, the credited total of attributed
    /// conversions is the same.
    #[test]
    fn totals_agree(touches in touches(40), values in prop::collection::vec(value(), 1..6)) {
        let conversions: Vec<_> = values
            .iter()
            .zip(1_000_u128..)
            .map(|(value, number)| sale(number, 121 * DAY, *value))
            .collect();
        let mut windows = Windows::defaults();
        windows.first_touch_days = windows.cash_days;
        let values: BTreeMap<ConversionId, Decimal> =
            conversions.iter().zip(&values).map(|(conversion, value)| (conversion.id, *value)).collect();
        let replay = replay_customer(&facts(touches, conversions), settings(windows));
        let mut totals = Vec::new();
        for model in 0..Model::ALL.len() {
            let mut by_signature: BTreeMap<i64, Exact> = BTreeMap::new();
            for conversion in &replay.conversions {
                for credit in &conversion.credits {
                    if let Some(share) = credit.shares[model] {
                        let sum = by_signature.entry(credit.signature).or_default();
                        *sum = *sum + credited_amount(values[&conversion.id], share);
                    }
                }
            }
            totals.push(by_signature.into_values().sum::<Exact>());
        }
        let attributed: Exact = replay
            .conversions
            .iter()
            .filter(|conversion| !conversion.credits.is_empty())
            .map(|conversion| Exact::from(values[&conversion.id]))
            .sum();
        prop_assert_eq!(totals, vec![attributed; Model::ALL.len()]);
    }

    /// A sale that is refunded in full nets to zero at every touch and under every model.
    #[test]
    fn a_full_refund_nets_to_zero(touches in touches(30), value in value(), days in 0..400_i64) {
        let paid = sale(1_000, 121 * DAY, value);
        let mut refund = sale(1_001, (121 + days) * DAY, -value);
        refund.is_refund = true;
        refund.refund_of = Some(paid.id);
        let replay = replay_customer(&facts(touches, vec![refund, paid]), settings(Windows::defaults()));
        let [one, two] = &replay.conversions[..] else { panic!("two conversions") };
        prop_assert_eq!(&one.credits, &two.credits);
        for credit in &one.credits {
            for share in credit.shares.into_iter().flatten() {
                let net = credited_amount(value, share) + credited_amount(-value, share);
                prop_assert!(net.is_zero());
            }
        }
    }

    /// What is explained is what is credited.
    #[test]
    fn explanations_agree_with_credit(
        touches in touches(30), conversions in conversions(), windows in windows(),
    ) {
        let facts = facts(touches, conversions);
        let replay = replay_customer(&facts, settings(windows));
        for conversion in &replay.conversions {
            for (position, model) in Model::ALL.into_iter().enumerate() {
                let explained = explain(&facts, settings(windows), conversion.id, model).unwrap();
                let credited: Vec<_> = conversion
                    .credits
                    .iter()
                    .filter_map(|credit| Some((credit.touch_id, credit.shares[position]?)))
                    .collect();
                let shown: Vec<_> = explained
                    .candidates
                    .iter()
                    .filter_map(|touch| Some((touch.touch_id, touch.share?)))
                    .collect();
                prop_assert_eq!(credited, shown);
                prop_assert_eq!(explained.unattributed, conversion.unattributed);
            }
        }
    }
}

/// Fisher-Yates with numbers from a seed.
fn shuffle<T>(things: &mut [T], mut seed: u64) {
    for last in (1..things.len()).rev() {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from(seed >> 33).unwrap() % (last + 1);
        things.swap(last, other);
    }
}

fn reason(conversion: ConversionFact, is_identified: bool) -> Option<UnattributedReason> {
    let facts = CustomerFacts {
        touches: Vec::new(),
        conversions: vec![conversion],
        is_identified,
    };
    replay_customer(&facts, settings(Windows::defaults())).conversions[0].unattributed
}

#[test]
fn every_conversion_without_credit_says_why() {
    let plain = || sale(1_000, 0, Decimal::ONE);
    assert_eq!(
        reason(plain(), true),
        Some(UnattributedReason::NoTouchInWindow)
    );
    assert_eq!(reason(plain(), false), Some(UnattributedReason::NoIdentity));
    let refused = ConversionFact {
        eligible: false,
        ..plain()
    };
    assert_eq!(reason(refused, true), Some(UnattributedReason::NotEligible));
    let pending = ConversionFact {
        value: Value::PendingFx,
        ..plain()
    };
    assert_eq!(reason(pending, true), Some(UnattributedReason::PendingFx));
    let early = ConversionFact {
        is_refund: true,
        ..plain()
    };
    assert_eq!(
        reason(early, true),
        Some(UnattributedReason::RefundUnmatched)
    );
}

#[test]
fn refunds_that_refund_each_other_end() {
    let mut one = sale(1_000, 0, Decimal::ONE);
    let mut two = sale(1_001, 0, Decimal::ONE);
    (one.is_refund, two.is_refund) = (true, true);
    (one.refund_of, two.refund_of) = (Some(two.id), Some(one.id));
    let replay = replay_customer(
        &facts(Vec::new(), vec![one, two]),
        settings(Windows::defaults()),
    );
    let unmatched = Some(UnattributedReason::RefundUnmatched);
    assert!(
        replay
            .conversions
            .iter()
            .all(|conversion| conversion.unattributed == unmatched)
    );
}

#[test]
fn ad_evidence_without_a_visit_makes_a_touch_of_its_own() {
    let mut lead = sale(1_000, 10 * DAY, Decimal::TEN);
    lead.evidence.ad_id = Some("ad-1".to_owned());
    lead.evidence_signature = Some((77, false));
    let visit = touch(1, 9 * DAY, TouchKind::Click, true);
    let replay = replay_customer(
        &facts(vec![visit.clone()], vec![lead.clone()]),
        settings(Windows::defaults()),
    );
    assert!(replay.conversions[0].is_synthetic);
    assert_eq!(replay.conversions[0].touch_count, 2);
    assert_eq!(replay.synthetic_touches[0].signature, 77);
    assert_eq!(
        replay.synthetic_touches[0].at,
        lead.occurred_at.plus_micros(-MICROS_PER_SECOND)
    );

    let mut seen = visit;
    seen.evidence.ad_id = Some("ad-1".to_owned());
    let replay = replay_customer(
        &facts(vec![seen], vec![lead]),
        settings(Windows::defaults()),
    );
    assert!(!replay.conversions[0].is_synthetic);
}

#[test]
fn the_first_payment_is_the_earliest_unless_the_caller_says_otherwise() {
    let (early, late) = (sale(1_001, 0, Decimal::ONE), sale(1_000, DAY, Decimal::ONE));
    let first = |conversions: Vec<ConversionFact>| {
        let facts = facts(Vec::new(), conversions);
        let replay = replay_customer(&facts, settings(Windows::defaults()));
        replay
            .conversions
            .iter()
            .map(|conversion| conversion.is_first_payment)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        first(vec![late.clone(), early.clone()]),
        [Some(true), Some(false)]
    );
    let renewal = ConversionFact {
        declared_first_payment: Some(false),
        ..early
    };
    assert_eq!(first(vec![late, renewal]), [Some(false), Some(false)]);
}
