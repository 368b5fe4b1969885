//! The writers of browser events: what is answered, and when.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use application::ports::{Cut, FullReplay, ReplayOrder, SessionCut};
use application::tracking::collect::{Collected, Sender};
use application::tracking::intake::{Intake, Refused};
use application::{UnitOfWork, UnitsOfWork};
use async_trait::async_trait;
use event_intake::{MatchEvidence, TrackerBatch, TrackerEvent, TrackerEventKind};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ProfileId, StoreError};
use tokio::sync::{Notify, Semaphore};
use tributary_group_commit::{Bounds, TrackerGroups};

use crate::world::{RUNTIME, World, identify, instant, page_view};

/// Transactions that begin only as often as the test lets them.
pub(crate) struct Gate {
    units: Arc<dyn UnitsOfWork>,
    let_in: Arc<Semaphore>,
}

impl Gate {
    pub(crate) fn new(units: Arc<dyn UnitsOfWork>, let_in: &Arc<Semaphore>) -> Self {
        Self {
            units,
            let_in: Arc::clone(let_in),
        }
    }
}

#[async_trait]
impl UnitsOfWork for Gate {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        self.let_in.acquire().await.unwrap().forget();
        self.units.begin().await
    }

    async fn replay_all(&self, order: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError> {
        self.units.replay_all(order).await
    }

    async fn cut_all(
        &self,
        profile_id: ProfileId,
        cut: Cut,
    ) -> Result<Box<dyn SessionCut>, StoreError> {
        self.units.cut_all(profile_id, cut).await
    }
}

struct Fixture {
    world: World,
    intake: Arc<TrackerGroups>,
    gate: Arc<Semaphore>,
}

type Sent = Pin<Box<dyn Future<Output = Result<Collected, Refused>> + Send>>;

/// With a UUID behind it, it has the shape of a tracking key.
const KEY: &str = "trk_live_0000000";

impl Fixture {
    /// An intake whose transactions wait for the gate.
    async fn new(bounds: Bounds) -> Self {
        let world = World::new().await;
        let gate = Arc::new(Semaphore::new(0));
        let mut writer = world.event_writer();
        writer.units = Arc::new(Gate::new(writer.units, &gate));
        world
            .execute(
                "INSERT INTO tracking_keys (id, public_key, profile_id, created_at) \
                 VALUES ($1, 'trk_live_0000000' || $1, $1, now())",
            )
            .await;
        let intake = TrackerGroups::start(writer, Arc::new(Notify::new()), bounds);
        let intake = Arc::new(intake);
        let fixture = Self {
            world,
            intake,
            gate,
        };
        fixture.meet_key().await;
        fixture
    }

    /// From now on the intake knows whose key it is. A placeholder is no id of a browser, so this
    /// batch gets no further.
    async fn meet_key(&self) {
        let mut batch = self.batch(vec![view("nothing")]);
        batch.anonymous_id = Some("0".to_owned());
        let refused = self.intake.collect(batch, Sender::default()).await;
        assert!(matches!(refused, Err(Refused::Collect(_))), "{refused:?}");
    }

    fn key(&self) -> String {
        format!("{KEY}{}", self.world.profile.id)
    }

    fn batch(&self, events: Vec<TrackerEvent>) -> TrackerBatch {
        TrackerBatch {
            key: self.key(),
            anonymous_id: Some("browser".to_owned()),
            evidence: MatchEvidence::default(),
            events,
        }
    }

    /// Hands a batch in. The first poll takes it, because the key is known.
    fn send(&self, events: Vec<TrackerEvent>) -> Sent {
        let (intake, batch) = (Arc::clone(&self.intake), self.batch(events));
        Box::pin(async move { intake.collect(batch, Sender::default()).await })
    }

    /// Hands batches in, in this order, without waiting for any answer.
    async fn queue(&self, batches: Vec<Vec<TrackerEvent>>) -> Vec<Sent> {
        let mut sent = Vec::new();
        for events in batches {
            let mut one = self.send(events);
            let mut nobody = Context::from_waker(Waker::noop());
            assert!(one.as_mut().poll(&mut nobody).is_pending());
            sent.push(one);
            // The writer may take what is there, or not: that must not matter.
            tokio::task::yield_now().await;
        }
        sent
    }

    async fn facts(&self) -> usize {
        let all = "SELECT id::text AS line FROM tracker_events WHERE profile_id = $1";
        self.world.lines(all).await.len()
    }

    fn open(&self) {
        self.gate.add_permits(1_000);
    }
}

fn view(name: &str) -> TrackerEvent {
    let at = instant("2026-06-30T11:00:00Z");
    page_view(name, at, "https://shop.example/", None)
}

/// A time for which there is no partition.
fn impossible() -> TrackerEvent {
    let mut event = view("impossible");
    if let TrackerEventKind::PageView { title, .. } = &mut event.kind {
        // PostgreSQL has no such letter; the edge refuses it.
        *title = Some("\0".to_owned());
    }
    event
}

fn counts(outcome: Result<Collected, Refused>) -> (usize, usize) {
    let collected = outcome.unwrap();
    (collected.accepted, collected.duplicates)
}

fn few(waiting: u32) -> Bounds {
    Bounds {
        waiting,
        writers: 1,
        ..Bounds::default()
    }
}

