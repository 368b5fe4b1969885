//! Which touch each model credits, by hand.

use attribution_models::{
    Admission, ConversionFact, Touch, TouchKind, WindowDays, Windows, explain, replay_customer,
};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Model, RevenueType};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::support::{DAY, facts, sale, settings, touch};

/// `(touch, billionths)` under one model, for a conversion and the default windows.
fn credited(touches: &[Touch], conversion: &ConversionFact, model: Model) -> Vec<(u128, u32)> {
    let facts = facts(touches.to_vec(), vec![conversion.clone()]);
    let replay = replay_customer(&facts, settings(Windows::defaults()));
    let credits = replay.conversions[0].credits.iter();
    credits
        .filter_map(|credit| {
            let share = credit.share(model)?;
            Some((credit.touch_id.uuid().as_u128(), share.billionths()))
        })
        .collect()
}

fn click(number: u128, day: i64, direct: bool) -> Touch {
    touch(number, day * DAY, TouchKind::Click, direct)
}

#[test]
fn each_model_credits_its_own_touches() {
    let touches = [
        click(4, 79, true),
        click(1, 0, false),
        click(3, 72, false),
        click(2, 65, true),
    ];
    let paid = sale(1_000, 79 * DAY, Decimal::ONE);
    let of = |model| credited(&touches, &paid, model);
    assert_eq!(of(Model::LastTouch), [(4, 1_000_000_000)]);
    assert_eq!(of(Model::FirstTouch), [(1, 1_000_000_000)]);
    assert_eq!(of(Model::LastNonDirect), [(3, 1_000_000_000)]);
    let quarters = [1, 2, 3, 4].map(|number| (number, 250_000_000));
    assert_eq!(of(Model::Linear), quarters);

    // Ages of 14, 7 and 0 days weigh 1, 2 and 4 sevenths.
    assert_eq!(
        credited(
            &[click(2, 65, true), click(3, 72, false), click(4, 79, true)],
            &paid,
            Model::TimeDecay
        ),
        [(2, 142_857_143), (3, 285_714_286), (4, 571_428_571)]
    );
}

#[test]
fn last_non_direct_falls_back_to_the_last_touch() {
    let touches = [click(1, 0, true), click(2, 1, true)];
    let paid = sale(1_000, 2 * DAY, Decimal::ONE);
    assert_eq!(
        credited(&touches, &paid, Model::LastNonDirect),
        [(2, 1_000_000_000)]
    );
}

#[test]
fn ties_in_time_are_decided_by_the_id() {
    let touches = [click(9, 0, false), click(7, 0, false), click(8, 0, false)];
    let paid = sale(1_000, 0, Decimal::ONE);
    assert_eq!(
        credited(&touches, &paid, Model::LastTouch),
        [(9, 1_000_000_000)]
    );
    assert_eq!(
        credited(&touches, &paid, Model::FirstTouch),
        [(7, 1_000_000_000)]
    );
    let thirds = [(7, 333_333_334), (8, 333_333_333), (9, 333_333_333)];
    for model in [Model::Linear, Model::TimeDecay] {
        assert_eq!(credited(&touches, &paid, model), thirds, "{model:?}");
    }
}

#[test]
fn seconds_count_and_parts_of_seconds_do_not() {
    let at = |number: u128, micros: i64| {
        let mut touch = click(number, 0, false);
        touch.at = touch.at.plus_micros(micros);
        touch
    };
    let mut paid = sale(1_000, 0, Decimal::ONE);
    paid.occurred_at = paid.occurred_at.plus_micros(999_999);
    let same = [at(1, 0), at(2, 999_998)];
    assert_eq!(
        credited(&same, &paid, Model::TimeDecay),
        [(1, 500_000_000), (2, 500_000_000)]
    );
    let apart = [at(1, -MICROS_PER_SECOND), at(2, 0)];
    let shares = credited(&apart, &paid, Model::TimeDecay);
    assert_eq!(shares, [(1, 499_999_713), (2, 500_000_287)]);
}

#[test]
fn each_window_reaches_its_last_microsecond_and_no_further() {
    let lead = |seconds| ConversionFact {
        revenue_type: RevenueType::Pipeline,
        ..sale(1_000, seconds, Decimal::ONE)
    };
    for (kind, is_cash, model, days) in [
        (TouchKind::Click, false, Model::LastTouch, 30),
        (TouchKind::Click, true, Model::LastTouch, 90),
        (TouchKind::Click, false, Model::FirstTouch, 90),
        (TouchKind::View, false, Model::Linear, 1),
        (TouchKind::View, true, Model::FirstTouch, 1),
    ] {
        let at = days * DAY;
        let paid = if is_cash {
            sale(1_000, at, Decimal::ONE)
        } else {
            lead(at)
        };
        let mut touch = touch(1, 0, kind, false);
        assert_eq!(
            credited(&[touch.clone()], &paid, model).len(),
            1,
            "{kind:?} {model:?}"
        );
        touch.at = touch.at.plus_micros(-1);
        assert_eq!(
            credited(&[touch], &paid, model).len(),
            0,
            "{kind:?} {model:?}"
        );
    }
}

#[test]
fn every_touch_says_why_it_counts_or_not() {
    let touches = vec![
        click(1, 9, false),
        click(2, 99, false),
        click(3, 101, false),
        touch(4, 100 * DAY, TouchKind::View, false),
    ];
    let paid = sale(1_000, 100 * DAY, Decimal::new(1_000, 2));
    let mut windows = Windows::defaults();
    windows.view_through_days = WindowDays::new(0).unwrap();
    let told = explain(
        &facts(touches, vec![paid.clone()]),
        settings(windows),
        paid.id,
        Model::Linear,
    )
    .unwrap();
    let admissions: Vec<_> = told
        .candidates
        .iter()
        .map(|touch| (touch.touch_id.uuid().as_u128(), touch.admission))
        .collect();
    let too_old = Admission::OutsideWindow {
        age_micros: 91 * MICROS_PER_DAY,
        window: windows.cash_days,
    };
    assert_eq!(
        admissions,
        [
            (1, too_old),
            (2, Admission::Kept),
            (4, Admission::WindowOff),
            (3, Admission::AfterConversion),
        ]
    );
    let amounts: Vec<_> = told
        .candidates
        .iter()
        .map(|touch| touch.amount.map(|it| it.to_string()))
        .collect();
    assert_eq!(amounts, [None, Some("10".to_owned()), None, None]);
    assert_eq!(told.unattributed, None);
    let unknown = Uuid::from_u128(5).into();
    assert!(
        explain(
            &facts(Vec::new(), vec![paid]),
            settings(windows),
            unknown,
            Model::Linear
        )
        .is_none()
    );
}
