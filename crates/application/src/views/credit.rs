//! Decides whether what people were shown takes credit. A change replays everybody.

use kernel::{ProfileAccess, RecomputeId, StoreError};
use reporting::causes::Cause;
use serde_json::json;

use crate::attribution::recomputes::{self, ReplayRequest};
use crate::context::Context;
use crate::ports::{AuditEvent, ProfileSettings};
use crate::unit_of_work::UnitOfWork;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewsSet {
    /// Whether views take credit from the next replay on.
    pub credited: bool,
    /// That replay; `None` when nothing changed.
    pub recompute: Option<RecomputeId>,
}

/// Decides it in one transaction with the audit row and the full replay. `None` when there is no such
/// profile; nothing is written when nothing differs.
pub async fn credit_views(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    credited: bool,
) -> Result<Option<ViewsSet>, StoreError> {
    let profile_id = access.profile_id;
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(None);
    }
    let Some(before) = work.settings().read(profile_id).await? else {
        return Ok(None);
    };
    let was = before.credits_views;
    if was == credited {
        let recompute = None;
        return Ok(Some(ViewsSet {
            credited,
            recompute,
        }));
    }
    let after = ProfileSettings {
        credits_views: credited,
        ..before
    };
    work.settings().write(&after).await?;
    let request = ReplayRequest {
        cause: Cause::ViewsCreditChanged,
        subject: None,
        actor: access.actor,
    };
    let queued = recomputes::request(work, context, profile_id, request).await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "views_credit.updated".to_owned(),
        actor: access.actor,
        subject: Some(profile_id.uuid()),
        detail: json!({
            "before": { "credited": was },
            "after": { "credited": credited },
            "recompute_id": queued.id.uuid(),
        }),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(Some(ViewsSet {
        credited,
        recompute: Some(queued.id),
    }))
}
