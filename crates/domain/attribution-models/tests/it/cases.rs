//! Single stories: what a conversion without credit says, refunds, derived touches, first payments.

use attribution_models::synthetic::{synthetic_id, synthetic_touch};
use attribution_models::{
    ConversionFact, CustomerFacts, Origin, Touch, TouchKind, UnattributedReason, Value, Windows,
    replay_customer,
};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Model, RevenueType};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::support::{DAY, facts, sale, settings, touch};

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
        origin: Origin::Refund { of: None },
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
    one.origin = Origin::Refund { of: Some(two.id) };
    two.origin = Origin::Refund { of: Some(one.id) };
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

#[test]
fn a_model_with_a_shorter_window_says_so_for_itself() {
    let lead = ConversionFact {
        revenue_type: RevenueType::Pipeline,
        ..sale(1_000, 60 * DAY, Decimal::ONE)
    };
    let visit = touch(1, 0, TouchKind::Click, false);
    let replay = replay_customer(
        &facts(vec![visit], vec![lead]),
        settings(Windows::defaults()),
    );
    let [lead] = &replay.conversions[..] else {
        panic!("one conversion")
    };
    assert_eq!(lead.unattributed, None);
    assert_eq!(lead.unattributed_under(Model::FirstTouch), None);
    for model in Model::ALL
        .into_iter()
        .filter(|model| *model != Model::FirstTouch)
    {
        let none = Some(UnattributedReason::NoTouchInWindow);
        assert_eq!(lead.unattributed_under(model), none, "{model:?}");
    }
    assert_eq!((lead.touch_count, lead.first_touch_at), (0, None));
}

#[test]
fn a_refund_that_came_first_waits_and_then_follows_the_sale() {
    let visit = touch(1, 0, TouchKind::Click, false);
    let paid = sale(1_000, DAY, Decimal::ONE);
    let refund = ConversionFact {
        origin: Origin::Refund { of: Some(paid.id) },
        ..sale(1_001, 300 * DAY, -Decimal::ONE)
    };
    let again = ConversionFact {
        origin: Origin::Refund {
            of: Some(refund.id),
        },
        ..sale(1_002, 301 * DAY, Decimal::ONE)
    };
    let alone = facts(vec![visit.clone()], vec![refund.clone()]);
    let alone = replay_customer(&alone, settings(Windows::defaults()));
    assert_eq!(
        alone.conversions[0].unattributed,
        Some(UnattributedReason::RefundUnmatched)
    );
    assert!(alone.conversions[0].credits.is_empty());
    assert_eq!(alone.conversions[0].is_first_payment, None);

    let known = facts(vec![visit], vec![again, refund, paid]);
    let known = replay_customer(&known, settings(Windows::defaults()));
    let [paid, refund, again] = &known.conversions[..] else {
        panic!("three conversions")
    };
    assert_eq!(paid.credits.len(), 1);
    assert_eq!(refund.credits, paid.credits);
    assert_eq!(again.credits, paid.credits);
}

#[test]
fn a_refund_follows_its_sale_into_having_no_credit() {
    let visit = touch(1, 0, TouchKind::Click, false);
    let paid = sale(1_000, DAY, Decimal::ONE);
    let refund = ConversionFact {
        origin: Origin::Refund { of: Some(paid.id) },
        ..sale(1_001, 2 * DAY, -Decimal::ONE)
    };
    let reasons = |paid: &ConversionFact, refund: &ConversionFact| {
        let facts = facts(vec![visit.clone()], vec![paid.clone(), refund.clone()]);
        let replay = replay_customer(&facts, settings(Windows::defaults()));
        replay
            .conversions
            .iter()
            .map(|conversion| conversion.unattributed)
            .collect::<Vec<_>>()
    };
    let pending = |fact: &ConversionFact| ConversionFact {
        value: Value::PendingFx,
        ..fact.clone()
    };
    let refused = ConversionFact {
        eligible: false,
        ..paid.clone()
    };
    let (not_eligible, pending_fx) = (
        Some(UnattributedReason::NotEligible),
        Some(UnattributedReason::PendingFx),
    );
    assert_eq!(reasons(&paid, &refund), [None, None]);
    assert_eq!(reasons(&refused, &refund), [not_eligible, not_eligible]);
    assert_eq!(reasons(&pending(&paid), &refund), [pending_fx, pending_fx]);
    assert_eq!(reasons(&paid, &pending(&refund)), [None, pending_fx]);
}