#[test]
fn batches_that_wait_are_written_in_one_transaction() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(few(100)).await;
        let names: Vec<String> = (0..20).map(|number| format!("view-{number}")).collect();
        let batches = names.iter().map(|name| vec![view(name)]).collect();
        let sent = fixture.queue(batches).await;
        assert_eq!(fixture.intake.waiting(), 20);
        assert_eq!(fixture.facts().await, 0);
        // One for the batches that the writer took first, one for all others.
        fixture.gate.add_permits(2);
        for sent in sent {
            assert_eq!(counts(sent.await), (1, 0));
        }
        assert_eq!(fixture.facts().await, 20);
        assert_eq!(fixture.intake.waiting(), 0);
    });
}

#[test]
fn an_id_in_two_batches_of_a_group_counts_once() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(few(100)).await;
        let batches = vec![
            vec![view("first")],
            vec![view("same"), view("other")],
            vec![view("same"), view("same")],
            vec![view("first")],
        ];
        let sent = fixture.queue(batches).await;
        fixture.open();
        let mut found = Vec::new();
        for sent in sent {
            found.push(counts(sent.await));
        }
        assert_eq!(found, [(1, 0), (2, 0), (0, 2), (0, 1)]);
        assert_eq!(fixture.facts().await, 3);
    });
}

#[test]
fn groups_that_are_written_at_once_count_an_event_once() {
    RUNTIME.block_on(async {
        let bounds = Bounds {
            writers: 3,
            rows_beside_others: 1,
            group: 4,
            ..Bounds::default()
        };
        let fixture = Fixture::new(bounds).await;
        // Forty batches of one browser, of ten events that are new in all of them.
        let batches = (0..40).map(|number| vec![view(&format!("view-{}", number % 10))]);
        let sent = fixture.queue(batches.collect()).await;
        fixture.open();
        let mut all = (0, 0);
        for sent in sent {
            let (accepted, duplicates) = counts(sent.await);
            all = (all.0 + accepted, all.1 + duplicates);
        }
        assert_eq!(all, (10, 30));
        assert_eq!(fixture.facts().await, 10);
        let browsers = "SELECT count(*)::text AS line FROM visitors WHERE profile_id = $1";
        assert_eq!(fixture.world.lines(browsers).await, ["1"]);
    });
}

#[test]
fn a_batch_that_cannot_be_written_does_not_fail_the_others() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(few(100)).await;
        let batches = vec![
            vec![view("first")],
            vec![view("a")],
            vec![impossible(), view("not this one")],
            vec![view("b")],
        ];
        let mut sent = fixture.queue(batches).await;
        fixture.open();
        let bad = sent.remove(2).await;
        assert!(matches!(bad, Err(Refused::Collect(_))), "{bad:?}");
        for sent in sent {
            assert_eq!(counts(sent.await), (1, 0));
        }
        assert_eq!(fixture.facts().await, 3);
    });
}

#[test]
fn more_than_may_wait_is_refused_and_not_written() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(few(3)).await;
        let sent = fixture
            .queue(vec![vec![view("a")], vec![view("b")], vec![view("c")]])
            .await;
        for events in [vec![view("d")], vec![identified("e")]] {
            let refused = fixture.send(events).await;
            assert!(matches!(refused, Err(Refused::Busy)), "{refused:?}");
        }
        fixture.open();
        for sent in sent {
            assert_eq!(counts(sent.await), (1, 0));
        }
        assert_eq!(fixture.facts().await, 3);
        let again = fixture.send(vec![view("d")]).await;
        assert_eq!(counts(again), (1, 0));
    });
}

fn identified(name: &str) -> TrackerEvent {
    let event = identify(name, instant("2026-06-30T11:30:00Z"), "ana@example.com");
    assert!(matches!(event.kind, TrackerEventKind::Identify { .. }));
    event
}

#[test]
fn a_batch_that_identifies_somebody_is_recorded_too() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(Bounds::default()).await;
        fixture.open();
        let events = vec![view("before"), identified("who"), view("after")];
        let outcome = fixture.send(events).await;
        assert_eq!(counts(outcome), (3, 0));
        let known = "SELECT primary_email AS line FROM customers WHERE profile_id = $1";
        assert_eq!(fixture.world.lines(known).await, ["ana@example.com"]);
    });
}

#[test]
fn a_caller_who_hangs_up_loses_nothing_and_a_stop_waits_for_it() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(few(100)).await;
        let sent = fixture
            .queue(vec![
                vec![view("first")],
                vec![view("left behind")],
                vec![identified("left behind, too")],
            ])
            .await;
        drop(sent);
        assert_eq!(fixture.facts().await, 0);
        fixture.open();
        fixture.intake.drain().await;
        assert_eq!(fixture.facts().await, 3);
        let refused = fixture.send(vec![view("after the end")]).await;
        assert!(matches!(refused, Err(Refused::Busy)), "{refused:?}");
    });
}

#[test]
fn a_revoked_key_counts_for_a_second_at_most() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(Bounds::default()).await;
        fixture.open();
        let first = fixture.send(vec![view("a")]).await;
        assert_eq!(counts(first), (1, 0));
        let revoke = "UPDATE tracking_keys SET revoked_at = now() WHERE profile_id = $1";
        fixture.world.execute(revoke).await;
        let present = instant("2026-06-30T12:00:00Z");
        fixture
            .world
            .clock
            .set(present.plus_micros(MICROS_PER_SECOND - 1));
        let second = fixture.send(vec![view("b")]).await;
        assert_eq!(counts(second), (1, 0));
        fixture
            .world
            .clock
            .set(present.plus_micros(MICROS_PER_SECOND));
        let third = fixture.send(vec![view("c")]).await;
        assert!(matches!(third, Err(Refused::UnknownKey)), "{third:?}");
        assert_eq!(fixture.facts().await, 2);
    });
}
