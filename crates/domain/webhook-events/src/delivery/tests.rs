use std::sync::atomic::{AtomicU32, Ordering};

use kernel::Sent;
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::address_judge::AddressJudge;
use crate::attempt::{AttemptFailure, RetryAfter};
use crate::draft::{NewSubscription, SubscriptionDraft};
use crate::event_type::EventType;
use crate::health::{FAILURES_BEFORE_PROBING, MAX_IN_FLIGHT, MAX_IN_HAND};
use crate::provider::Provider;
use crate::subscription::SubscriptionState;

const HOUR: i64 = 3_600_000_000;

fn hours(hours: i64) -> Timestamp {
    Timestamp::from_micros(hours * HOUR)
}

fn answered(status: u16) -> AttemptOutcome {
    AttemptOutcome::Answered {
        status,
        retry_after: None,
    }
}

fn after(before: BeforeAttempt, outcome: AttemptOutcome, at: Timestamp) -> AfterAttempt {
    let end = AttemptEnd {
        at,
        jitter: Jitter::NONE,
    };
    after_attempt(before, &outcome, &RetrySchedule::default(), end)
}

const FIRST: BeforeAttempt = BeforeAttempt {
    failures: 0,
    health: EndpointHealth {
        failures_in_a_row: 0,
        dead_since: None,
    },
    is_enabled: true,
};

fn ill(failures_in_a_row: u32, dead_since: Option<Timestamp>) -> BeforeAttempt {
    BeforeAttempt {
        health: EndpointHealth {
            failures_in_a_row,
            dead_since,
        },
        ..FIRST
    }
}

#[test]
fn each_answer_has_its_consequence() {
    let dead = DeliveryState::Dead { at: hours(1) };
    let pending = |seconds: i64| DeliveryState::Pending {
        failures: 1,
        next_attempt_at: hours(1).plus_micros(seconds * 1_000_000),
    };
    let asked = AttemptOutcome::Answered {
        status: 429,
        retry_after: Some(RetryAfter::Seconds(90)),
    };
    for (outcome, state, disable) in [
        (
            answered(200),
            DeliveryState::Delivered { at: hours(1) },
            None,
        ),
        (
            answered(204),
            DeliveryState::Delivered { at: hours(1) },
            None,
        ),
        (answered(301), pending(5), None),
        (answered(400), pending(5), None),
        (answered(410), dead, Some(DisabledReason::Gone)),
        (answered(429), pending(60), None),
        (asked, pending(90), None),
        (answered(500), pending(5), None),
        (
            AttemptOutcome::Failed(AttemptFailure::Timeout),
            pending(60),
            None,
        ),
        (
            AttemptOutcome::Failed(AttemptFailure::Tls),
            pending(5),
            None,
        ),
        (
            AttemptOutcome::Failed(AttemptFailure::Connection),
            pending(5),
            None,
        ),
        (
            AttemptOutcome::Failed(AttemptFailure::BlockedAddress),
            pending(5),
            None,
        ),
    ] {
        let then = after(FIRST, outcome, hours(1));
        assert_eq!((then.state, then.disable), (state, disable), "{outcome:?}");
        let in_a_row = u32::from(!outcome.is_success());
        assert_eq!(then.health.failures_in_a_row, in_a_row);
    }
}

#[test]
fn the_eighth_failure_is_the_last() {
    let mut before = FIRST;
    let mut at = hours(0);
    for failures in 1..=7 {
        let then = after(before, answered(500), at);
        let DeliveryState::Pending {
            failures: counted,
            next_attempt_at,
        } = then.state
        else {
            panic!("{then:?}");
        };
        assert_eq!(counted, failures);
        (before.failures, before.health, at) = (counted, then.health, next_attempt_at);
        assert_eq!(then.health.dead_since, None);
    }
    let then = after(before, answered(500), at);
    assert_eq!(then.state, DeliveryState::Dead { at });
    assert_eq!(then.disable, None);
    assert_eq!(then.health.dead_since, Some(at));
    assert_eq!(then.health.failures_in_a_row, 8);
}

