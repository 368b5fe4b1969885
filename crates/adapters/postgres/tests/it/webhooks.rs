//! From what happens to what receivers are sent, through the real stores.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use application::replays::recompute::recompute;
use application::settle;
use async_trait::async_trait;
use event_intake::{OutcomeEventDraft, RawPerson};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Actor, ProfileAccess};
use serde_json::Value;
use testkit::TestDatabase;
use tributary_worker::deliveries::{Dispatcher, Sending};
use uuid::Uuid;
use webhook_events::ports::{
    DeliveryFilter, DeliveryReader, DeliveryRequest, Sender, SubscriptionReader,
};
use webhook_events::{
    AddressJudge, Attempt, AttemptFailure, AttemptOutcome, DeliveryStatus, Event, EventData,
    EventHead, EventType, Excerpt, HmacSha256, NewSubscription, RetryAfter, RetrySchedule,
    SecretRing, Sent, SigningSecret, SubscriptionDraft, SubscriptionId, SubscriptionState,
};

use crate::world::{RUNTIME, World, instant, page_view};
use tributary_postgres::{PgDeliveries, PgSubscriptions};

type Answer = dyn Fn(&DeliveryRequest) -> AttemptOutcome + Send + Sync;

/// Receivers that answer as they are told and keep what they were sent.
struct Receivers {
    answer: Box<Answer>,
    got: Mutex<Vec<DeliveryRequest>>,
}

#[async_trait]
impl Sender for Receivers {
    async fn send(&self, request: &DeliveryRequest) -> Attempt {
        self.got.lock().unwrap().push(request.clone());
        Attempt {
            outcome: (self.answer)(request),
            excerpt: Excerpt::new(b"thanks".to_vec()),
            took: Duration::from_millis(3),
        }
    }
}

/// A code that says which key was used.
struct FirstByte;

impl HmacSha256 for FirstByte {
    fn code(&self, key: &[u8], _: &[&[u8]]) -> [u8; 32] {
        [key[0]; 32]
    }
}

fn answers(status: u16) -> AttemptOutcome {
    AttemptOutcome::Answered {
        status,
        retry_after: None,
    }
}

fn receivers(
    answer: impl Fn(&DeliveryRequest) -> AttemptOutcome + Send + Sync + 'static,
) -> Arc<Receivers> {
    Arc::new(Receivers {
        answer: Box::new(answer),
        got: Mutex::default(),
    })
}

impl Receivers {
    /// Types and data of what came since the last time.
    fn bodies(&self) -> Vec<(String, Value)> {
        let got = std::mem::take(&mut *self.got.lock().unwrap());
        let body = |request: &DeliveryRequest| {
            let body: Value = serde_json::from_slice(request.body.bytes()).unwrap();
            (
                body["type"].as_str().unwrap().to_owned(),
                body["data"].clone(),
            )
        };
        got.iter().map(body).collect()
    }

    fn types(&self) -> Vec<String> {
        let mut types: Vec<_> = self.bodies().into_iter().map(|(kind, _)| kind).collect();
        types.sort_unstable();
        types
    }
}

fn dispatcher(world: &World, to: &Arc<Receivers>) -> Dispatcher {
    let sender: Arc<Receivers> = Arc::clone(to);
    Dispatcher::new(Sending {
        worker: world.worker(),
        sender,
        hmac: Arc::new(FirstByte),
        schedule: RetrySchedule::default(),
    })
}

fn access(world: &World) -> ProfileAccess {
    ProfileAccess {
        profile_id: world.profile.id,
        scopes: BTreeSet::new(),
        actor: Actor::Operator,
    }
}

async fn subscribe(world: &World, url: &str, events: &[EventType]) -> SubscriptionId {
    let draft = SubscriptionDraft {
        url: Sent::Value(url.to_owned()),
        events: Sent::Value(events.iter().map(ToString::to_string).collect()),
        providers: Sent::Value(vec!["platform".to_owned()]),
    };
    let new = NewSubscription::parse(draft, &AddressJudge::default()).unwrap();
    let now = kernel::Clock::now(&world.clock);
    let subscription = new.with_id(Uuid::new_v4().into(), now);
    let ring = SecretRing::new(SigningSecret::from_random([7; 32]));
    let mut work = world.begin().await;
    let profile_id = world.profile.id;
    let written = work
        .subscriptions()
        .insert(profile_id, &subscription, &ring)
        .await;
    settle(work, written).await.unwrap();
    subscription.id
}

