//! Batches that are written in groups leave the rows that they leave one by one.

use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::tracking::collect::{Collected, Sender, collect};
use application::tracking::group::{Preparation, Prepared, prepare, record};
use event_intake::{JsonObject, MatchEvidence, TrackerBatch, TrackerEvent, TrackerEventKind};
use kernel::timestamp::MICROS_PER_SECOND;
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::world::{RUNTIME, World, identify, instant, page_view, worlds};

/// Browsers of the mix; some belong to one person, one to two, the rest to nobody.
const BROWSERS: usize = 5;
const IDS: usize = 24;

const URLS: [(&str, Option<&str>); 5] = [
    ("https://shop.example/", None),
    (
        "https://shop.example/p?utm_source=news&utm_medium=email",
        None,
    ),
    (
        "https://shop.example/q?gclid=abc&utm_term=x",
        Some("https://www.google.com/"),
    ),
    ("https://shop.example/r", Some("https://shop.example/")),
    (
        "https://shop.example/s?utm_source=ads&utm_campaign=c1&hsa_ad=7",
        None,
    ),
];

#[derive(Clone, Debug)]
struct Draft {
    browser: usize,
    /// Id, hours before the present, and what: a page view of a URL, engaged time, or an event.
    events: Vec<(usize, i64, usize)>,
    /// How many batches a group has that begins here.
    group: usize,
}

fn draft() -> impl Strategy<Value = Draft> {
    let event = (0..IDS, 0..60_i64, 0..URLS.len() + 2);
    (0..BROWSERS, prop::collection::vec(event, 1..4), 1..6_usize).prop_map(
        |(browser, events, group)| Draft {
            browser,
            events,
            group,
        },
    )
}

