//! What people were shown takes credit where the profile says so, and nowhere else.

use attribution_models::{
    Admission, Settings, Touch, TouchKind, Value, Windows, explain, replay_customer,
};
use kernel::Model;
use proptest::prelude::*;
use rust_decimal::Decimal;

use crate::support::{DAY, conversions, facts, sale, settings, touch, touches, windows};

fn without_views(touches: &[Touch]) -> Vec<Touch> {
    let visits = touches.iter().filter(|it| it.kind != TouchKind::View);
    visits.cloned().collect()
}

proptest! {
    #[test]
    fn views_that_take_no_credit_change_nothing(
        touches in touches(12), conversions in conversions(), windows in windows(),
    ) {
        let ignoring = Settings { windows, credits_views: false };
        let all = replay_customer(&facts(touches.clone(), conversions.clone()), ignoring);
        for settings in [ignoring, settings(windows)] {
            let visits = facts(without_views(&touches), conversions.clone());
            prop_assert_eq!(&all, &replay_customer(&visits, settings));
        }
    }

    #[test]
    fn both_last_touches_are_those_of_both_settings(
        touches in touches(12), conversions in conversions(), windows in windows(),
    ) {
        let all = facts(touches, conversions);
        let last = |credits_views, id| {
            let replay = replay_customer(&all, Settings { windows, credits_views });
            let found = replay.conversions.into_iter().find(|it| it.id == id)?;
            let credit = found.credits.iter().find(|it| it.share(Model::LastTouch).is_some());
            credit.map(|credit| credit.touch_id)
        };
        let has_views = all.touches.iter().any(|it| it.kind == TouchKind::View);
        for conversion in &all.conversions {
            if !conversion.eligible || conversion.origin.is_refund() {
                continue;
            }
            for credits_views in [false, true] {
                let settings = Settings { windows, credits_views };
                let told = explain(&all, settings, conversion.id, Model::Linear).unwrap();
                let is_known = conversion.value != Value::PendingFx;
                prop_assert_eq!(told.views.is_some(), has_views && is_known);
                let Some(views) = told.views else {
                    continue;
                };
                prop_assert_eq!(views.with_views, last(true, conversion.id));
                prop_assert_eq!(views.without_views, last(false, conversion.id));
            }
        }
    }
}

#[test]
fn a_view_that_is_ignored_says_so() {
    let touches = vec![
        touch(1, 98 * DAY, TouchKind::Click, false),
        touch(2, 100 * DAY - 60, TouchKind::View, false),
        touch(3, 90 * DAY, TouchKind::View, false),
    ];
    let sold = sale(1_000, 100 * DAY, Decimal::TEN);
    let all = facts(touches, vec![sold.clone()]);
    let told = |settings| {
        let told = explain(&all, settings, sold.id, Model::LastTouch).unwrap();
        let candidates = told.candidates.iter();
        let told: Vec<_> = candidates
            .map(|it| {
                (
                    it.touch_id.uuid().as_u128(),
                    it.admission,
                    it.share.is_some(),
                )
            })
            .collect();
        told
    };
    let window = Windows::defaults().view_through_days;
    let old = Admission::OutsideWindow {
        age_micros: 10 * DAY * 1_000_000,
        window,
    };
    let ignored = told(Settings::default());
    let views = Admission::ViewsIgnored;
    assert_eq!(
        ignored,
        [
            (3, old, false),
            (1, Admission::Kept, true),
            (2, views, false)
        ]
    );
    let credited = told(settings(Windows::defaults()));
    let kept = Admission::Kept;
    assert_eq!(
        credited,
        [(3, old, false), (1, kept, false), (2, kept, true)]
    );
}

#[test]
fn a_view_is_no_visit_of_a_conversion_that_names_its_ad() {
    let mut view = touch(1, 100 * DAY - 60, TouchKind::View, false);
    view.evidence.ad_id = Some("ad".to_owned());
    let mut sold = sale(1_000, 100 * DAY, Decimal::TEN);
    sold.evidence.ad_id = Some("ad".to_owned());
    sold.evidence_signature = Some((7, false));
    let all = facts(vec![view], vec![sold]);
    for credits_views in [false, true] {
        let settings = Settings {
            windows: Windows::defaults(),
            credits_views,
        };
        let replay = replay_customer(&all, settings);
        assert_eq!(replay.synthetic_touches.len(), 1);
        assert!(replay.conversions[0].is_synthetic);
    }
}
