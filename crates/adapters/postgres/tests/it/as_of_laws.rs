//! Whatever happens to a profile, what was reported at an instant can be read again later: along
//! random histories of facts, spend and changes of every part of the lens.

use std::collections::BTreeSet;

use application::profiles::update::{ProfileChange, update as update_profile};
use application::profiles::windows::{WindowsChange, set_windows};
use application::settle;
use attribution_models::WindowDays;
use channel_classifier::ListedHost;
use conversion_definitions::DefinitionEdit;
use event_intake::{Conditions, ConditionsDraft, Received};
use identity_graph::visitor_id;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{
    Accounting, Clock, Currency, DefinitionId, Model, Period, RevenueType, TimeZone, Timestamp,
};
use profile_setup::channel_rules::change::RuleCommand;
use profile_setup::definitions::update::update as update_definition;
use profile_setup::tracking::settings::{TrackingChange, update as update_tracking};
use reporting::filter::{Dimension, Filter};
use reporting::overview::{Overview, OverviewQuery, OverviewReader};
use reporting::question::Question;
use time::macros::date;
use tributary_postgres::reporting::PgOverviewReader;

use crate::channel_rules_support::{
    Dice, add_channel, configuration, landing, random_rule, try_change,
};
use crate::erasure_support;
use crate::exclusions::{exclude, take_back};
use crate::reporting_seed::access;
use crate::retention::age;
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

/// Histories that are tried.
const HISTORIES: u64 = 100;

/// Things that happen in one history.
const STEPS: usize = 12;

const PEOPLE: usize = 3;

fn at(dice: &mut Dice) -> Timestamp {
    let seconds = i64::try_from(dice.roll(30 * 86_400)).unwrap();
    instant("2026-05-20T00:00:00Z").plus_micros(seconds * MICROS_PER_SECOND)
}

fn email(dice: &mut Dice) -> String {
    format!("person{}@example.com", dice.roll(PEOPLE))
}

/// Something that people do.
async fn fact(world: &World, dice: &mut Dice, name: &str) {
    let browser = format!("browser-{}", dice.roll(PEOPLE + 1));
    let (at, email) = (at(dice), email(dice));
    match dice.roll(6) {
        0..=2 => {
            let view = page_view(name, at, &landing(dice), None);
            world.track(&browser, vec![view]).await;
        }
        3 => {
            let known = identify(name, at, &email);
            world.track(&browser, vec![known]).await;
        }
        4 => {
            let amount = format!("{}.{:02}", dice.roll(500), dice.roll(100));
            let mut draft = payment(at, &amount, &email);
            if dice.roll(3) == 0 {
                draft.event_type = Some("lead_created".to_owned());
            }
            world.record(name, draft).await;
        }
        _ => {
            let mut refund = payment(at, "3.5", &email);
            refund.refund_of = Some(format!("fact-{}", dice.roll(STEPS)));
            world.record(name, refund).await;
        }
    }
    world.drain().await;
}

/// A change of definitions, windows, time zone, currency, rules, hosts, exclusions, or of what is kept, also of one person.
/// Tells how many browsers lost their names.
async fn change(world: &World, dice: &mut Dice, step: usize) -> u64 {
    let mut forgotten = 0;
    match dice.roll(10) {
        0 => windows(world, dice).await,
        1 => {
            let zone = dice.pick(&["UTC", "Asia/Tokyo", "America/Santiago"]);
            let change = ProfileChange {
                timezone: TimeZone::named(zone),
                ..ProfileChange::default()
            };
            profile(world, &change).await;
        }
        2 => {
            let change = ProfileChange {
                currency: Currency::parse(dice.pick(&["EUR", "USD"])),
                ..ProfileChange::default()
            };
            profile(world, &change).await;
        }
        3 => definition(world, dice).await,
        4 => hosts(world, dice).await,
        5 | 6 => exclusion(world, dice).await,
        7 => forgotten = forget(world).await,
        8 => forgotten = forget_somebody(world, dice).await,
        _ => {
            let stored = configuration(world).await.rules;
            let command = match stored.first() {
                Some(stored) if dice.roll(2) == 0 => RuleCommand::Delete(stored.rule.id),
                _ => {
                    let place = i64::try_from(step).unwrap() + 1;
                    RuleCommand::Create(random_rule(dice, place))
                }
            };
            try_change(world, command).await.unwrap();
        }
    }
    // Sometimes figures are asked for while the replay still waits.
    if dice.roll(3) > 0 {
        world.drain().await;
    }
    forgotten
}