fn platform() -> Vec<EventType> {
    EventType::ALL
        .into_iter()
        .filter(|kind| kind.is_platform())
        .collect()
}

/// A click from a search ad, and a payment of that browser a day later.
async fn sale(world: &World, key: &str) {
    let at = instant("2026-06-20T10:00:00Z");
    let page = "https://shop.example/?utm_source=google&utm_medium=cpc";
    world.track(key, vec![page_view(key, at, page, None)]).await;
    let draft = OutcomeEventDraft {
        event_type: Some("payment_received".to_owned()),
        event_time: Some("2026-06-21T10:00:00Z".to_owned()),
        person: RawPerson {
            anonymous_id: Some(key.to_owned()),
            ..RawPerson::default()
        },
        value_amount: Some("25.50".to_owned()),
        currency: Some("EUR".to_owned()),
        ..OutcomeEventDraft::default()
    };
    world.record(key, draft).await;
}

/// An event of the profile, caused by nothing.
async fn tell(world: &World, count: u128) {
    let events: Vec<Event> = (0..count)
        .map(|_| {
            let head = EventHead {
                id: kernel::IdSource::new_id(&tributary_system::TimeOrderedIds).into(),
                profile_id: world.profile.id,
                at: kernel::Clock::now(&world.clock),
            };
            let data = webhook_events::data::FreshnessData {
                fresh_until: head.at,
            };
            Event::new(head, &EventData::ProfileFreshnessChanged(data)).unwrap()
        })
        .collect();
    let mut work = world.begin().await;
    let added = work.outbox().add(&events).await;
    settle(work, added).await.unwrap();
}

#[test]
fn what_happens_is_told_from_its_cause_and_once() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let everything = subscribe(&world, "https://example.com/all", &platform()).await;
        let changes = [EventType::ConversionChanged, EventType::ReportRestated];
        subscribe(&world, "https://example.org/changes", &changes).await;
        let to = receivers(|_| answers(204));
        let mut dispatcher = dispatcher(&world, &to);
        dispatcher.drain().await.unwrap();
        sale(&world, "anna").await;
        dispatcher.drain().await.unwrap();
        assert_eq!(
            to.types(),
            Vec::<String>::new(),
            "nothing has come of it yet"
        );
        world.drain().await;
        dispatcher.drain().await.unwrap();
        let mut told = to.bodies();
        told.sort_by(|a, b| a.0.cmp(&b.0));
        let types: Vec<&str> = told.iter().map(|(kind, _)| kind.as_str()).collect();
        let first = [
            "conversion.attributed",
            "conversion.recorded",
            "profile.freshness.changed",
        ];
        assert_eq!(types, first);
        let recorded = &told[1].1;
        assert_eq!(recorded["value"], "25.5");
        assert_eq!(recorded["channel"], "Paid Search");
        assert_eq!(recorded["model"], "last_touch");
        assert_eq!(recorded["conversion_id"], told[0].1["conversion_id"]);

        // A second sale is recorded, and is nobody's first.
        world.clock.advance_micros(61 * MICROS_PER_SECOND);
        sale(&world, "berta").await;
        world.drain().await;
        dispatcher.drain().await.unwrap();
        assert_eq!(
            to.types(),
            ["conversion.recorded", "profile.freshness.changed"]
        );

        // Everything anew changes nothing but tells its end to whoever asked.
        let mut work = world.begin().await;
        let asked = recompute(&mut *work, &world.context(), &access(&world)).await;
        let asked = settle(work, asked).await.unwrap().unwrap();
        world.drain().await;
        dispatcher.drain().await.unwrap();
        let told = to.bodies();
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].0, "recompute.completed");
        assert_eq!(told[0].1["recompute_id"], asked.id.to_string());

        // Another name of the channel changes both conversions, for both subscriptions.
        world
            .execute("UPDATE signature_channels SET channel = 'Ads' WHERE profile_id = $1")
            .await;
        world
            .execute("UPDATE attribution_state SET revision = 0 WHERE profile_id = $1")
            .await;
        tributary_worker::renewal::renew_all(&world.worker)
            .await
            .unwrap();
        dispatcher.drain().await.unwrap();
        let told = to.bodies();
        assert_eq!(told.len(), 4, "{told:?}");
        for (kind, data) in &told {
            assert_eq!(kind, "conversion.changed");
            assert_eq!(data["channel"]["before"], "Ads");
            assert_eq!(data["channel"]["after"], "Paid Search");
            assert_eq!(data["credited"]["before"], data["credited"]["after"]);
            assert!(data["restatement_id"].is_string());
        }

        // What the profile's list shows.
        let reader = PgDeliveries::new(world.pool.clone());
        let filter = DeliveryFilter {
            subscription_id: Some(everything),
            ..DeliveryFilter::default()
        };
        let limit = kernel::Limit::new(100).unwrap();
        let page = reader
            .page(&access(&world), &filter, None, limit)
            .await
            .unwrap();
        assert_eq!(page.len(), 8);
        assert!(
            page.iter()
                .all(|it| it.state.status() == DeliveryStatus::Delivered)
        );
        let found = reader
            .find(&access(&world), page[0].id)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(found.attempts.len(), 1);
        assert_eq!(found.attempts[0].excerpt.text(), "thanks");
        assert!(found.is_payload_kept);
        assert_eq!(
            world
                .lines("SELECT 'left' AS line FROM outbox WHERE profile_id = $1")
                .await
                .len(),
            0
        );
    });
}

