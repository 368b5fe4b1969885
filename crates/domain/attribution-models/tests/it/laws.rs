//! The laws of replay, over random histories.

use std::collections::BTreeMap;

use attribution_models::path::path;
use attribution_models::{
    AttributedConversion, ConversionFact, CreditShare, CustomerFacts, Origin, TouchKind,
    WindowDays, Windows, credited_amount, explain, replay_customer,
};
use kernel::{ConversionId, Exact, Model, RevenueType, Timestamp, TouchId};
use proptest::prelude::*;
use rust_decimal::Decimal;

use crate::support::{
    DAY, conversions, facts, known, sale, settings, touch, touches, value, windows,
};

/// What a model credits of a conversion, by signature.
fn by_signature(
    conversion: &AttributedConversion,
    model: Model,
    value: Decimal,
) -> BTreeMap<i64, Exact> {
    let mut sums: BTreeMap<i64, Exact> = BTreeMap::new();
    for credit in &conversion.credits {
        let Some(share) = credit.share(model) else {
            continue;
        };
        let sum = sums.entry(credit.signature).or_default();
        *sum = *sum + credited_amount(value, share);
    }
    sums
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Law 1: shares add up to one billion and credited amounts to the value, for every model,
    /// path length from 1 to 60 and amount.
    #[test]
    fn credit_adds_up(
        ages in prop::collection::vec((0..=90 * DAY, any::<bool>()), 1..=60), value in value(),
    ) {
        let touches = ages
            .iter()
            .zip(1_u128..)
            .map(|((age, direct), number)| {
                touch(number, 100 * DAY - age, TouchKind::Click, *direct)
            })
            .collect();
        let paid = sale(1_000, 100 * DAY, value);
        let replay = replay_customer(&facts(touches, vec![paid]), settings(Windows::defaults()));
        let conversion = &replay.conversions[0];
        prop_assert_eq!(usize::try_from(conversion.touch_count).unwrap(), ages.len());
        for model in Model::ALL {
            let shares = || conversion.credits.iter().filter_map(|credit| credit.share(model));
            let whole: u32 = shares().map(CreditShare::billionths).sum();
            let amount: Exact = shares().map(|share| credited_amount(value, share)).sum();
            prop_assert_eq!(whole, CreditShare::WHOLE);
            prop_assert_eq!(amount, Exact::from(value));
        }
    }

    /// Law 4: each model's path holds what it held when a window was narrower; windows of zero
    /// hold nothing.
    #[test]
    fn windows_only_add(
        touches in touches(30), conversions in conversions(), narrow in windows(),
        more in prop::array::uniform4(0..20_u16),
    ) {
        let [click, view, first, cash] = more;
        let wider = |days: WindowDays, more: u16| WindowDays::new(days.get() + more).unwrap();
        let wide = Windows {
            click_days: wider(narrow.click_days, click),
            view_through_days: wider(narrow.view_through_days, view),
            first_touch_days: wider(narrow.first_touch_days, first),
            cash_days: wider(narrow.cash_days, cash),
        };
        let off = WindowDays::new(0).unwrap();
        let off = Windows {
            click_days: off, view_through_days: off, first_touch_days: off, cash_days: off,
        };
        let touches: Vec<_> = touches.iter().collect();
        for model in Model::ALL {
            for conversion in &conversions {
                let of = |windows| -> Vec<TouchId> {
                    let path = path(&touches, windows, model, conversion);
                    path.into_iter().map(|touch| touch.id).collect()
                };
                let wide = of(wide);
                prop_assert!(of(narrow).iter().all(|touch| wide.contains(touch)));
                prop_assert!(of(off).is_empty());
            }
        }
    }
}

