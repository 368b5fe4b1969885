//! Replays everybody because somebody asks for it.

use kernel::{ProfileAccess, StoreError};
use reporting::causes::Cause;
use serde_json::json;

use crate::attribution::recomputes::{self, Queued, ReplayRequest};
use crate::context::Context;
use crate::ports::AuditEvent;
use crate::unit_of_work::UnitOfWork;

/// Queues one full replay with its audit row, or joins the one that waits. `None` when there is no
/// such profile.
pub async fn recompute(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
) -> Result<Option<Queued>, StoreError> {
    let profile_id = access.profile_id;
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(None);
    }
    let request = ReplayRequest {
        cause: Cause::Requested,
        subject: None,
        actor: access.actor,
    };
    let queued = recomputes::request(work, context, profile_id, request).await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "attribution.recompute_requested".to_owned(),
        actor: access.actor,
        subject: Some(queued.id.uuid()),
        detail: json!({ "joined": !queued.created }),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(Some(queued))
}