#[test]
fn of_a_cause_that_is_undone_nothing_is_told() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        subscribe(&world, "https://example.com/all", &platform()).await;
        sale(&world, "anna").await;
        let mut work = world.begin().await;
        let replayed = application::replays::refresh::refresh(
            &mut *work,
            &world.context(),
            world.profile.id,
            100,
        )
        .await;
        assert!(replayed.is_ok());
        work.rollback().await.unwrap();
        let to = receivers(|_| answers(200));
        dispatcher(&world, &to).drain().await.unwrap();
        assert_eq!(to.types(), Vec::<String>::new());
        // The same once more, and kept: the first attribution is still to be told.
        world.drain().await;
        dispatcher(&world, &to).drain().await.unwrap();
        assert_eq!(to.types().len(), 0, "the buckets are another's still");
        world
            .execute("DELETE FROM delivery_buckets WHERE $1 IS NOT NULL")
            .await;
        dispatcher(&world, &to).drain().await.unwrap();
        let told = to.types();
        assert!(
            told.contains(&"conversion.attributed".to_owned()),
            "{told:?}"
        );
    });
}

/// How far the only delivery is: its status, failed attempts and seconds until the next.
async fn progress(world: &World) -> String {
    let now = kernel::Clock::now(&world.clock);
    let lines = world
        .lines(&format!(
            "SELECT concat_ws(' ', status, failures, attempts, \
                 extract(epoch FROM next_attempt_at - '{now}'::timestamptz)::int) AS line \
             FROM deliveries WHERE profile_id = $1 ORDER BY id"
        ))
        .await;
    lines.join(", ")
}

fn seconds(progress: &str) -> i64 {
    progress.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn what_fails_is_tried_again_until_it_is_dead() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let types = [EventType::ProfileFreshnessChanged];
        subscribe(&world, "https://example.com/", &types).await;
        let to = receivers(|_| answers(500));
        let mut dispatcher = dispatcher(&world, &to);
        tell(&world, 1).await;
        let delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
        for (failed, delay) in (1..).zip(delays) {
            dispatcher.drain().await.unwrap();
            let progress = progress(&world).await;
            assert!(
                progress.starts_with(&format!("pending {failed} {failed} ")),
                "{progress}"
            );
            let wait = seconds(&progress);
            assert!(
                (delay * 4 / 5..=delay * 6 / 5).contains(&wait),
                "{progress}"
            );
            world.clock.advance_micros((wait - 1) * MICROS_PER_SECOND);
            dispatcher.drain().await.unwrap();
            assert_eq!(to.got.lock().unwrap().len(), failed, "too early");
            world.clock.advance_micros(2 * MICROS_PER_SECOND);
        }
        dispatcher.drain().await.unwrap();
        assert_eq!(progress(&world).await, "dead 0 8");
        // All of them had the same id and the same bytes.
        let got = std::mem::take(&mut *to.got.lock().unwrap());
        let same: BTreeSet<_> = got.iter().map(|it| (it.id, it.body.bytes())).collect();
        assert_eq!((got.len(), same.len()), (8, 1));
        let times: BTreeSet<_> = got.iter().map(|it| it.timestamp).collect();
        assert_eq!(times.len(), 8);
        // The first delivery is dead; for 120 hours more everything has to fail until it is over.
        for (hours, enabled) in [(1, true), (119, true), (2, false)] {
            world
                .clock
                .advance_micros(hours * 3_600 * MICROS_PER_SECOND);
            tell(&world, 1).await;
            dispatcher.drain().await.unwrap();
            let reader = PgSubscriptions::new(world.pool.clone());
            let list = reader.list(&access(&world)).await.unwrap();
            assert_eq!(list[0].state.is_enabled(), enabled, "{hours}");
        }
        // Everything that waited is dead, and the deed is in the trail.
        assert!(!progress(&world).await.contains("pending"));
        let deeds = "SELECT action AS line FROM audit_events WHERE profile_id = $1 \
                     AND action LIKE 'webhook.%'";
        assert_eq!(world.lines(deeds).await, ["webhook.subscription_disabled"]);
    });
}

