//! Who decided what, for the profile's trail.

use application::ports::AuditEvent;
use application::{Context, UnitOfWork};
use kernel::{Actor, ProfileId, StoreError};
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// Puts what somebody did into the profile's trail.
pub async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, actor): (ProfileId, Actor),
    (action, subject, detail): (&str, Uuid, Value),
) -> Result<(), StoreError> {
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: action.to_owned(),
        actor,
        subject: Some(subject),
        detail,
    };
    work.audit().stamp(profile_id, &event).await
}

/// Fields before and after, without those that stay.
pub fn change(before: &Value, after: &Value) -> Value {
    json!({"before": differing(before, after), "after": differing(after, before)})
}

fn differing(one: &Value, other: &Value) -> Map<String, Value> {
    let fields = one.as_object().into_iter().flatten();
    let differ = fields.filter(|(name, value)| other.get(name.as_str()) != Some(value));
    differ
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
