//! What people do with subscriptions and deliveries.

use std::time::Duration;

use kernel::{Actor, Scope};
use uuid::Uuid;
use webhook_events::ports::{Addressed, Receiver, Replayable};
use webhook_events::{
    AddressJudge, Attempt, AttemptFailure, AttemptOutcome, DeliveryId, DeliveryState,
    DisabledReason, EndpointHealth, Event, EventData, EventHead, Excerpt, MAX_SUBSCRIPTIONS,
    NewSubscription, RetrySchedule, SecretRing, Sent, SigningSecret, Subscription,
    SubscriptionDraft, SubscriptionId, SubscriptionPatch, SubscriptionState,
};

use crate::attempts::{EndedAttempt, settle_attempts};
use crate::create::{CreateSubscription, CreateSubscriptionError, create};
use crate::delete::delete;
use crate::fan_out::{FannedOut, fan_out};
use crate::replay::{ReplayError, replay};
use crate::rotate_secret::{RotateSecret, RotateSecretError, rotate_secret};
use crate::test::test;
use crate::update::{UpdateSubscription, update};
use application::mocks::MockWork;
use application::mocks::given::{access, expect_deed_of_profile, noon, outside, profile};

const DAY: Duration = Duration::from_hours(24);

fn draft(url: &str) -> SubscriptionDraft {
    SubscriptionDraft {
        url: Sent::Value(url.to_owned()),
        events: Sent::Value(vec!["handoff.completed".to_owned()]),
        providers: Sent::Value(vec!["platform".to_owned()]),
    }
}

fn new() -> NewSubscription {
    NewSubscription::parse(draft("https://example.com/hook"), &AddressJudge::default()).unwrap()
}

fn id() -> SubscriptionId {
    Uuid::from_u128(0x5).into()
}

fn subscription() -> Subscription {
    new().with_id(id(), noon())
}

fn delivery() -> DeliveryId {
    Uuid::from_u128(0x6).into()
}

/// The subscription is there, as it is.
fn with(subscription: Option<Subscription>) -> MockWork {
    let mut work = MockWork::default();
    work.subscriptions
        .expect_lock()
        .withf(|of, which| *of == profile() && *which == id())
        .returning(move |_, _| Ok(subscription.clone()));
    work
}

#[tokio::test]
async fn a_new_subscription_has_a_secret_of_its_own_and_there_are_a_hundred() {
    let (outside, access) = (outside(), access(&[Scope::ExportsWrite]));
    let command = CreateSubscription {
        new: new(),
        random: [9; 32],
    };
    let mut work = MockWork::default();
    work.subscriptions
        .expect_count()
        .returning(|_| Ok(MAX_SUBSCRIPTIONS - 1));
    work.subscriptions
        .expect_insert()
        .times(1)
        .withf(|of, subscription, ring| {
            *of == profile()
                && subscription.state.is_enabled()
                && *ring == SecretRing::new(SigningSecret::from_random([9; 32]))
        })
        .returning(|_, _, _| Ok(()));
    expect_deed_of_profile(&mut work, "webhook.subscription_created");
    let context = outside.context();
    let (made, secret) = create(&mut work, &context, &access, &command)
        .await
        .unwrap();
    assert_eq!(secret, SigningSecret::from_random([9; 32]));
    assert_eq!((made.created_at, made.updated_at), (noon(), noon()));
    let mut work = MockWork::default();
    work.subscriptions
        .expect_count()
        .returning(|_| Ok(MAX_SUBSCRIPTIONS));
    let refused = create(&mut work, &context, &access, &command).await;
    assert!(matches!(refused, Err(CreateSubscriptionError::TooMany)));
}

fn change(draft: SubscriptionDraft, enabled: Sent<bool>) -> UpdateSubscription {
    UpdateSubscription {
        id: id(),
        patch: SubscriptionPatch::parse(draft, enabled, &AddressJudge::default()).unwrap(),
        random: [9; 32],
    }
}

#[tokio::test]
async fn another_host_gets_another_secret_and_what_is_disabled_waits_for_nothing() {
    let (outside, access) = (outside(), access(&[]));
    let context = outside.context();
    let same = change(SubscriptionDraft::default(), Sent::Absent);
    let kept = update(&mut with(Some(subscription())), &context, &access, &same).await;
    let kept = kept.unwrap().unwrap();
    assert_eq!((kept.subscription, kept.secret), (subscription(), None));

    let moved = SubscriptionDraft {
        url: Sent::Value("https://example.org/hook".to_owned()),
        ..SubscriptionDraft::default()
    };
    let mut work = with(Some(subscription()));
    work.subscriptions
        .expect_update()
        .times(1)
        .returning(|_, _| Ok(()));
    work.subscriptions
        .expect_replace_secrets()
        .times(1)
        .withf(|_, _, ring| *ring == SecretRing::new(SigningSecret::from_random([9; 32])))
        .returning(|_, _, _| Ok(()));
    expect_deed_of_profile(&mut work, "webhook.subscription_updated");
    let moved = update(&mut work, &context, &access, &change(moved, Sent::Absent)).await;
    assert!(moved.unwrap().unwrap().secret.is_some());

    let mut work = with(Some(subscription()));
    work.subscriptions
        .expect_update()
        .times(1)
        .returning(|_, _| Ok(()));
    work.subscriptions
        .expect_bury_waiting()
        .times(1)
        .withf(|_, _, at| *at == noon())
        .returning(|_, _, _| Ok(()));
    expect_deed_of_profile(&mut work, "webhook.subscription_updated");
    let off = change(SubscriptionDraft::default(), Sent::Value(false));
    let off = update(&mut work, &context, &access, &off)
        .await
        .unwrap()
        .unwrap();
    let SubscriptionState::Disabled { at, reason } = off.subscription.state else {
        panic!("it is enabled");
    };
    assert_eq!(
        (at, reason, off.secret),
        (noon(), DisabledReason::Manual, None)
    );

    let nothing = update(&mut with(None), &context, &access, &same).await;
    assert_eq!(nothing.unwrap(), None);
}