#[test]
fn five_days_of_failures_after_the_first_death_disable() {
    let since = Some(hours(10));
    for (at, disable) in [
        (hours(130), None),
        (hours(130).plus_micros(1), Some(DisabledReason::Failing)),
    ] {
        let then = after(ill(40, since), answered(500), at);
        assert_eq!(then.disable, disable);
        assert_eq!(
            then.state.status() == DeliveryStatus::Dead,
            disable.is_some()
        );
        assert_eq!(then.health.dead_since, since, "the first death counts");
    }
    let cured = after(ill(40, since), answered(200), hours(200));
    assert_eq!(cured.health, EndpointHealth::default());
    assert_eq!(cured.disable, None);
}

#[test]
fn what_is_disabled_is_not_disabled_again_and_tests_of_it_are_repeated() {
    let disabled = BeforeAttempt {
        is_enabled: false,
        ..ill(40, Some(hours(0)))
    };
    let then = after(disabled, answered(500), hours(500));
    assert_eq!(then.state.status(), DeliveryStatus::Pending);
    assert_eq!(then.disable, None);
    let gone = after(disabled, answered(410), hours(500));
    assert_eq!(
        (gone.state.status(), gone.disable),
        (DeliveryStatus::Dead, None)
    );
}

#[test]
fn after_five_failures_in_a_row_one_request_probes() {
    for (failures, in_flight, in_hand) in [
        (0, MAX_IN_FLIGHT, MAX_IN_HAND),
        (FAILURES_BEFORE_PROBING - 1, MAX_IN_FLIGHT, MAX_IN_HAND),
        (FAILURES_BEFORE_PROBING, 1, 1),
        (u32::MAX, 1, 1),
    ] {
        let health = ill(failures, None).health;
        assert_eq!(health.in_flight_limit(), in_flight, "{failures}");
        assert_eq!(health.room(in_hand), 0);
        assert_eq!(health.room(0), in_hand);
    }
    assert_eq!(ill(5, None).health.room(8), 0, "requests of before");
    let full = ill(u32::MAX, None).health.failed(false, hours(1));
    assert_eq!(full.failures_in_a_row, u32::MAX);
}

#[test]
fn a_replay_begins_a_schedule_while_the_payload_is_kept() {
    let (event_at, last) = (hours(0), hours(720).plus_micros(-1));
    assert_eq!(
        replayed(event_at, PAYLOAD_RETENTION, last),
        Ok(DeliveryState::fresh(last))
    );
    assert_eq!(
        replayed(event_at, PAYLOAD_RETENTION, hours(720)),
        Err(PayloadGone { since: hours(720) })
    );
}

/// 101, 102, 103, …
struct Counter(AtomicU32);
impl IdSource for Counter {
    fn new_id(&self) -> Uuid {
        Uuid::from_u128(self.0.fetch_add(1, Ordering::Relaxed).into())
    }
}

fn counter() -> Counter {
    Counter(AtomicU32::new(101))
}

fn subscription(number: u128, events: &[&str]) -> Subscription {
    let draft = SubscriptionDraft {
        url: Sent::Value("https://example.com/".to_owned()),
        events: Sent::Value(events.iter().map(|it| (*it).to_owned()).collect()),
        providers: Sent::Value(vec!["photo_app".to_owned(), "platform".to_owned()]),
    };
    let new = NewSubscription::parse(draft, &AddressJudge::default()).unwrap();
    new.with_id(Uuid::from_u128(number).into(), hours(0))
}

fn head() -> EventHead {
    EventHead {
        id: Uuid::from_u128(1).into(),
        profile_id: Uuid::from_u128(2).into(),
        at: hours(3),
    }
}

