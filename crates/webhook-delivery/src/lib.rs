//! Use cases of webhooks, beside those of `application`: one file each, free functions over ports and a unit of work.
//!
//! Decides: who subscribes to what, which deliveries an event becomes, and what follows from how requests went.
//! Deliberately does not know: HTTP, SQL, the clock, and what causes an event (`application` tells it in the transaction
//! of its cause).
//!
//! Reading order: [`create`](mod@create), [`update`](mod@update), [`rotate_secret`](mod@rotate_secret),
//! [`delete`](mod@delete), [`replay`](mod@replay) and [`test`](mod@test) are what people do; [`fan_out`](mod@fan_out)
//! turns events into deliveries, [`attempts`] says what follows from answers.

use std::time::Duration;

use kernel::{ProfileAccess, StoreError};
use serde_json::Value;
use uuid::Uuid;
use webhook_events::{AddressJudge, PAYLOAD_RETENTION, ROTATION_GRACE};

pub mod attempts;
pub mod create;
pub mod delete;
pub mod fan_out;
pub mod replay;
pub mod rotate_secret;
pub mod test;
pub mod update;

#[cfg(test)]
mod use_case_tests;

use application::context::Context;
use application::ports::AuditEvent;
use application::unit_of_work::UnitOfWork;

/// Puts what somebody did into the profile's trail.
async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (action, subject, detail): (&str, Uuid, Value),
) -> Result<(), StoreError> {
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: action.to_owned(),
        actor: access.actor,
        subject: Some(subject),
        detail,
    };
    work.audit().stamp(access.profile_id, &event).await
}

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
