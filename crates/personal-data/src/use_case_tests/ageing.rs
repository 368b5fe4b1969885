//! Facts that have become old enough lose what is personal.

use std::collections::BTreeSet;
use std::time::Duration;

use identity_graph::{Ownership, visitor_id};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Timestamp, VisitorId};
use uuid::Uuid;

use crate::retention::step::{Aged, put_back, step};
use application::forgotten::FORGOTTEN;
use application::mocks::MockWork;
use application::mocks::given::{noon, outside, profile};
use application::mocks::stored::{locked, running, settings, state};
use application::ports::{
    AgedFact, AgeingKind, AttributionState, Building, MarkTarget, RetentionDays, RetentionPass,
    SilentBrowser,
};

const LIMIT: u32 = 10;

fn browser() -> VisitorId {
    Uuid::from_u128(0xbb).into()
}

fn pass(kind: AgeingKind) -> RetentionPass {
    RetentionPass {
        profile_id: profile(),
        kind,
        days: RetentionDays::new(60).unwrap(),
        after: None,
    }
}

fn ago(days: i64) -> Timestamp {
    noon().plus_micros(-days * MICROS_PER_DAY)
}

/// This kind is due, and nobody came back under a forgotten name.
fn due(kind: AgeingKind, state: AttributionState) -> MockWork {
    let mut work = locked(Some(state));
    work.retention.expect_forgotten().returning(|_| Ok(None));
    work.retention
        .expect_next()
        .withf(|now| *now == noon())
        .returning(move |_| Ok(Some(pass(kind))));
    work.settings
        .expect_read()
        .returning(|_| Ok(Some(settings())));
    work
}

/// The kind is looked at again after so many seconds, from the beginning or not.
fn expect_rest(work: &mut MockWork, seconds: i64, from_the_beginning: bool) {
    work.retention
        .expect_rest()
        .times(1)
        .withf(move |_, next, again| {
            let after = noon().plus_micros(seconds * MICROS_PER_SECOND);
            (*next, *again) == (after, from_the_beginning)
        })
        .returning(|_, _, _| Ok(()));
}

async fn run(work: &mut MockWork) -> Option<Aged> {
    let outside = outside();
    step(work, &outside.context(), LIMIT).await.unwrap()
}

fn fact(number: u128, days: i64) -> AgedFact {
    AgedFact {
        at: ago(days),
        id: Uuid::from_u128(number),
        visitor_id: Some(browser()),
        url: Some("https://shop.example/?utm_source=a&size=9".to_owned()),
        referrer: Some("https://mail.example/?q=ada".to_owned()),
    }
}

#[tokio::test]
async fn old_visits_lose_what_is_personal_and_silent_browsers_their_names() {
    let mut work = due(AgeingKind::TrackerEvents, state());
    let store = &mut work.retention;
    // As long as a visit may be credited its browser keeps its name, whatever was decided.
    store
        .expect_facts()
        .times(1)
        .withf(|_, before, limit| (*before, *limit) == (ago(90), LIMIT))
        .returning(|_, _, _| Ok(vec![fact(1, 100), fact(2, 99)]));
    store
        .expect_silent()
        .times(1)
        .withf(|_, browsers, last| {
            *browsers == [browser()] && *last == (ago(99), Uuid::from_u128(2))
        })
        .returning(|_, _, _| {
            Ok(vec![SilentBrowser {
                visitor_id: browser(),
                token: Uuid::from_u128(0x70),
            }])
        });
    store.expect_are_marked().returning(|_, _| Ok(false));
    store.expect_strip().times(1).returning(|_, facts| {
        let first = &facts[0];
        assert_eq!(
            first.url.as_deref(),
            Some("https://shop.example/?utm_source=a")
        );
        assert_eq!(first.referrer.as_deref(), Some("https://mail.example/"));
        Ok(2)
    });
    store.expect_rename().times(1).returning(|_, browsers, _| {
        let renamed = &browsers[0];
        let name = format!("{FORGOTTEN}{}", Uuid::from_u128(0x70));
        assert_eq!((renamed.old, &renamed.anonymous_id), (browser(), &name));
        assert_eq!(renamed.new, visitor_id(profile(), &name));
        Ok(())
    });
    store
        .expect_advance()
        .times(1)
        .withf(|_, last| *last == (ago(99), Uuid::from_u128(2)))
        .returning(|_, _| Ok(()));
    // Fewer than there might be: that was the last of today.
    expect_rest(&mut work, 86_400, false);
    let expected = Aged {
        looked: 2,
        changed: 2,
        browsers: 1,
    };
    assert_eq!(run(&mut work).await, Some(expected));
}

#[tokio::test]
async fn old_outcomes_are_gone_through_again_as_servers_tell_of_any_time() {
    let mut work = due(AgeingKind::OutcomeEvents, state());
    work.retention
        .expect_facts()
        .times(1)
        .withf(|_, before, _| *before == ago(60))
        .returning(|_, _, _| Ok(Vec::new()));
    expect_rest(&mut work, 86_400, true);
    assert_eq!(run(&mut work).await, Some(Aged::default()));
}