#[test]
fn answers_are_heard_as_they_are_meant() {
    let at = instant("2026-06-30T12:01:30Z");
    let retry = |status, retry_after| AttemptOutcome::Answered {
        status,
        retry_after: Some(retry_after),
    };
    // What the receiver does, and from when to when the next attempt is due.
    let cases: [(AttemptOutcome, Option<(i64, i64)>); 9] = [
        (answers(301), Some((4, 6))),
        (answers(400), Some((4, 6))),
        (answers(429), Some((60, 60))),
        (
            AttemptOutcome::Failed(AttemptFailure::Timeout),
            Some((60, 60)),
        ),
        (AttemptOutcome::Failed(AttemptFailure::Tls), Some((4, 6))),
        (retry(429, RetryAfter::Seconds(90)), Some((90, 90))),
        (retry(429, RetryAfter::At(at)), Some((89, 91))),
        (retry(503, RetryAfter::Seconds(86_400)), Some((8, 12))),
        (answers(410), None),
    ];
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        for (outcome, due) in cases {
            let world = World::alone_in(&database).await;
            world
                .execute("DELETE FROM delivery_buckets WHERE $1 IS NOT NULL")
                .await;
            world
                .execute("DELETE FROM webhook_subscriptions WHERE $1 IS NOT NULL")
                .await;
            let types = [EventType::ProfileFreshnessChanged];
            subscribe(&world, "https://example.com/", &types).await;
            let to = receivers(move |_| outcome);
            tell(&world, 1).await;
            dispatcher(&world, &to).drain().await.unwrap();
            let progress = progress(&world).await;
            let reader = PgSubscriptions::new(world.pool.clone());
            let state = reader.list(&access(&world)).await.unwrap()[0].state;
            if let Some((from, to)) = due {
                assert!(
                    (from..=to).contains(&seconds(&progress)),
                    "{outcome:?} {progress}"
                );
                assert_eq!(state, SubscriptionState::Enabled);
            } else {
                assert_eq!(progress, "dead 0 1", "{outcome:?}");
                assert!(matches!(state, SubscriptionState::Disabled { reason, .. }
                    if reason == webhook_events::DisabledReason::Gone));
            }
        }
    });
}

#[test]
fn a_dead_receiver_is_probed_and_holds_nobody_up() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let types = [EventType::ProfileFreshnessChanged];
        subscribe(&world, "https://dead.example.com/", &types).await;
        subscribe(&world, "https://fine.example.com/", &types).await;
        let to = receivers(|request| match request.url.host() {
            "dead.example.com" => answers(500),
            _ => answers(200),
        });
        tell(&world, 300).await;
        let mut dispatcher = dispatcher(&world, &to);
        dispatcher.drain().await.unwrap();
        let got = std::mem::take(&mut *to.got.lock().unwrap());
        let of = |host: &str| got.iter().filter(|it| it.url.host() == host).count();
        assert_eq!(of("fine.example.com"), 300);
        // Every one is tried once at last, but one after the other once five have failed.
        assert!(of("dead.example.com") < 300, "{}", of("dead.example.com"));
        // A process that never came back is followed by another when its lease is over.
        drop(dispatcher);
        world
            .execute("DELETE FROM delivery_buckets WHERE $1 IS NOT NULL")
            .await;
        world.clock.advance_micros(MICROS_PER_DAY);
        let to = receivers(|_| answers(200));
        self::dispatcher(&world, &to).drain().await.unwrap();
        assert!(!progress(&world).await.contains("pending"));
    });
}