#[test]
fn an_event_becomes_one_delivery_for_each_subscription_that_matches() {
    let mut off = subscription(3, &["quality.alert"]);
    off.state = SubscriptionState::Enabled.disabled(hours(1), DisabledReason::Gone);
    let subscriptions = [
        subscription(1, &["quality.alert", "handoff.completed"]),
        subscription(2, &["handoff.completed"]),
        off,
        subscription(4, &["quality.alert"]),
    ];
    let event = Event::test(head(), EventType::QualityAlert, Provider::platform()).unwrap();
    let made = fan_out(&event, &subscriptions, &counter(), hours(4));
    let told: Vec<_> = made
        .iter()
        .map(|new| {
            (
                new.id.uuid().as_u128(),
                new.subscription_id.uuid().as_u128(),
            )
        })
        .collect();
    assert_eq!(told, [(101, 1), (102, 4)]);
    for new in made {
        assert_eq!(new.event_id, event.id());
        assert_eq!(new.state, DeliveryState::fresh(hours(4)));
    }
}

#[test]
fn a_test_is_of_the_first_type_and_provider_and_reaches_what_is_disabled() {
    let mut tested = subscription(7, &["export.failed", "quality.alert"]);
    tested.state = tested.state.disabled(hours(1), DisabledReason::Failing);
    let (event, delivery) = test_delivery(&tested, head(), &counter()).unwrap().unwrap();
    assert_eq!(event.event_type(), EventType::ExportFailed);
    assert_eq!(event.provider().as_str(), "photo_app");
    assert_eq!(delivery.subscription_id, tested.id);
    assert_eq!(delivery.event_id, event.id());
    assert_eq!(delivery.state, DeliveryState::fresh(hours(3)));
    tested.events.clear();
    assert_eq!(test_delivery(&tested, head(), &counter()), Ok(None));
}

#[test]
fn words_are_read_back() {
    for status in DeliveryStatus::ALL {
        assert_eq!(DeliveryStatus::parse(status.as_str()), Some(status));
    }
    let at = hours(1);
    let states = [
        DeliveryState::fresh(at),
        DeliveryState::Delivered { at },
        DeliveryState::Dead { at },
    ];
    assert_eq!(states.map(DeliveryState::status), DeliveryStatus::ALL);
}

fn any_outcome() -> impl Strategy<Value = AttemptOutcome> {
    let status = prop::sample::select(vec![200_u16, 301, 400, 410, 429, 500]);
    let retry_after = prop::option::of(any::<u64>().prop_map(RetryAfter::Seconds));
    let answered =
        (status, retry_after).prop_map(|(status, retry_after)| AttemptOutcome::Answered {
            status,
            retry_after,
        });
    let failed = prop::sample::select(AttemptFailure::ALL.to_vec());
    prop_oneof![3 => answered, 1 => failed.prop_map(AttemptOutcome::Failed)]
}

proptest! {
    #[test]
    fn every_delivery_ends_after_eight_attempts_at_most(
        outcomes in prop::collection::vec((any_outcome(), any::<u32>()), 8),
        is_enabled: bool,
    ) {
        let schedule = RetrySchedule::default();
        let mut before = BeforeAttempt { is_enabled, ..FIRST };
        let mut at = hours(0);
        for (number, (outcome, bits)) in outcomes.iter().enumerate() {
            let jitter = Jitter::from_random(*bits);
            let then = after_attempt(before, outcome, &schedule, AttemptEnd { at, jitter });
            let is_delivered = then.state.status() == DeliveryStatus::Delivered;
            prop_assert_eq!(is_delivered, outcome.is_success());
            prop_assert_eq!(then.disable.is_some(), is_enabled && outcome.is_gone());
            prop_assert_eq!(then.health == EndpointHealth::default(), is_delivered);
            let DeliveryState::Pending { failures, next_attempt_at } = then.state else {
                return Ok(());
            };
            prop_assert_eq!(usize::try_from(failures), Ok(number + 1));
            prop_assert!(next_attempt_at > at);
            (before.failures, before.health, at) = (failures, then.health, next_attempt_at);
        }
        prop_assert!(false, "it still waits");
    }
}