proptest! {
    /// Law 2: a touch after an instant changes nothing about a conversion at or before it.
    #[test]
    fn the_future_changes_nothing(
        past in touches(30), future in touches(10), conversions in conversions(),
        cut in 0..130 * DAY, windows in windows(),
    ) {
        let cut = sale(0, cut, Decimal::ONE).occurred_at;
        let future = future
            .into_iter()
            .zip(500_u128..)
            .filter(|(later, _)| later.at > cut)
            .map(|(later, number)| attribution_models::Touch {
                id: uuid::Uuid::from_u128(number).into(),
                ..later
            });
        let more = past.iter().cloned().chain(future).collect();
        let settled = |touches| -> Vec<AttributedConversion> {
            let replay = replay_customer(&facts(touches, conversions.clone()), settings(windows));
            let at = |id: ConversionId| -> Timestamp {
                conversions.iter().find(|conversion| conversion.id == id).unwrap().occurred_at
            };
            replay.conversions.into_iter().filter(|conversion| at(conversion.id) <= cut).collect()
        };
        prop_assert_eq!(settled(past.clone()), settled(more));
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

    /// Law 5: what two browsers of one person saw counts as if one had seen it.
    #[test]
    fn two_browsers_that_are_merged_are_one(
        touches in touches(30), conversions in conversions(), windows in windows(),
        sides in any::<u64>(),
    ) {
        let one = replay_customer(&facts(touches.clone(), conversions.clone()), settings(windows));
        let side = |position: usize| sides >> (position % 64) & 1 == 1;
        let part = |wanted: bool| CustomerFacts {
            touches: pick(&touches, |position| side(position) == wanted),
            conversions: pick(&conversions, |position| side(position + 31) == wanted),
            is_identified: true,
        };
        let (mut merged, other) = (part(true), part(false));
        merged.touches.extend(other.touches);
        merged.conversions.extend(other.conversions);
        prop_assert_eq!(one, replay_customer(&merged, settings(windows)));
    }

    /// Laws 6 and 7: for every model and revenue type the sum over channels, and what the model
    /// leaves without credit, make the total; and models with the same window leave the same.
    #[test]
    fn totals_agree(
        touches in touches(40), conversions in conversions(), windows in windows(),
        same_window in any::<bool>(),
    ) {
        let mut windows = windows;
        if same_window {
            (windows.click_days, windows.first_touch_days) = (windows.cash_days, windows.cash_days);
        }
        let replay =
            replay_customer(&facts(touches, conversions.clone()), settings(windows));
        let facts: BTreeMap<ConversionId, &ConversionFact> =
            conversions.iter().map(|conversion| (conversion.id, conversion)).collect();
        for revenue_type in [RevenueType::Cash, RevenueType::Pipeline] {
            let of_type =
                || replay.conversions.iter().filter(|one| facts[&one.id].revenue_type == revenue_type);
            let total: Exact = of_type().map(|one| Exact::from(known(facts[&one.id]))).sum();
            let mut credited = BTreeMap::new();
            for model in Model::ALL {
                let by_channel: Exact = of_type()
                    .flat_map(|one| by_signature(one, model, known(facts[&one.id])).into_values())
                    .sum();
                let left: Exact = of_type()
                    .filter(|one| one.unattributed_under(model).is_some())
                    .map(|one| Exact::from(known(facts[&one.id])))
                    .sum();
                prop_assert_eq!(by_channel + left, total);
                if model != Model::FirstTouch || same_window {
                    credited.insert(by_channel, model);
                }
            }
            prop_assert_eq!(credited.len(), 1);
        }
    }

    /// A sale that is refunded in full nets to zero at every touch and under every model.
    #[test]
    fn a_full_refund_nets_to_zero(touches in touches(30), value in value(), days in 0..400_i64) {
        let paid = sale(1_000, 121 * DAY, value);
        let mut refund = sale(1_001, (121 + days) * DAY, -value);
        refund.origin = Origin::Refund { of: Some(paid.id) };
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
                prop_assert_eq!(explained.unattributed, conversion.unattributed_under(model));
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

/// The things at the positions that are wanted.
fn pick<T: Clone>(things: &[T], is_wanted: impl Fn(usize) -> bool) -> Vec<T> {
    let positions = things.iter().enumerate();
    positions
        .filter(|(position, _)| is_wanted(*position))
        .map(|(_, thing)| thing.clone())
        .collect()
}
