//! Pictures that nobody waits for, written in groups.

use std::sync::Arc;

use application::views::intake::{LoadedPicture, ViewIntake};
use event_intake::ports::{IntakeDays, IntakeReason};
use event_intake::views::{ViewAgent, ViewRequest};
use event_intake::{TrackingKey, TrackingKeyStore, TrackingKeyText};
use kernel::{Clock, IdSource, Timestamp};
use testkit::TestDatabase;
use tokio::sync::Notify;
use tributary_group_commit::ViewBuffer;
use tributary_postgres::{PgIntakeDays, PgTrackingKeys};
use tributary_system::{TimeOrderedIds, random32};

use crate::world::{RUNTIME, World};

/// What wait at most.
const MOST: usize = 10_000;
/// What is written at once.
const GROUP: usize = 500;

fn buffer(world: &World) -> ViewBuffer {
    let counts = Arc::new(PgIntakeDays::new(world.pool.clone()));
    ViewBuffer::new(world.event_writer(), counts, Arc::new(Notify::new()))
}

/// The public key of the world's profile.
async fn key(world: &World) -> TrackingKeyText {
    let text = TrackingKeyText::from_random(random32().unwrap());
    let key = TrackingKey {
        id: TimeOrderedIds.new_id().into(),
        public_key: text.as_str().to_owned(),
        created_at: world.clock.now(),
    };
    let keys = PgTrackingKeys::new(world.pool.clone());
    keys.issue(world.profile.id, &key).await.unwrap();
    text
}

fn picture(world: &World, key: &TrackingKeyText, agent: ViewAgent) -> LoadedPicture {
    LoadedPicture {
        request: ViewRequest::parse(&format!("k={key}&utm_source=x")).unwrap(),
        agent,
        at: world.clock.now(),
    }
}

async fn noted(world: &World) -> Vec<(IntakeReason, u64)> {
    let days = PgIntakeDays::new(world.pool.clone());
    let since = Timestamp::from_micros(0);
    let latest = days.since(world.profile.id, "view", since).await.unwrap();
    let mut latest: Vec<_> = latest.iter().map(|one| (one.reason, one.events)).collect();
    latest.sort_unstable();
    latest
}

async fn counted(world: &World) -> Vec<String> {
    let lines = "SELECT d.agent || ' ' || d.views AS line FROM view_days d WHERE d.profile_id = $1 ORDER BY 1";
    world.lines(lines).await
}

#[test]
fn what_is_taken_is_written_and_counted_by_its_reason() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (buffer, key) = (buffer(&world), key(&world).await);
        for agent in [ViewAgent::Browser, ViewAgent::Browser, ViewAgent::Bot] {
            buffer.take(picture(&world, &key, agent));
        }
        let stranger = TrackingKeyText::from_random([9; 32]);
        buffer.take(picture(&world, &stranger, ViewAgent::Browser));
        let now = world.clock.now();
        buffer.refuse(&key, IntakeReason::KeyLimit, now);
        buffer.refuse(&key, IntakeReason::KeyLimit, now);
        buffer.refuse(&stranger, IntakeReason::Malformed, now);
        buffer.drain().await;
        assert_eq!(counted(&world).await, ["bot 1", "browser 2"]);
        let expected = [
            (IntakeReason::Accepted, 2),
            (IntakeReason::Bot, 1),
            (IntakeReason::KeyLimit, 2),
        ];
        assert_eq!(noted(&world).await, expected);
        let days = PgIntakeDays::new(world.pool.clone());
        // A view is no event of a browser.
        assert_eq!(days.last_event(world.profile.id).await.unwrap(), None);
    });
}

#[test]
fn what_waits_is_written_by_itself() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (buffer, key) = (buffer(&world), key(&world).await);
        buffer.take(picture(&world, &key, ViewAgent::Browser));
        let written = async {
            while noted(&world).await.is_empty() {
                tokio::task::yield_now().await;
            }
        };
        let patience = std::time::Duration::from_secs(30);
        tokio::time::timeout(patience, written).await.unwrap();
        assert_eq!(counted(&world).await, ["browser 1"]);
    });
}

#[test]
fn more_than_may_wait_is_counted_as_refused() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let (buffer, key) = (buffer(&world), key(&world).await);
        // Nothing can be written meanwhile, but for what is being written.
        let mut holder = world.pool.connection().await.unwrap();
        let lock = "BEGIN; LOCK TABLE view_days IN ACCESS EXCLUSIVE MODE";
        diesel_async::SimpleAsyncConnection::batch_execute(&mut *holder, lock)
            .await
            .unwrap();
        let sent = MOST + 2 * GROUP;
        for _ in 0..sent {
            buffer.take(picture(&world, &key, ViewAgent::Browser));
        }
        diesel_async::SimpleAsyncConnection::batch_execute(&mut *holder, "COMMIT")
            .await
            .unwrap();
        drop(holder);
        buffer.drain().await;
        let noted = noted(&world).await;
        let [
            (IntakeReason::Accepted, taken),
            (IntakeReason::Busy, refused),
        ] = noted[..]
        else {
            panic!("{noted:?}");
        };
        let bounds = u64::try_from(MOST).unwrap()..=u64::try_from(MOST + GROUP).unwrap();
        assert!(bounds.contains(&taken), "{taken}");
        assert_eq!(taken + refused, u64::try_from(sent).unwrap());
        assert_eq!(counted(&world).await, [format!("browser {taken}")]);
    });
}

#[test]
fn what_cannot_be_written_keeps_no_other_profile_out() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let (good, bad) = (
            World::alone_in(&database).await,
            World::alone_in(&database).await,
        );
        let keys = [key(&good).await, key(&bad).await];
        let check = format!(
            "ALTER TABLE view_days ADD CONSTRAINT none CHECK (profile_id <> '{}')",
            bad.profile.id
        );
        database.execute(&check).unwrap();
        let buffer = buffer(&good);
        for key in &keys {
            buffer.take(picture(&good, key, ViewAgent::Browser));
        }
        buffer.drain().await;
        assert_eq!(counted(&good).await, ["browser 1"]);
        assert_eq!(noted(&good).await, [(IntakeReason::Accepted, 1)]);
        assert!(counted(&bad).await.is_empty() && noted(&bad).await.is_empty());
        // What comes afterwards is written.
        database
            .execute("ALTER TABLE view_days DROP CONSTRAINT none")
            .unwrap();
        buffer.take(picture(&good, &keys[1], ViewAgent::Browser));
        buffer.drain().await;
        assert_eq!(counted(&bad).await, ["browser 1"]);
    });
}