#[tokio::test]
async fn a_secret_is_replaced_ten_times_a_day() {
    let (outside, access) = (outside(), access(&[]));
    let context = outside.context();
    let command = RotateSecret {
        id: id(),
        random: [9; 32],
        grace: DAY,
    };
    let mut ring = SecretRing::new(SigningSecret::from_random([1; 32]));
    for number in 0..11_u8 {
        let mut work = with(Some(subscription()));
        let stored = ring.clone();
        work.subscriptions
            .expect_secrets()
            .returning(move |_, _| Ok(stored.clone()));
        if number < 10 {
            work.subscriptions
                .expect_replace_secrets()
                .times(1)
                .returning(|_, _, _| Ok(()));
            expect_deed_of_profile(&mut work, "webhook.secret_rotated");
        }
        let rotated = rotate_secret(&mut work, &context, &access, &command).await;
        if number == 10 {
            assert!(matches!(rotated, Err(RotateSecretError::TooMany(_))));
            break;
        }
        let expires = rotated.unwrap().previous_expires_at;
        assert_eq!(expires.micros_since(noon()), 86_400_000_000);
        let next = SigningSecret::from_random([2 + number; 32]);
        ring = ring.rotate(next, noon(), DAY).unwrap().ring;
    }
    let unknown = rotate_secret(&mut with(None), &context, &access, &command).await;
    assert!(matches!(unknown, Err(RotateSecretError::NotFound)));
}

#[tokio::test]
async fn what_is_not_there_is_not_deleted() {
    let (outside, access) = (outside(), access(&[]));
    for there in [true, false] {
        let mut work = MockWork::default();
        work.subscriptions
            .expect_delete()
            .times(1)
            .returning(move |_, _| Ok(there));
        if there {
            expect_deed_of_profile(&mut work, "webhook.subscription_deleted");
        }
        let gone = delete(&mut work, &outside.context(), &access, id()).await;
        assert_eq!(gone.unwrap(), there);
    }
}

#[tokio::test]
async fn a_delivery_is_replayed_while_its_body_is_kept() {
    let (outside, access) = (outside(), access(&[]));
    let old = noon().plus_micros(-86_400_000_000);
    for (event_at, is_payload_kept, fine) in [
        (noon(), true, true),
        (noon(), false, false),
        (old, true, false),
        (old.plus_micros(1), true, true),
    ] {
        let mut work = MockWork::default();
        work.deliveries.expect_lock().returning(move |_, _| {
            Ok(Some(Replayable {
                event_at,
                state: DeliveryState::Dead { at: noon() },
                is_payload_kept,
            }))
        });
        if fine {
            work.deliveries
                .expect_requeue()
                .times(1)
                .withf(|of, which, at| (*of, *which, *at) == (profile(), delivery(), noon()))
                .returning(|_, _, _| Ok(()));
            expect_deed_of_profile(&mut work, "webhook.delivery_replayed");
        }
        let done = replay(&mut work, &outside.context(), &access, (delivery(), DAY)).await;
        assert_eq!(done.is_ok(), fine, "{event_at} {is_payload_kept}");
        assert!(fine || matches!(done, Err(ReplayError::Gone(_))));
    }
    let mut work = MockWork::default();
    work.deliveries.expect_lock().returning(|_, _| Ok(None));
    let unknown = replay(&mut work, &outside.context(), &access, (delivery(), DAY)).await;
    assert!(matches!(unknown, Err(ReplayError::NotFound)));
}

#[tokio::test]
async fn a_test_is_sent_to_a_disabled_subscription_too() {
    let (outside, access) = (outside(), access(&[]));
    let off = Subscription {
        state: SubscriptionState::Enabled.disabled(noon(), DisabledReason::Failing),
        ..subscription()
    };
    let mut work = with(Some(off));
    work.deliveries
        .expect_insert_test()
        .times(1)
        .withf(|event, delivery| {
            let body: serde_json::Value = serde_json::from_slice(event.body().bytes()).unwrap();
            body["type"] == "handoff.completed"
                && body["data"]["test"] == true
                && delivery.subscription_id == id()
        })
        .returning(|_, _| Ok(()));
    expect_deed_of_profile(&mut work, "webhook.test_sent");
    let sent = test(&mut work, &outside.context(), &access, id()).await;
    assert!(sent.unwrap().is_some());
    let unknown = test(&mut with(None), &outside.context(), &access, id()).await;
    assert_eq!(unknown.unwrap(), None);
}

