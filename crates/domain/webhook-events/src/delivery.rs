//! One event on its way to one subscription: what becomes of it after an attempt, a replay and a test.

use std::time::Duration;

use kernel::{IdSource, Timestamp};

use crate::attempt::AttemptOutcome;
use crate::event::{Event, EventHead, EventTooLarge};
use crate::health::EndpointHealth;
use crate::ids::{DeliveryId, EventId, SubscriptionId};
use crate::retry::{Jitter, RetrySchedule};
use crate::span::plus;
use crate::subscription::{DisabledReason, Subscription};

/// For how long a body is kept and can be replayed, unless the operator says otherwise.
pub const PAYLOAD_RETENTION: Duration = Duration::from_hours(30 * 24);

/// How far a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    /// It waits for its next attempt.
    Pending {
        /// How many attempts of the present schedule have failed.
        failures: u32,
        /// When the next one is due.
        next_attempt_at: Timestamp,
    },
    /// The receiver has it.
    Delivered {
        /// Since when.
        at: Timestamp,
    },
    /// It is not tried any more.
    Dead {
        /// Since when.
        at: Timestamp,
    },
}

/// The word for how far a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeliveryStatus {
    /// It waits.
    Pending,
    /// The receiver has it.
    Delivered,
    /// It is not tried any more.
    Dead,
}

impl DeliveryStatus {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Delivered, Self::Dead];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Dead => "dead",
        }
    }

    /// The inverse of [`DeliveryStatus::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

impl DeliveryState {
    /// Due now, with a whole schedule before it.
    pub const fn fresh(now: Timestamp) -> Self {
        Self::Pending {
            failures: 0,
            next_attempt_at: now,
        }
    }

    /// The word.
    pub const fn status(self) -> DeliveryStatus {
        match self {
            Self::Pending { .. } => DeliveryStatus::Pending,
            Self::Delivered { .. } => DeliveryStatus::Delivered,
            Self::Dead { .. } => DeliveryStatus::Dead,
        }
    }
}

/// A delivery that is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewDelivery {
    /// A new id.
    pub id: DeliveryId,
    /// Who gets it.
    pub subscription_id: SubscriptionId,
    /// What it tells.
    pub event_id: EventId,
    /// Due at once.
    pub state: DeliveryState,
}

impl NewDelivery {
    fn of(
        subscription: SubscriptionId,
        event: EventId,
        ids: &dyn IdSource,
        now: Timestamp,
    ) -> Self {
        Self {
            id: ids.new_id().into(),
            subscription_id: subscription,
            event_id: event,
            state: DeliveryState::fresh(now),
        }
    }
}

/// One delivery for each of the profile's subscriptions that the event matches.
pub fn fan_out(
    event: &Event,
    subscriptions: &[Subscription],
    ids: &dyn IdSource,
    now: Timestamp,
) -> Vec<NewDelivery> {
    subscriptions
        .iter()
        .filter(|subscription| subscription.matches(event))
        .map(|subscription| NewDelivery::of(subscription.id, event.id(), ids, now))
        .collect()
}

/// What an attempt was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeforeAttempt {
    /// How many attempts of the present schedule had failed.
    pub failures: u32,
    /// How the receiver does, attempts that ended while this one was under way included.
    pub health: EndpointHealth,
    /// Whether the subscription was enabled. One that was not cannot be disabled again.
    pub is_enabled: bool,
}

/// When an attempt ended, and the chance that is drawn for the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptEnd {
    /// When.
    pub at: Timestamp,
    /// Chance.
    pub jitter: Jitter,
}

/// What becomes of a delivery and of its subscription after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterAttempt {
    /// The delivery.
    pub state: DeliveryState,
    /// How the receiver does.
    pub health: EndpointHealth,
    /// Why the subscription is disabled from now on, if it is. Everything of it that waits becomes
    /// dead.
    pub disable: Option<DisabledReason>,
}

/// What follows from an attempt. A success delivers and forgets every failure; 410 disables at once; any
/// other failure is tried again as the schedule says, until the delivery is dead or, when all of them
/// failed for too long, the subscription is disabled.
pub fn after_attempt(
    before: BeforeAttempt,
    outcome: &AttemptOutcome,
    schedule: &RetrySchedule,
    end: AttemptEnd,
) -> AfterAttempt {
    let AttemptEnd { at, jitter } = end;
    if outcome.is_success() {
        return AfterAttempt {
            state: DeliveryState::Delivered { at },
            health: EndpointHealth::default(),
            disable: None,
        };
    }
    let failures = before.failures.saturating_add(1);
    let is_hopeless = before.is_enabled && before.health.is_hopeless(at);
    let given_up = match (outcome.is_gone(), is_hopeless) {
        (true, _) => Some(DisabledReason::Gone),
        (false, true) => Some(DisabledReason::Failing),
        (false, false) => None,
    };
    let next = match given_up {
        Some(_) => None,
        None => schedule.next(failures, outcome, at, jitter),
    };
    let pending = |next_attempt_at| DeliveryState::Pending {
        failures,
        next_attempt_at,
    };
    AfterAttempt {
        state: next.map_or(DeliveryState::Dead { at }, pending),
        health: before.health.failed(next.is_none(), at),
        disable: given_up.filter(|_| before.is_enabled),
    }
}

/// The body is not kept any more. A conflict that nothing solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its payload is not kept any more since {since}")]
pub struct PayloadGone {
    /// Since when.
    pub since: Timestamp,
}

/// Whether a delivery can be replayed, whatever became of it: it is due now under the same id, with a whole
/// schedule before it.
pub fn replayed(
    event_at: Timestamp,
    retention: Duration,
    now: Timestamp,
) -> Result<DeliveryState, PayloadGone> {
    let since = plus(event_at, retention);
    if now >= since {
        return Err(PayloadGone { since });
    }
    Ok(DeliveryState::fresh(now))
}

/// A test of a subscription, enabled or not: an event of the first type and provider on its lists, and its
/// delivery.
pub fn test_delivery(
    subscription: &Subscription,
    head: EventHead,
    ids: &dyn IdSource,
) -> Result<Option<(Event, NewDelivery)>, EventTooLarge> {
    let (Some(event_type), Some(provider)) =
        (subscription.events.first(), subscription.providers.first())
    else {
        return Ok(None);
    };
    let event = Event::test(head, *event_type, provider.clone())?;
    let delivery = NewDelivery::of(subscription.id, event.id(), ids, head.at);
    Ok(Some((event, delivery)))
}

#[cfg(test)]
mod tests;
