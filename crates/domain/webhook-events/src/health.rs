//! How a receiver does: how much is sent to it at a time, and when it is given up.

use std::time::Duration;

use kernel::Timestamp;

use crate::span::micros;

/// How many requests may be in flight to one subscription.
pub const MAX_IN_FLIGHT: u32 = 8;

/// How many deliveries of one subscription may be claimed and not settled.
pub const MAX_IN_HAND: u32 = 64;

/// After so many failures in a row there is one request at a time, until one succeeds.
pub const FAILURES_BEFORE_PROBING: u32 = 5;

/// For how long every attempt has to fail after the first delivery went dead, until a subscription is
/// disabled.
pub const FAILING_BEFORE_DISABLED: Duration = Duration::from_hours(120);

/// What is remembered of a subscription's attempts. Any success clears it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndpointHealth {
    /// Failed attempts since the last success.
    pub failures_in_a_row: u32,
    /// When the first delivery since the last success went dead.
    pub dead_since: Option<Timestamp>,
}

impl EndpointHealth {
    /// How many requests may be in flight.
    pub const fn in_flight_limit(self) -> u32 {
        if self.failures_in_a_row >= FAILURES_BEFORE_PROBING {
            1
        } else {
            MAX_IN_FLIGHT
        }
    }

    /// How many more may be claimed while so many are in hand. Some wait where they are sent from, so that
    /// a receiver that answers at once need not wait for the next claim.
    pub const fn room(self, in_hand: u32) -> u32 {
        self.claim_limit().saturating_sub(in_hand)
    }

    const fn claim_limit(self) -> u32 {
        if self.failures_in_a_row >= FAILURES_BEFORE_PROBING {
            1
        } else {
            MAX_IN_HAND
        }
    }

    /// After a failed attempt, which was the delivery's last when `went_dead`.
    #[must_use]
    pub fn failed(self, went_dead: bool, at: Timestamp) -> Self {
        Self {
            failures_in_a_row: self.failures_in_a_row.saturating_add(1),
            dead_since: self.dead_since.or_else(|| went_dead.then_some(at)),
        }
    }

    /// Whether every attempt has failed for too long.
    pub fn is_hopeless(self, now: Timestamp) -> bool {
        self.dead_since
            .is_some_and(|since| now.micros_since(since) > micros(FAILING_BEFORE_DISABLED))
    }
}