#[test]
fn a_refund_counts_when_all_that_it_gives_back_counts() {
    let refund = |number, of: &ConversionFact, value| ConversionFact {
        origin: Origin::Refund { of: Some(of.id) },
        ..sale(number, 2 * DAY, value)
    };
    let values = |conversions: &[&ConversionFact]| {
        let conversions = conversions.iter().map(|fact| (*fact).clone()).collect();
        let replay = replay_customer(
            &facts(Vec::new(), conversions),
            settings(Windows::defaults()),
        );
        let values = replay.conversions.iter().map(|conversion| conversion.value);
        values.collect::<Vec<_>>()
    };
    let (known, waiting) = (Value::Known, Value::PendingFx);
    let paid = sale(1_000, DAY, Decimal::ONE);
    let back = refund(1_001, &paid, -Decimal::ONE);
    let again = refund(1_002, &back, Decimal::ONE);
    let all = [
        known(Decimal::ONE),
        known(-Decimal::ONE),
        known(Decimal::ONE),
    ];
    assert_eq!(values(&[&paid, &back, &again]), all);
    for eligible in [true, false] {
        let paid = ConversionFact {
            value: waiting,
            eligible,
            ..paid.clone()
        };
        assert_eq!(values(&[&paid, &back, &again]), [waiting; 3]);
    }
    let back = ConversionFact {
        value: waiting,
        ..back
    };
    let one = known(Decimal::ONE);
    assert_eq!(values(&[&paid, &back, &again]), [one, waiting, waiting]);
}

#[test]
fn a_conversion_that_is_not_eligible_derives_no_touch() {
    let mut lead = sale(1_000, 0, Decimal::ONE);
    lead.evidence.ad_id = Some("ad-1".to_owned());
    lead.evidence_signature = Some((77, false));
    lead.eligible = false;
    let replay = replay_customer(
        &facts(Vec::new(), vec![lead]),
        settings(Windows::defaults()),
    );
    assert!(replay.synthetic_touches.is_empty());
    assert!(!replay.conversions[0].is_synthetic);
}

/// A lead that names an ad, with a visit that names none half a second before it.
fn lead_with_ad() -> (Touch, ConversionFact) {
    let mut lead = sale(1_000, DAY, Decimal::ONE);
    lead.evidence.ad_id = Some("ad-1".to_owned());
    lead.evidence_signature = Some((77, false));
    let mut visit = touch(1, DAY, TouchKind::Click, true);
    visit.at = visit.at.plus_micros(-MICROS_PER_SECOND / 2);
    (visit, lead)
}

#[test]
fn a_derived_touch_takes_its_place_in_the_order() {
    let (visit, lead) = lead_with_ad();
    let id = synthetic_id(lead.id);
    let replay = replay_customer(
        &facts(vec![visit.clone()], vec![lead]),
        settings(Windows::defaults()),
    );
    let [one, two] = &replay.conversions[0].credits[..] else {
        panic!("two credits")
    };
    assert_eq!((one.touch_id, one.kind), (id, TouchKind::Synthetic));
    assert_eq!(two.touch_id, visit.id);
    assert!(one.share(Model::FirstTouch).is_some());
    assert!(two.share(Model::LastTouch).is_some());
    assert!(one.share(Model::LastNonDirect).is_some());
}

#[test]
fn a_refund_of_a_derived_touch_is_credited_to_it_and_derives_none() {
    let (visit, lead) = lead_with_ad();
    let refund = ConversionFact {
        id: Uuid::from_u128(1_001).into(),
        occurred_at: lead.occurred_at.plus_micros(MICROS_PER_SECOND),
        origin: Origin::Refund { of: Some(lead.id) },
        ..lead.clone()
    };
    let replay = replay_customer(
        &facts(vec![visit], vec![lead, refund]),
        settings(Windows::defaults()),
    );
    let [lead, refund] = &replay.conversions[..] else {
        panic!("two conversions")
    };
    assert_eq!(refund.credits, lead.credits);
    assert_eq!((lead.is_synthetic, refund.is_synthetic), (true, false));
    assert_eq!(replay.synthetic_touches.len(), 1);
}

#[test]
fn a_touch_is_derived_from_eligible_conversions_that_name_something_classified() {
    let (_, lead) = lead_with_ad();
    let derived = |change: fn(&mut ConversionFact)| {
        let mut lead = lead.clone();
        change(&mut lead);
        synthetic_touch(&lead, &[])
    };
    let touch = derived(|_| ()).unwrap();
    assert_eq!(derived(|_| ()), Some(touch.clone()));
    assert_eq!(touch.evidence, lead.evidence);
    assert_eq!(derived(|lead| lead.eligible = false), None);
    assert_eq!(derived(|lead| lead.evidence.ad_id = None), None);
    assert_eq!(derived(|lead| lead.evidence_signature = None), None);
}
