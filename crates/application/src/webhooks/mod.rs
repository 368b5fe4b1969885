//! What is told to the outside, by webhooks: from what has happened to what receivers answered.
//!
//! Causes write events with [`tell`](mod@tell) in their own transaction; [`conversions`] and [`freshness`] say
//! which events follow from new results. [`fan_out`](mod@fan_out) turns events into deliveries, [`attempts`]
//! says what follows from how requests went.

use std::time::Duration;

use webhook_events::{AddressJudge, PAYLOAD_RETENTION, ROTATION_GRACE};

pub mod attempts;
pub mod conversions;
pub mod fan_out;
pub mod freshness;
pub mod tell;

/// What the operator decides about webhooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookSettings {
    /// Which addresses may be subscribed with.
    pub judge: AddressJudge,
    /// How long a replaced secret signs on.
    pub rotation_grace: Duration,
    /// How long a delivery can be replayed.
    pub payload_retention: Duration,
}

impl Default for WebhookSettings {
    /// Public addresses, a day, and thirty days.
    fn default() -> Self {
        Self {
            judge: AddressJudge::default(),
            rotation_grace: ROTATION_GRACE,
            payload_retention: PAYLOAD_RETENTION,
        }
    }
}
