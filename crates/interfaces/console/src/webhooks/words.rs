//! How states, reasons and outcomes are called.

use kernel::{TimeZone, Timestamp};
use webhook_events::{
    AttemptFailure, AttemptOutcome, DeliveryState, DeliveryStatus, DisabledReason,
    SubscriptionState,
};

use crate::format::instant;

/// An instant as it is read, and to the microsecond.
pub(super) struct At {
    /// `21 Nov 2026, 14:05` where the profile is.
    pub text: String,
    /// RFC 3339 in UTC.
    pub exact: String,
}

impl At {
    pub(super) fn of(at: Timestamp, zone: &TimeZone) -> Self {
        Self {
            text: instant(at, zone),
            exact: at.to_string(),
        }
    }
}

/// Since when nothing is sent to a subscription, and why.
pub(super) struct Disabled {
    pub since: At,
    pub why: &'static str,
}

impl Disabled {
    /// `None` while it is enabled.
    pub(super) fn of(state: SubscriptionState, zone: &TimeZone) -> Option<Self> {
        match state {
            SubscriptionState::Enabled => None,
            SubscriptionState::Disabled { at, reason } => Some(Self {
                since: At::of(at, zone),
                why: why_disabled(reason),
            }),
        }
    }
}

const fn why_disabled(reason: DisabledReason) -> &'static str {
    match reason {
        DisabledReason::Gone => "the receiver answered 410 Gone",
        DisabledReason::Failing => "every request failed for days",
        DisabledReason::Manual => "somebody switched it off",
    }
}

/// What becomes of a delivery.
pub(super) const fn status(status: DeliveryStatus) -> &'static str {
    match status {
        DeliveryStatus::Pending => "Waits",
        DeliveryStatus::Delivered => "Delivered",
        DeliveryStatus::Dead => "Given up",
    }
}

/// How its chip looks.
pub(super) const fn chip(status: DeliveryStatus) -> &'static str {
    match status {
        DeliveryStatus::Pending => "chip",
        DeliveryStatus::Delivered => "chip on",
        DeliveryStatus::Dead => "chip off",
    }
}

/// When a delivery is tried next; `None` when it is not.
pub(super) fn next_attempt(state: DeliveryState, zone: &TimeZone) -> Option<At> {
    match state {
        DeliveryState::Pending {
            next_attempt_at, ..
        } => Some(At::of(next_attempt_at, zone)),
        DeliveryState::Delivered { .. } | DeliveryState::Dead { .. } => None,
    }
}

/// How an attempt ended.
pub(super) fn outcome(outcome: &AttemptOutcome) -> String {
    match outcome {
        AttemptOutcome::Answered { status, .. } => format!("Answer {status}"),
        AttemptOutcome::Failed(failure) => {
            let words = match failure {
                AttemptFailure::Timeout => "No answer in time",
                AttemptFailure::BlockedAddress => "No address that may be sent to",
                AttemptFailure::Tls => "No TLS, or a certificate that is not trusted",
                AttemptFailure::Connection => "No connection",
            };
            words.to_owned()
        }
    }
}

/// Words of an error as a sentence.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    first
        .into_iter()
        .flatten()
        .chain(letters)
        .chain(['.'])
        .collect()
}
