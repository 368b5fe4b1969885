//! The writers of outcome events: what is answered, and when.

use std::sync::Arc;
use std::task::{Context, Waker};

use application::outcome_events::intake::{OutcomeIntake, Refused};
use application::outcome_events::record::{RecordError, RecordOutcomeEvent, Recorded};
use event_intake::{IdempotencyKey, NewOutcomeEvent};
use kernel::Clock;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tributary_group_commit::{Bounds, OutcomeGroups};

use crate::group_intake::Gate;
use crate::world::{RUNTIME, World, instant, payment};

struct Fixture {
    world: World,
    intake: Arc<OutcomeGroups>,
    gate: Arc<Semaphore>,
}

impl Fixture {
    /// An intake whose transactions wait for the gate.
    async fn new(bounds: Bounds) -> Self {
        let world = World::new().await;
        let gate = Arc::new(Semaphore::new(0));
        let mut writer = world.event_writer();
        writer.units = Arc::new(Gate::new(writer.units, &gate));
        let intake = OutcomeGroups::start(writer, Arc::new(Notify::new()), bounds);
        Self {
            world,
            intake: Arc::new(intake),
            gate,
        }
    }

    fn command(&self, key: &str, amount: &str, email: &str) -> RecordOutcomeEvent {
        let draft = payment(instant("2026-06-01T10:00:00Z"), amount, email);
        RecordOutcomeEvent {
            event: NewOutcomeEvent::parse(draft, self.world.clock.now()).unwrap(),
            idempotency_key: Some(IdempotencyKey::parse(key).unwrap()),
        }
    }

    fn send(&self, key: &str, amount: &str, email: &str) -> JoinHandle<Result<Recorded, Refused>> {
        let command = self.command(key, amount, email);
        let (intake, profile) = (Arc::clone(&self.intake), self.world.profile.id);
        tokio::spawn(async move { intake.record(profile, command).await })
    }

    async fn count(&self, table: &str) -> String {
        let count = format!("SELECT count(*)::text AS line FROM {table} WHERE profile_id = $1");
        self.world.lines(&count).await.remove(0)
    }

    /// Waits until so many events are taken and not answered.
    async fn taken(&self, count: usize) {
        while self.intake.waiting() < count {
            tokio::task::yield_now().await;
        }
    }

    /// A placeholder gets no further than this: the intake knows the profile from then on, and nothing
    /// waits for it to be found.
    async fn meet(&self) {
        let nobody = self.command("order-0", "5", "no address");
        let refused = self.intake.record(self.world.profile.id, nobody).await;
        assert!(matches!(refused, Err(Refused::Record(_))), "{refused:?}");
    }

    fn open(&self) {
        self.gate.add_permits(10_000);
    }
}

#[test]
fn a_thousand_retries_at_once_make_one_event() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(Bounds::default()).await;
        let tries: Vec<_> = (0..1_000)
            .map(|_| fixture.send("order-1", "99.90", "a@example.com"))
            .collect();
        fixture.taken(1_000).await;
        fixture.open();
        let (mut ids, mut fresh) = (Vec::new(), 0);
        for outcome in tries {
            let recorded = outcome.await.unwrap().unwrap();
            fresh += usize::from(!recorded.replayed);
            ids.push(recorded.id);
        }
        ids.dedup();
        assert_eq!((ids.len(), fresh), (1, 1));
        assert_eq!(fixture.count("outcome_events").await, "1");
        let other = fixture.send("order-1", "1", "a@example.com").await.unwrap();
        assert!(matches!(
            other,
            Err(Refused::Record(RecordError::KeyReused))
        ));
    });
}

#[test]
fn first_events_of_one_address_at_once_make_one_customer() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(Bounds::default()).await;
        let sent: Vec<_> = (0..60)
            .map(|number| {
                let email = format!("person{}@example.com", number % 3);
                fixture.send(&format!("order-{number}"), "5", &email)
            })
            .collect();
        fixture.taken(60).await;
        fixture.open();
        for sent in sent {
            assert!(!sent.await.unwrap().unwrap().replayed);
        }
        assert_eq!(fixture.count("customers").await, "3");
        assert_eq!(fixture.count("outcome_events").await, "60");
    });
}

#[test]
fn events_that_wait_are_written_in_one_transaction() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new(Bounds::default()).await;
        fixture.meet().await;
        let sent: Vec<_> = (0..40)
            .map(|number| {
                let email = format!("person{number}@example.com");
                fixture.send(&format!("order-{number}"), "5", &email)
            })
            .collect();
        fixture.taken(40).await;
        // One for the events that the writer took first, one for all others.
        fixture.gate.add_permits(2);
        for sent in sent {
            sent.await.unwrap().unwrap();
        }
        assert_eq!(fixture.count("customers").await, "40");
        assert_eq!(fixture.intake.waiting(), 0);
    });
}

#[test]
fn more_than_may_wait_is_refused_and_a_caller_who_hangs_up_loses_nothing() {
    RUNTIME.block_on(async {
        let bounds = Bounds {
            waiting: 2,
            ..Bounds::default()
        };
        let fixture = Fixture::new(bounds).await;
        fixture.meet().await;
        let profile = fixture.world.profile.id;
        let first = fixture.send("order-1", "5", "a@example.com");
        fixture.taken(1).await;
        let command = fixture.command("order-2", "5", "b@example.com");
        let mut left = fixture.intake.record(profile, command);
        let mut waiter = Context::from_waker(Waker::noop());
        assert!(left.as_mut().poll(&mut waiter).is_pending());
        drop(left);
        let refused = fixture.send("order-3", "5", "c@example.com").await.unwrap();
        assert!(matches!(refused, Err(Refused::Busy)), "{refused:?}");
        fixture.open();
        fixture.intake.drain().await;
        assert_eq!(fixture.count("outcome_events").await, "2");
        assert!(first.await.unwrap().is_ok());
        let refused = fixture.send("order-4", "5", "d@example.com").await.unwrap();
        assert!(matches!(refused, Err(Refused::Busy)), "{refused:?}");
    });
}
