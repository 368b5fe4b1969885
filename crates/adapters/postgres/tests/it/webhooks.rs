//! From what happens to what receivers are sent, through the real stores.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use application::replays::recompute::recompute;
use application::settle;
use async_trait::async_trait;
use event_intake::{OutcomeEventDraft, RawPerson};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Actor, ProfileAccess};
use serde_json::Value;
use testkit::TestDatabase;
use tributary_worker::deliveries::{Dispatcher, Sending};
use uuid::Uuid;
use webhook_events::ports::{DeliveryFilter, DeliveryReader, DeliveryRequest, Sender};
use webhook_events::{
    AddressJudge, Attempt, AttemptOutcome, DeliveryStatus, Event, EventData, EventHead, EventType,
    Excerpt, HmacSha256, NewSubscription, RetrySchedule, SecretRing, Sent, SigningSecret,
    SubscriptionDraft, SubscriptionId,
};

use crate::channel_rules_support::{replace, rule};
use crate::world::{RUNTIME, World, instant, page_view};
use tributary_postgres::PgDeliveries;

type Answer = dyn Fn(&DeliveryRequest) -> AttemptOutcome + Send + Sync;

/// Receivers that answer as they are told and keep what they were sent.
pub(crate) struct Receivers {
    answer: Box<Answer>,
    pub(crate) got: Mutex<Vec<DeliveryRequest>>,
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

pub(crate) fn answers(status: u16) -> AttemptOutcome {
    AttemptOutcome::Answered {
        status,
        retry_after: None,
    }
}

pub(crate) fn receivers(
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

pub(crate) fn dispatcher(world: &World, to: &Arc<Receivers>) -> Dispatcher {
    let sender: Arc<Receivers> = Arc::clone(to);
    Dispatcher::new(Sending {
        worker: world.worker(),
        sender,
        hmac: Arc::new(FirstByte),
        schedule: RetrySchedule::default(),
    })
}

pub(crate) fn access(world: &World) -> ProfileAccess {
    ProfileAccess {
        profile_id: world.profile.id,
        scopes: BTreeSet::new(),
        actor: Actor::Operator,
    }
}

pub(crate) async fn subscribe(world: &World, url: &str, events: &[EventType]) -> SubscriptionId {
    let draft = SubscriptionDraft {
        url: Sent::Value(url.to_owned()),
        events: Sent::Value(events.iter().map(ToString::to_string).collect()),
        providers: Sent::Value(vec!["platform".to_owned()]),
    };
    let new = NewSubscription::parse(draft, &AddressJudge::default()).unwrap();
    let now = kernel::Clock::now(&world.clock);
    let subscription = new.with_id(
        kernel::IdSource::new_id(&tributary_system::TimeOrderedIds).into(),
        now,
    );
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
pub(crate) async fn tell(world: &World, count: u128) {
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

/// What the profile's list shows: eight deliveries, all of them delivered, and nothing left in the outbox.
async fn listed(world: &World, everything: SubscriptionId) {
    let reader = PgDeliveries::new(world.pool.clone());
    let filter = DeliveryFilter {
        subscription_id: Some(everything),
        ..DeliveryFilter::default()
    };
    let limit = kernel::Limit::new(100).unwrap();
    let page = reader
        .page(&access(world), &filter, None, limit)
        .await
        .unwrap();
    assert_eq!(page.len(), 8);
    assert!(
        page.iter()
            .all(|it| it.state.status() == DeliveryStatus::Delivered)
    );
    let found = reader
        .find(&access(world), page[0].id)
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
}

/// Another name of the channel changes both conversions, for both subscriptions.
async fn renamed(world: &World, dispatcher: &mut Dispatcher, to: &Receivers) {
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

        renamed(&world, &mut dispatcher, &to).await;
        listed(&world, everything).await;
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
        a.and(b).unwrap();
        first.drain().await.unwrap();
        let count = |to: &Receivers| to.got.lock().unwrap().len();
        assert_eq!((count(&one), count(&other)), (50, 0));
        // Of a subscription that is deleted nothing is sent and nothing stays.
        tell(&world, 20).await;
        let mut work = world.begin().await;
        let context = world.context();
        let spread = webhook_delivery::fan_out::fan_out(&mut *work, &context, 100);
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
        one.and(two).unwrap();
        // Whoever's receiver it is may have been through before the other one made the delivery.
        dispatcher.drain().await.unwrap();
        other.drain().await.unwrap();
        assert_eq!(to.types(), ["conversion.attributed"]);

        // Everything anew, other words in the definition, a rule for the touch and its deletion, the touch's channel
        // called otherwise, a process that starts again: it was told.
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
        let edited = profile_setup::definitions::update::update(
            &mut *work,
            &context,
            &access(&world),
            definition.into(),
            edit,
        )
        .await;
        settle(work, edited).await.unwrap();
        world.drain().await;
        replace(&world, &[rule("Email", "utm_source", "is", &["google"])]).await;
        world.drain().await;
        replace(&world, &[]).await;
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