/// Other hosts are the profile's own, or say nothing.
async fn hosts(world: &World, dice: &mut Dice) {
    let listed = |host: &str| ListedHost::domain(host).unwrap();
    let excluded = ["google.com", "news.example", "chatgpt.com"].map(listed);
    let excluded = excluded.into_iter().filter(|_| dice.roll(2) == 0).collect();
    let change = TrackingChange {
        excluded_referrers: Some(excluded),
        ..TrackingChange::default()
    };
    let mut work = world.begin().await;
    let changed = update_tracking(&mut *work, &world.context(), &access(world), change).await;
    settle(work, changed).await.unwrap().unwrap();
}

/// Old facts lose what is personal, and silent browsers their names.
async fn forget(world: &World) -> u64 {
    // Names are kept as long as the longest window, which is none for a moment.
    let windows =
        "click_window_days, view_through_window_days, first_touch_window_days, cash_window_days";
    let of_now = format!("SELECT concat_ws(', ', {windows}) AS line FROM profiles WHERE id = $1");
    let of_now = world.lines(&of_now).await.concat();
    let set = |to: &str| format!("UPDATE profiles SET ({windows}) = ({to}) WHERE id = $1");
    world.execute(&set("0, 0, 0, 0")).await;
    world
        .execute("UPDATE profiles SET tracker_days = 30, personal_days = 30 WHERE id = $1")
        .await;
    world
        .execute(
            "INSERT INTO retention_passes (profile_id, kind, next_at) \
             SELECT $1, unnest(ARRAY['tracker_events', 'outcome_events', 'customers']), '-infinity' \
             ON CONFLICT (profile_id, kind) DO UPDATE SET next_at = '-infinity'",
        )
        .await;
    let aged = age(world, 3).await;
    world.execute(&set(&of_now)).await;
    world
        .execute("DELETE FROM retention_passes WHERE profile_id = $1")
        .await;
    aged.browsers
}

/// Whoever asks is forgotten, and no figure changes by that.
async fn forget_somebody(world: &World, dice: &mut Dice) -> u64 {
    let Some(id) = erasure_support::holder(world, &email(dice)).await else {
        return 0;
    };
    world.drain().await;
    let question = question(dice);
    let before = told(&question, &overview(world, &question, None).await);
    let erased = erasure_support::forget(world, id).await;
    let at_once = told(&question, &overview(world, &question, None).await);
    assert_eq!(at_once, before, "at once: {question:?}");
    world.drain().await;
    let after = told(&question, &overview(world, &question, None).await);
    assert_eq!(after, before, "after what waited: {question:?}");
    erased.browsers.try_into().unwrap()
}

/// Some events count for nothing, or count again.
async fn exclusion(world: &World, dice: &mut Dice) {
    let mut work = world.begin().await;
    let stored = work.exclusions().list(world.profile.id).await;
    let stored = settle(work, stored).await.unwrap();
    if let Some((stored, _)) = stored.first()
        && dice.roll(2) == 0
    {
        return take_back(world, stored).await;
    }
    let browsers = vec![format!("browser-{}", dice.roll(PEOPLE + 1))];
    let until = (dice.roll(2) == 0).then(|| world.clock.now());
    let conditions = Conditions::new(ConditionsDraft {
        received: Received { from: None, until },
        visitors: BTreeSet::from([visitor_id(world.profile.id, &browsers[0])]),
        ..ConditionsDraft::default()
    });
    exclude(world, conditions.unwrap(), browsers).await;
}

async fn windows(world: &World, dice: &mut Dice) {
    let days = |dice: &mut Dice| WindowDays::new([0, 3, 10, 90][dice.roll(4)]);
    let change = WindowsChange {
        click_days: days(dice),
        cash_days: days(dice),
        first_touch_days: days(dice),
        ..WindowsChange::default()
    };
    let mut work = crate::channel_rules_support::begin(world).await;
    let set = set_windows(&mut *work, &world.context(), &access(world), change).await;
    settle(work, set).await.unwrap();
}