fn event((id, hours, what): (usize, i64, usize)) -> TrackerEvent {
    let at = instant("2026-06-30T11:00:00Z").plus_micros(-hours * 3_600 * MICROS_PER_SECOND);
    let mut event = page_view(&format!("event-{id}"), at, "https://shop.example/", None);
    if let Some((url, referrer)) = URLS.get(what) {
        event.kind = page_view("", at, url, *referrer).kind;
    } else if what == URLS.len() {
        let url = Some("https://shop.example/".to_owned());
        event.kind = TrackerEventKind::Engagement { url, ms: 1_500 };
    } else {
        event.kind = TrackerEventKind::Custom {
            name: "signup".to_owned(),
            url: None,
            properties: JsonObject::parse(r#"{"plan":"pro","seats":3}"#).ok(),
        };
    }
    event
}

fn batch(draft: &Draft) -> TrackerBatch {
    TrackerBatch {
        key: String::new(),
        anonymous_id: Some(format!("browser-{}", draft.browser)),
        evidence: MatchEvidence::default(),
        events: draft.events.iter().copied().map(event).collect(),
    }
}

fn sender(draft: &Draft) -> Sender {
    Sender {
        country: (draft.browser == 0).then(|| "CL".to_owned()),
        device: Some("desktop".to_owned()),
        ..Sender::default()
    }
}

/// A world in which browser 1 is Ana's, and browser 2 first Ana's and then Bruno's.
pub(crate) async fn world() -> World {
    let world = World::in_zone("America/Santiago").await;
    let at = |text| instant(text);
    for (name, when, browser, email) in [
        ("identify-1", "2026-06-10T10:00:00Z", 1, "ana@example.com"),
        ("identify-2", "2026-06-11T10:00:00Z", 2, "ana@example.com"),
        ("identify-3", "2026-06-29T10:00:00Z", 2, "bruno@example.com"),
    ] {
        let event = identify(name, at(when), email);
        world
            .track(&format!("browser-{browser}"), vec![event])
            .await;
    }
    world
}

async fn one_by_one(world: &World, drafts: &[Draft]) -> Vec<Collected> {
    let mut collected = Vec::new();
    for draft in drafts {
        let (batch, sender) = (batch(draft), sender(draft));
        let (units, context) = (&*world.units, world.context());
        let outcome = collect(units, &context, &world.shared_profile(), &batch, &sender).await;
        collected.push(outcome.unwrap());
    }
    collected
}

async fn in_groups(world: &World, drafts: &[Draft]) -> Vec<Collected> {
    let profile = world.shared_profile();
    let known = KnownSignatures::default();
    let mut collected = Vec::new();
    let mut rest = drafts;
    while let Some(first) = rest.first() {
        let (group, after) = rest.split_at(first.group.min(rest.len()));
        rest = after;
        let mut prepared: Vec<Prepared> = group
            .iter()
            .map(|draft| ready(world, &profile, draft))
            .collect();
        let mut prepared: Vec<&mut Prepared> = prepared.iter_mut().collect();
        let (units, context) = (&*world.units, world.context());
        let outcome = record(units, &context, &known, &mut prepared, &[]).await;
        collected.extend(outcome.unwrap().recorded);
    }
    collected
}

fn ready(world: &World, profile: &Arc<application::ports::Profile>, draft: &Draft) -> Prepared {
    match prepare(&world.context(), profile, batch(draft), sender(draft)).unwrap() {
        Preparation::Recorded(prepared) => *prepared,
        Preparation::Counted(_) => panic!("the browser is named"),
    }
}

/// Everything that collecting writes, without what is random.
async fn rows(world: &World) -> Vec<String> {
    world.all_lines(include_str!("group_equality.sql")).await
}

proptest! {
    #![proptest_config(Config { cases: worlds(24), max_shrink_iters: 200, ..Config::default() })]

    #[test]
    fn groups_leave_what_single_batches_leave(
        drafts in prop::collection::vec(draft(), 1..14),
    ) {
        RUNTIME.block_on(async {
            let (single, grouped) = (world().await, world().await);
            let expected = one_by_one(&single, &drafts).await;
            let found = in_groups(&grouped, &drafts).await;
            prop_assert_eq!(found, expected);
            prop_assert_eq!(rows(&grouped).await, rows(&single).await);
            Ok(())
        })?;
    }
}

/// Two profiles in one group; each keeps its own, ids that are alike included.
#[test]
fn profiles_in_one_group_do_not_meet() {
    RUNTIME.block_on(async {
        let (one, other) = (world().await, world().await);
        let draft = Draft {
            browser: 1,
            events: vec![(1, 1, 1)],
            group: 1,
        };
        let mut prepared = [
            ready(&one, &Arc::new(one.profile.clone()), &draft),
            ready(&other, &Arc::new(other.profile.clone()), &draft),
            ready(&one, &Arc::new(one.profile.clone()), &draft),
        ];
        let mut prepared: Vec<&mut Prepared> = prepared.iter_mut().collect();
        let known = KnownSignatures::default();
        let collected = record(&*one.units, &one.context(), &known, &mut prepared, &[])
            .await
            .unwrap();
        let accepted: Vec<_> = collected
            .recorded
            .iter()
            .map(|one| (one.accepted, one.duplicates))
            .collect();
        assert_eq!(accepted, [(1, 0), (1, 0), (0, 1)]);
        assert_eq!(rows(&one).await, rows(&other).await);
    });
}

#[test]
fn a_late_visit_of_a_shared_browser_is_its_owners_then() {
    RUNTIME.block_on(async {
        let world = world().await;
        let profile = world.shared_profile();
        let visit = |name: &str, at: &str| TrackerBatch {
            key: String::new(),
            anonymous_id: Some("browser-2".to_owned()),
            evidence: MatchEvidence::default(),
            events: vec![page_view(name, instant(at), "https://shop.example/", None)],
        };
        world
            .execute("DELETE FROM replay_marks WHERE profile_id = $1")
            .await;
        let mut prepared = [
            visit("early", "2026-06-28T10:00:00Z"),
            visit("late", "2026-06-30T10:00:00Z"),
        ]
        .map(
            |batch| match prepare(&world.context(), &profile, batch, Sender::default()) {
                Ok(Preparation::Recorded(prepared)) => *prepared,
                _ => panic!("nobody is identified"),
            },
        );
        let mut prepared: Vec<&mut Prepared> = prepared.iter_mut().collect();
        let known = KnownSignatures::default();
        record(&*world.units, &world.context(), &known, &mut prepared, &[])
            .await
            .unwrap();
        let marked = world
            .lines(
                "SELECT DISTINCT c.primary_email || ' ' || m.cause AS line FROM replay_marks m \
                 JOIN customers c ON c.profile_id = $1 AND c.id = m.target_id \
                 WHERE m.profile_id = $1 AND m.kind = 'customer' ORDER BY 1",
            )
            .await;
        assert_eq!(
            marked,
            [
                "ana@example.com late_event",
                "bruno@example.com tracker_event"
            ]
        );
    });
}