fn event() -> Event {
    let head = EventHead {
        id: Uuid::from_u128(0xe).into(),
        profile_id: profile(),
        at: noon(),
    };
    let data = webhook_events::data::HandoffData {
        handoff_id: Uuid::from_u128(1).into(),
        status: webhook_events::data::HandoffOutcome::Completed,
    };
    Event::new(head, &EventData::HandoffCompleted(data)).unwrap()
}

#[tokio::test]
async fn an_event_becomes_one_delivery_for_each_subscription_that_it_matches() {
    let outside = outside();
    let mut other = subscription();
    other.id = Uuid::from_u128(0x7).into();
    other.providers = vec![webhook_events::Provider::new("search_ads").unwrap()];
    let mut work = MockWork::default();
    work.fan_outs
        .expect_take()
        .times(1)
        .returning(|_| Ok(vec![event(), event()]));
    work.fan_outs
        .expect_enabled()
        .times(1)
        .returning(move |_| Ok(vec![subscription(), other.clone()]));
    work.fan_outs
        .expect_insert()
        .times(1)
        .withf(|addressed: &[Addressed]| {
            addressed.len() == 2
                && addressed
                    .iter()
                    .all(|it| it.delivery.subscription_id == id())
        })
        .returning(|_| Ok(()));
    let done = fan_out(&mut work, &outside.context(), 10).await.unwrap();
    let expected = FannedOut {
        events: 2,
        deliveries: 2,
    };
    assert_eq!(done, expected);
    let mut work = MockWork::default();
    work.fan_outs.expect_take().returning(|_| Ok(Vec::new()));
    let done = fan_out(&mut work, &outside.context(), 10).await.unwrap();
    assert_eq!(done, FannedOut::default());
}

fn ended(number: u128, seconds: i64, outcome: AttemptOutcome) -> EndedAttempt {
    EndedAttempt {
        profile_id: profile(),
        id: Uuid::from_u128(number).into(),
        subscription_id: id(),
        lease: Uuid::from_u128(0x1ea5e),
        failures: 0,
        at: noon().plus_micros(seconds * 1_000_000),
        attempt: Attempt {
            outcome,
            excerpt: Excerpt::default(),
            took: Duration::ZERO,
        },
    }
}

fn answered(status: u16) -> AttemptOutcome {
    AttemptOutcome::Answered {
        status,
        retry_after: None,
    }
}

#[tokio::test]
async fn attempts_count_in_the_order_in_which_they_ended() {
    let outside = outside();
    let mut work = MockWork::default();
    work.delivery_queue
        .expect_lock_receivers()
        .times(1)
        .withf(|keys| keys == [(profile(), id())])
        .returning(|_| {
            Ok(vec![Receiver {
                subscription_id: id(),
                health: EndpointHealth {
                    failures_in_a_row: 3,
                    dead_since: None,
                },
                is_enabled: true,
            }])
        });
    work.delivery_queue
        .expect_settle()
        .times(1)
        .returning(|settlements| {
            let failures: Vec<u32> = settlements
                .iter()
                .map(|it| it.after.health.failures_in_a_row)
                .collect();
            assert_eq!(failures, [4, 0, 1, 2]);
            let disabled: Vec<_> = settlements.iter().map(|it| it.after.disable).collect();
            assert_eq!(disabled, [None, None, None, Some(DisabledReason::Gone)]);
            Ok(())
        });
    work.audit
        .expect_stamp()
        .times(1)
        .withf(|_, deed| {
            deed.action == "webhook.subscription_disabled" && deed.actor == Actor::System
        })
        .returning(|_, _| Ok(()));
    let all = vec![
        ended(3, 30, AttemptOutcome::Failed(AttemptFailure::Tls)),
        ended(4, 40, answered(410)),
        ended(1, 10, answered(500)),
        ended(2, 20, answered(200)),
    ];
    let schedule = RetrySchedule::default();
    let disabled = settle_attempts(&mut work, &outside.context(), &schedule, all).await;
    assert_eq!(disabled.unwrap(), [(id(), DisabledReason::Gone)]);
}

#[tokio::test]
async fn whoever_answers_well_is_not_looked_up() {
    let outside = outside();
    let mut work = MockWork::default();
    work.delivery_queue
        .expect_settle()
        .times(1)
        .withf(|settlements| settlements[0].after.health == EndpointHealth::default())
        .returning(|_| Ok(()));
    let all = vec![ended(1, 1, answered(204))];
    let schedule = RetrySchedule::default();
    let disabled = settle_attempts(&mut work, &outside.context(), &schedule, all).await;
    assert_eq!(disabled.unwrap(), []);
}