#[test]
fn one_process_at_a_time_sends() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let types = [EventType::ProfileFreshnessChanged];
        let id = subscribe(&world, "https://example.com/", &types).await;
        let (one, other) = (receivers(|_| answers(200)), receivers(|_| answers(200)));
        let (mut first, mut second) = (dispatcher(&world, &one), dispatcher(&world, &other));
        first.drain().await.unwrap();
        second.drain().await.unwrap();
        tell(&world, 50).await;
        let (a, b) = tokio::join!(first.drain(), second.drain());
        (a.unwrap(), b.unwrap());
        first.drain().await.unwrap();
        let count = |to: &Receivers| to.got.lock().unwrap().len();
        assert_eq!((count(&one), count(&other)), (50, 0));
        // Of a subscription that is deleted nothing is sent and nothing stays.
        tell(&world, 20).await;
        let mut work = world.begin().await;
        let context = world.context();
        let spread = application::webhooks::fan_out::fan_out(&mut *work, &context, 100);
        assert_eq!(spread.await.unwrap().deliveries, 20);
        let deleted = work.subscriptions().delete(world.profile.id, id).await;
        assert!(settle(work, deleted).await.unwrap());
        first.drain().await.unwrap();
        assert_eq!(count(&one), 50);
        for table in ["webhook_subscriptions", "deliveries", "delivery_attempts"] {
            let left = format!("SELECT 'left' AS line FROM {table} WHERE profile_id = $1");
            assert_eq!(world.lines(&left).await.len(), 0, "{table}");
        }
    });
}

#[test]
fn the_first_attribution_of_a_definition_is_told_once_for_ever() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let types = [EventType::ConversionAttributed];
        subscribe(&world, "https://example.com/", &types).await;
        let to = receivers(|_| answers(200));
        let mut dispatcher = dispatcher(&world, &to);
        // Two replicas replay at once, and events become deliveries twice at once.
        sale(&world, "anna").await;
        sale(&world, "berta").await;
        tokio::join!(world.drain(), world.drain());
        let mut other = self::dispatcher(&world, &to);
        let (one, two) = tokio::join!(dispatcher.drain(), other.drain());
        (one.unwrap(), two.unwrap());
        dispatcher.drain().await.unwrap();
        assert_eq!(to.types(), ["conversion.attributed"]);

        // Everything anew, other words in the definition, the touch's channel called otherwise, a process that
        // starts again: it was told.
        world.rebuild().await;
        let id = world
            .lines(
                "SELECT id::text AS line FROM conversion_definitions WHERE profile_id = $1 \
                    AND first_attributed_at IS NOT NULL",
            )
            .await;
        assert_eq!(id.len(), 1);
        let edit = conversion_definitions::DefinitionDraft {
            display_name: Some("Sale".to_owned()),
            attribution_eligible: Some(true),
            ..conversion_definitions::DefinitionDraft::default()
        };
        let edit = conversion_definitions::DefinitionEdit::parse(edit).unwrap();
        let mut work = world.begin().await;
        let definition: Uuid = id[0].parse().unwrap();
        let context = world.context();
        let edited = application::definitions::update::update(
            &mut *work,
            &context,
            &access(&world),
            definition.into(),
            edit,
        )
        .await;
        settle(work, edited).await.unwrap();
        world.drain().await;
        world
            .execute("UPDATE signature_channels SET channel = 'Ads' WHERE profile_id = $1")
            .await;
        world
            .execute("UPDATE attribution_state SET revision = 0 WHERE profile_id = $1")
            .await;
        tributary_worker::renewal::renew_all(&world.worker)
            .await
            .unwrap();
        sale(&world, "carla").await;
        world.drain().await;
        dispatcher.drain().await.unwrap();
        self::dispatcher(&world, &to).drain().await.unwrap();
        assert_eq!(to.types(), Vec::<String>::new());
    });
}
