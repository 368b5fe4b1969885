//! How states, reasons and outcomes are called.

use kernel::TimeZone;
use webhook_events::{
    AttemptFailure, AttemptOutcome, DeliveryState, DeliveryStatus, DisabledReason,
    SubscriptionState,
};

use crate::format::At;

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
