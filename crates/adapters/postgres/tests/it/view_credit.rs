//! What people were shown takes credit once the profile wants it: a replay of everybody and of one come to the same,
//! and the last touch without views is what reports showed before.

use std::collections::BTreeMap;

use application::conversions::explain::explain;
use application::settle;
use application::views::credit::{ViewsSet, credit_views};
use customer_decisions::merges::merge;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Actor, Model, Period, ProfileAccess, Scope, Timestamp};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reporting::views::{LastTouchSums, Views, ViewsQuery, ViewsReader};
use time::macros::date;
use tributary_postgres::reporting::PgViewsReader;

use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

fn access(world: &World) -> ProfileAccess {
    ProfileAccess {
        profile_id: world.profile.id,
        scopes: [Scope::AttributionWrite].into(),
        actor: Actor::Operator,
    }
}

/// Somebody with this address is shown a banner of a campaign.
async fn show(world: &World, name: &str, email: &str, at: Timestamp) {
    let statements = [
        format!(
            "INSERT INTO view_recipients (profile_id, id, subject_kind, subject_key, created_at)
            VALUES ($1, md5('{email}')::uuid, 'email', '{email}', '{at}') ON CONFLICT DO NOTHING"
        ),
        format!(
            "INSERT INTO views (profile_id, id, recipient_id, occurred_at, local_date, signature_id, agent, ad_id)
            SELECT $1, md5('{name}')::uuid, md5('{email}')::uuid, '{at}', '{at}'::timestamptz::date, g.id, 'browser',
                'banner-1'
            FROM traffic_signatures g
            WHERE g.profile_id = $1 AND g.utm_medium = 'display'"
        ),
    ];
    for statement in statements {
        world.execute(&statement).await;
    }
}

/// One visit by a banner, so that there is a signature to show.
async fn banner(world: &World) {
    let url = "https://shop.example/?utm_source=news&utm_medium=display&utm_campaign=autumn";
    let at = instant("2026-05-01T10:00:00Z");
    let visit = page_view("somebody by a banner", at, url, None);
    world.track("somebody", vec![visit]).await;
}

/// Somebody who came by mail, long before they paid.
async fn buyer(world: &World, name: &str, paid_at: Timestamp, days: i64) {
    let email = format!("{name}@example.com");
    let mail = "https://shop.example/?utm_source=news&utm_medium=email";
    let came_at = paid_at.plus_micros(-days * MICROS_PER_DAY);
    let events = vec![
        page_view(&format!("{name} came"), came_at, mail, None),
        identify(
            &format!("{name} is"),
            came_at.plus_micros(MICROS_PER_SECOND),
            &email,
        ),
    ];
    world.track(name, events).await;
    let sold = payment(paid_at, "10.01", &email);
    world.record(&format!("{name} paid"), sold).await;
}

async fn decide(world: &mut World, credited: bool) -> ViewsSet {
    let mut work = world.begin().await;
    let access = access(world);
    let set = credit_views(&mut *work, &world.context(), &access, credited).await;
    let set = settle(work, set).await.unwrap().unwrap();
    world.profile.credits_views = credited;
    world.drain().await;
    set
}

async fn told(world: &World) -> Views {
    let query = ViewsQuery {
        period: Period::new(date!(2026 - 03 - 01), date!(2026 - 06 - 30)).ok(),
        now: instant("2026-06-30T12:00:00Z"),
    };
    PgViewsReader::new(world.pool.clone())
        .views(&access(world), &query)
        .await
        .unwrap()
}

fn shown(views: &Views, with: bool) -> BTreeMap<String, LastTouchSums> {
    let channels = views.channels.iter().map(|it| {
        let sums = if with {
            it.with_views
        } else {
            it.without_views
        };
        (it.channel.clone(), sums)
    });
    channels
        .filter(|(_, sums)| *sums != LastTouchSums::default())
        .collect()
}

fn lines(views: &Views) -> Vec<String> {
    let channels = views.channels.iter().map(|it| {
        let sums = |sums: LastTouchSums| format!("{} {}", sums.conversions, sums.revenue);
        format!(
            "{}: {} / {}",
            it.channel,
            sums(it.with_views),
            sums(it.without_views)
        )
    });
    channels.collect()
}