#[tokio::test]
async fn silent_customers_lose_their_names_as_many_as_there_are() {
    for count in [3, u64::from(LIMIT)] {
        let mut work = due(AgeingKind::Customers, state());
        work.retention
            .expect_strip_customers()
            .times(1)
            .withf(|id, before, limit| (*id, *before, *limit) == (profile(), ago(60), LIMIT))
            .returning(move |_, _, _| Ok(count));
        if count < u64::from(LIMIT) {
            expect_rest(&mut work, 86_400, true);
        }
        let aged = run(&mut work).await.unwrap();
        assert_eq!((aged.looked, aged.changed), (count, count));
    }
}

#[tokio::test]
async fn names_stay_while_anybody_counts_on_them() {
    let ten_minutes = 600;
    let mut work = due(AgeingKind::TrackerEvents, running());
    expect_rest(&mut work, ten_minutes, false);
    assert_eq!(run(&mut work).await, Some(Aged::default()));
    // A browser that waits to be replayed.
    let mut work = due(AgeingKind::TrackerEvents, state());
    let store = &mut work.retention;
    store
        .expect_facts()
        .returning(|_, _, _| Ok(vec![fact(1, 100)]));
    store.expect_silent().returning(|_, _, _| {
        Ok(vec![SilentBrowser {
            visitor_id: browser(),
            token: Uuid::from_u128(0x70),
        }])
    });
    store
        .expect_are_marked()
        .times(1)
        .returning(|_, _| Ok(true));
    expect_rest(&mut work, ten_minutes, false);
    assert_eq!(run(&mut work).await, Some(Aged::default()));
}

#[tokio::test]
async fn a_worker_that_died_must_not_go_on_with_names_of_before() {
    let dead = AttributionState {
        building: Some(Building {
            generation: 2,
            is_alive: false,
        }),
        ..state()
    };
    let mut work = due(AgeingKind::Customers, dead);
    work.attribution
        .expect_building()
        .times(1)
        .withf(|_, generation, lease| (*generation, *lease) == (3, Duration::ZERO))
        .returning(|_, _, _| Ok(()));
    work.retention
        .expect_strip_customers()
        .returning(|_, _, _| Ok(0));
    expect_rest(&mut work, 86_400, true);
    assert_eq!(run(&mut work).await, Some(Aged::default()));
}

#[tokio::test]
async fn whoever_came_while_their_browser_was_renamed_is_a_browser_again() {
    let owner = Uuid::from_u128(0xcc).into();
    let mut work = locked(Some(state()));
    let store = &mut work.retention;
    store
        .expect_forgotten()
        .times(1)
        .withf(|until| *until == noon().plus_micros(-600 * MICROS_PER_SECOND))
        .returning(|_| Ok(Some(profile())));
    store
        .expect_returned()
        .returning(|_, _, _| Ok(BTreeSet::from([browser()])));
    work.joins.expect_hold_browsers().returning(|_, _| Ok(()));
    work.joins
        .expect_identified_on()
        .returning(move |_, _| Ok(vec![(browser(), Ownership::Owned(owner), Vec::new())]));
    work.joins
        .expect_write_ownership()
        .returning(|_, _, _| Ok(()));
    assert_eq!(run(&mut work).await, Some(Aged::default()));
    let targets: Vec<_> = work.marks.0.iter().map(|mark| mark.target).collect();
    let expected = [MarkTarget::Visitor(browser()), MarkTarget::Customer(owner)];
    assert_eq!(targets, expected);
}

#[tokio::test]
async fn without_anything_due_nothing_is_done_or_put_back() {
    let outside = outside();
    let idle = || {
        let mut work = MockWork::default();
        work.retention.expect_forgotten().returning(|_| Ok(None));
        work.retention.expect_next().returning(|_| Ok(None));
        work
    };
    assert_eq!(run(&mut idle()).await, None);
    put_back(&mut idle(), &outside.context()).await.unwrap();
    let mut failing = due(AgeingKind::Customers, state());
    expect_rest(&mut failing, 3_600, false);
    put_back(&mut failing, &outside.context()).await.unwrap();
}

#[tokio::test]
async fn who_came_back_is_looked_at_before_anything_else_is_done() {
    // Nobody came back under that name, after all.
    let mut work = locked(Some(state()));
    let store = &mut work.retention;
    store.expect_forgotten().returning(|_| Ok(Some(profile())));
    store
        .expect_returned()
        .times(1)
        .returning(|_, _, _| Ok(BTreeSet::new()));
    assert_eq!(run(&mut work).await, Some(Aged::default()));
    assert!(work.marks.0.is_empty());
    // And the profile of another one is gone.
    let mut work = locked(None);
    work.retention
        .expect_forgotten()
        .returning(|_| Ok(Some(profile())));
    work.retention.expect_next().returning(|_| Ok(None));
    assert_eq!(run(&mut work).await, None);
}
