//! Labels of pipeline stages change. They mean nothing for revenue or attribution, so nobody is
//! replayed; an audit event says who did it.

pub mod replace;
pub mod update;

use conversion_definitions::OutcomeDefinition;
use kernel::{ProfileAccess, StoreError};
use serde_json::{Value, json};
use uuid::Uuid;

use application::context::Context;
use application::ports::AuditEvent;
use application::unit_of_work::UnitOfWork;

/// A label as the audit trail keeps it.
fn fields(definition: &OutcomeDefinition) -> Value {
    json!({
        "family": definition.family.as_str(),
        "event_key": definition.label.event_key.as_str(),
        "display_name": definition.label.display_name.as_str(),
    })
}

async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (action, subject, detail): (&str, Option<Uuid>, Value),
) -> Result<(), StoreError> {
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: action.to_owned(),
        actor: access.actor,
        subject,
        detail,
    };
    work.audit().stamp(access.profile_id, &event).await
}