async fn profile(world: &World, change: &ProfileChange) {
    let mut work = crate::channel_rules_support::begin(world).await;
    let updated = update_profile(&mut *work, &world.context(), &access(world), change).await;
    settle(work, updated).await.unwrap();
}

async fn definition(world: &World, dice: &mut Dice) {
    let ids = world
        .lines(
            "SELECT id::text AS line FROM conversion_definitions WHERE profile_id = $1 \
             AND conversion_key IN ('payment_received', 'lead_created') ORDER BY conversion_key",
        )
        .await;
    let id: DefinitionId = ids[dice.roll(ids.len())].parse().unwrap();
    let kinds = [RevenueType::Cash, RevenueType::Pipeline, RevenueType::Gross];
    let edit = DefinitionEdit {
        revenue_type: Some(kinds[dice.roll(3)]),
        attribution_eligible: Some(dice.roll(3) > 0),
        ..DefinitionEdit::default()
    };
    let mut work = crate::channel_rules_support::begin(world).await;
    let changed = update_definition(&mut *work, &world.context(), &access(world), id, edit).await;
    settle(work, changed).await.unwrap();
}

fn question(dice: &mut Dice) -> Question {
    let [from, to] = [
        [date!(2026 - 05 - 20), date!(2026 - 06 - 20)],
        [date!(2026 - 06 - 01), date!(2026 - 06 - 05)],
    ][dice.roll(2)];
    let channel = dice.pick(&["", "is:Direct|Email", "is_not:Paid Search"]);
    let filter = Filter::parse(Dimension::Channel, channel);
    Question {
        period: Period::new(from, to).unwrap(),
        model: Model::ALL[dice.roll(Model::COUNT)],
        accounting: Accounting::ConversionDate,
        filters: filter.into_iter().collect(),
        goals: Vec::new(),
    }
}

async fn overview(world: &World, question: &Question, as_of: Option<Timestamp>) -> Overview {
    let query = OverviewQuery {
        question: question.clone(),
        as_of,
    };
    PgOverviewReader::new(world.pool.clone())
        .overview(&access(world), &query)
        .await
        .unwrap()
}

/// Everything that must be found again. Visits by channel are told by the channels of now.
fn told(question: &Question, overview: &Overview) -> Vec<String> {
    let periods = [overview.current, overview.previous];
    periods
        .into_iter()
        .map(|mut of| {
            if !question.filters.is_empty() {
                (of.visitors, of.pageviews) = (0, 0);
                (of.bounce_rate, of.avg_engaged_seconds) = Default::default();
            }
            format!("{of:?}")
        })
        .collect()
}

#[test]
fn what_was_reported_at_an_instant_is_found_again() {
    RUNTIME.block_on(async {
        let (mut differing, mut forgotten) = (0, 0);
        for history in 0..HISTORIES {
            let world = World::new().await;
            let mut dice = Dice::new(0x00a5_0f00 + history);
            add_channel(&world, "Podcasts").await;
            let mut reported = Vec::new();
            for step in 0..STEPS {
                world.clock.advance_micros(MICROS_PER_DAY / 4);
                match dice.roll(5) {
                    0 | 1 => forgotten += change(&world, &mut dice, step).await,
                    2 => {
                        let day = at(&mut dice).to_utc().date();
                        let amount = format!("{}.5", dice.roll(50));
                        world.spend(day, &amount).await;
                    }
                    _ => fact(&world, &mut dice, &format!("fact-{step}")).await,
                }
                world.ledger_holds().await;
                let question = question(&mut dice);
                let seen = told(&question, &overview(&world, &question, None).await);
                reported.push((world.clock.now(), question, seen));
            }
            // What still waits is shown later than what was asked for last.
            world.clock.advance_micros(MICROS_PER_DAY / 4);
            world.drain().await;
            world.ledger_holds().await;
            for (instant, question, seen) in reported {
                let then = overview(&world, &question, Some(instant)).await;
                assert_eq!(
                    seen,
                    told(&question, &then),
                    "history {history} at {instant}: {question:?}"
                );
                let now = overview(&world, &question, None).await;
                differing += usize::from(seen != told(&question, &now));
            }
        }
        // History did change: what is found again is not merely what there is.
        assert!(differing > 300, "{differing}");
        assert!(forgotten > 5, "{forgotten}");
    });
}