#[test]
fn views_take_credit_once_the_profile_wants_it_and_both_figures_are_told() {
    RUNTIME.block_on(async {
        let mut world = World::new().await;
        banner(&world).await;
        let paid_at = instant("2026-06-20T12:00:00Z");
        buyer(&world, "anna", paid_at, 10).await;
        buyer(&world, "berta", paid_at, 10).await;
        show(&world, "anna saw", "anna@example.com", paid_at.plus_micros(-MICROS_PER_SECOND)).await;
        show(&world, "too old", "berta@example.com", paid_at.plus_micros(-2 * MICROS_PER_DAY)).await;
        world.drain().await;
        let before = world.results().await;
        assert_eq!(lines(&told(&world).await), ["Email: 2 20.02 / 2 20.02"]);
        assert!(!told(&world).await.credited);

        let set = decide(&mut world, true).await;
        assert!(set.recompute.is_some());
        let views = told(&world).await;
        assert!(views.credited);
        let expected = ["Display: 1 10.01 / 0 0", "Email: 1 10.01 / 2 20.02"];
        assert_eq!(lines(&views), expected);
        let causes = "SELECT cause AS line FROM restatements WHERE profile_id = $1 ORDER BY sequence DESC LIMIT 1";
        assert_eq!(world.lines(causes).await, ["views_credit_changed"]);
        world.ledger_holds().await;
        let again = decide(&mut world, true).await;
        assert_eq!(again.recompute, None);

        // The next payment is credited by a replay of its customer alone, and as a replay of everybody would.
        let later = instant("2026-06-21T12:00:00Z");
        show(&world, "berta saw", "berta@example.com", later.plus_micros(-1)).await;
        let sold = payment(later, "5", "berta@example.com");
        world.record("berta paid again", sold).await;
        world.drain().await;
        let told_now = world.results().await;
        let expected = ["Display: 2 15.01 / 0 0", "Email: 1 10.01 / 3 25.02"];
        assert_eq!(lines(&told(&world).await), expected);
        world.rebuild().await;
        assert_eq!(world.results().await, told_now);

        // A refund takes back from the view what the view had.
        let mut refund = payment(later.plus_micros(1), "5", "berta@example.com");
        refund.refund_of = Some("berta paid again".to_owned());
        world.record("berta was refunded", refund).await;
        world.drain().await;
        let expected = ["Display: 2 10.01 / 0 0", "Email: 1 10.01 / 3 20.02"];
        assert_eq!(lines(&told(&world).await), expected);
        world.ledger_holds().await;

        decide(&mut world, false).await;
        let after = world.results().await;
        let is_later = |line: &&String| {
            let later = ["berta paid again", "berta was refunded"];
            later.iter().any(|key| line.contains(key))
        };
        let of_before: Vec<_> = after.iter().filter(|line| !is_later(line)).cloned().collect();
        assert_eq!(of_before, before);
    });
}

#[test]
fn an_explanation_tells_the_last_touch_with_and_without_views() {
    RUNTIME.block_on(async {
        let mut world = World::new().await;
        banner(&world).await;
        let paid_at = instant("2026-06-20T12:00:00Z");
        buyer(&world, "anna", paid_at, 10).await;
        show(&world, "anna saw", "anna@example.com", paid_at.plus_micros(-MICROS_PER_SECOND)).await;
        world.drain().await;
        for credited in [false, true] {
            decide(&mut world, credited).await;
            let id = world
                .lines(
                    "SELECT c.id::text AS line FROM conversions c JOIN attribution_state s
                    ON s.profile_id = c.profile_id AND s.generation = c.generation WHERE c.profile_id = $1",
                )
                .await;
            let id = id[0].parse::<uuid::Uuid>().unwrap().into();
            let mut work = world.begin().await;
            let story = explain(&mut *work, &world.profile, id, Model::LastTouch).await;
            let story = settle(work, story).await.unwrap().unwrap();
            let touches: Vec<_> = story
                .touches
                .iter()
                .map(|it| (it.kind, it.reason, it.channel.as_str(), it.share_billionths))
                .collect();
            let expected = if credited {
                [
                    ("click", "kept", "Email", 0),
                    ("view", "kept", "Display", 1_000_000_000),
                ]
            } else {
                [
                    ("click", "kept", "Email", 1_000_000_000),
                    ("view", "views_ignored", "Display", 0),
                ]
            };
            assert_eq!(touches, expected);
            let last = story.views.unwrap();
            assert_eq!(last.credited, credited);
            assert_eq!(last.with_views.as_deref(), Some(&*story.touches[1].id));
            assert_eq!(last.without_views.as_deref(), Some(&*story.touches[0].id));
        }
    });
}

