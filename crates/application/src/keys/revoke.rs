//! Revokes an API key, and says so in the profile's trail.

use kernel::{ApiKeyId, ProfileAccess, StoreError};
use serde_json::json;

use crate::context::Context;
use crate::ports::AuditEvent;
use crate::unit_of_work::UnitOfWork;

/// The key counts no more from its next use on; `false` when there was none that counted.
pub async fn revoke(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: ApiKeyId,
) -> Result<bool, StoreError> {
    let now = context.clock.now();
    if !work.api_keys().revoke(access.profile_id, id, now).await? {
        return Ok(false);
    }
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: now,
        action: "api_key.revoked".to_owned(),
        actor: access.actor,
        subject: Some(id.uuid()),
        detail: json!({}),
    };
    work.audit().stamp(access.profile_id, &event).await?;
    Ok(true)
}