#[test]
fn what_one_of_two_was_shown_is_the_customer_s_that_they_become() {
    RUNTIME.block_on(async {
        let mut world = World::new().await;
        banner(&world).await;
        let paid_at = instant("2026-06-20T12:00:00Z");
        buyer(&world, "anna", paid_at, 10).await;
        // Of whom only an address is known.
        buyer(&world, "anne", paid_at.plus_micros(-40 * MICROS_PER_DAY), 1).await;
        show(&world, "anne saw", "anne@example.com", paid_at.plus_micros(-MICROS_PER_SECOND)).await;
        decide(&mut world, true).await;
        assert_eq!(lines(&told(&world).await), ["Email: 2 20.02 / 2 20.02"]);
        let ids = world
            .lines("SELECT id::text AS line FROM customers WHERE profile_id = $1 ORDER BY primary_email")
            .await;
        let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.parse().unwrap()).collect();
        let pair = [ids[0].into(), ids[1].into()];
        let mut work = world.begin().await;
        let context = world.context();
        let merged = merge(&mut *work, &context, &access(&world), pair, None).await;
        settle(work, merged).await.unwrap();
        world.drain().await;
        let expected = ["Display: 1 10.01 / 0 0", "Email: 1 10.01 / 2 20.02"];
        assert_eq!(lines(&told(&world).await), expected);
        let replayed = world.results().await;
        world.rebuild().await;
        assert_eq!(world.results().await, replayed);
    });
}

/// What a person does on days before the last: visits, views, payments.
type History = Vec<(u8, i64, u8)>;

async fn live(world: &World, person: usize, history: &History) {
    let end = instant("2026-06-25T12:00:00Z");
    let name = format!("person-{person}");
    let email = format!("{name}@example.com");
    let first = page_view(
        &format!("{name} first"),
        end.plus_micros(-100 * MICROS_PER_DAY),
        "https://shop.example/",
        None,
    );
    let known = identify(
        &format!("{name} known"),
        end.plus_micros(-100 * MICROS_PER_DAY + 1),
        &email,
    );
    world.track(&name, vec![first, known]).await;
    for (number, (kind, hours, source)) in history.iter().enumerate() {
        let at = end.plus_micros(-hours * 3_600 * MICROS_PER_SECOND);
        let id = format!("{name} {number}");
        match kind {
            0 => {
                let medium = ["email", "cpc", "social"][usize::from(source % 3)];
                let url = format!("https://shop.example/?utm_source=s{source}&utm_medium={medium}");
                world
                    .track(&name, vec![page_view(&id, at, &url, None)])
                    .await;
            }
            1 => show(world, &id, &email, at).await,
            _ => {
                let sold = payment(at, &format!("{}.{:02}", 1 + hours, source), &email);
                world.record(&id, sold).await;
            }
        }
    }
}

#[test]
fn whatever_people_do_the_figures_without_views_are_those_of_before() {
    let history = prop::collection::vec((0..3_u8, 0..480_i64, 0..4_u8), 1..12);
    let worlds = prop::collection::vec(history, 1..6);
    let mut runner = TestRunner::deterministic();
    for _ in 0..12 {
        let people = worlds.new_tree(&mut runner).unwrap().current();
        RUNTIME.block_on(async {
            let mut world = World::new().await;
            banner(&world).await;
            for (person, history) in people.iter().enumerate() {
                live(&world, person, history).await;
            }
            world.drain().await;
            let ignored = told(&world).await;
            assert_eq!(shown(&ignored, true), shown(&ignored, false));
            decide(&mut world, true).await;
            let credited = told(&world).await;
            assert_eq!(shown(&credited, false), shown(&ignored, true), "{people:?}");
            let all = world.results().await;
            // Everybody once more, one by one.
            world
                .execute(
                    "INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, created_at)
                    SELECT 0, gen_random_uuid(), $1, 'customer', c.id, 'outcome_event', now()
                    FROM customers c WHERE c.profile_id = $1",
                )
                .await;
            world.drain().await;
            assert_eq!(world.results().await, all, "{people:?}");
            world.ledger_holds().await;
        });
    }
}
