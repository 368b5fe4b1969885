//! Approves or declines, once.

use access_control::{Decision, DecisionRefusal, Handoff, HandoffStatus};
use kernel::{Actor, HandoffId, StoreError, UserId};
use serde_json::json;
use webhook_events::EventData;
use webhook_events::data::{HandoffData, HandoffOutcome};

use crate::members;
use application::context::Context;
use application::ports::AuditEvent;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;
use application::webhooks::tell::tell;

/// Why nothing was decided.
#[derive(Debug, thiserror::Error)]
pub enum DecideError {
    /// There is no such approval.
    #[error("there is no such approval")]
    NotFound,
    /// It cannot be decided any more.
    #[error(transparent)]
    Refused(#[from] DecisionRefusal),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for DecideError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Of several decisions at once, one counts. Whether `user` may decide is judged by the caller.
pub async fn decide(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (id, user): (HandoffId, UserId),
    decision: Decision,
) -> Result<HandoffStatus, DecideError> {
    let found = work.handoffs().lock(id).await?;
    let handoff = found.ok_or(DecideError::NotFound)?.handoff;
    if handoff.kind != Handoff::APPROVAL {
        return Err(DecideError::NotFound);
    }
    let now = context.clock.now();
    let status = handoff.decided(decision, now)?;
    work.handoffs().decide(id, status, now).await?;
    let action = match decision {
        Decision::Approve => "handoff.approved",
        Decision::Decline => "handoff.declined",
    };
    let detail = json!({"kind": handoff.kind});
    if let Some(profile_id) = handoff.profile_id {
        let event = AuditEvent {
            id: context.ids.new_id(),
            at: now,
            action: action.to_owned(),
            actor: Actor::User(user),
            subject: Some(id.uuid()),
            detail,
        };
        work.audit().stamp(profile_id, &event).await?;
        let outcome = match decision {
            Decision::Approve => HandoffOutcome::Completed,
            Decision::Decline => HandoffOutcome::Declined,
        };
        let data = EventData::HandoffCompleted(HandoffData {
            handoff_id: id,
            status: outcome,
        });
        tell(work, context, profile_id, &[data]).await?;
    } else {
        let place = (handoff.workspace_id, Actor::User(user));
        members::stamp(work, context, place, (action, id.uuid(), detail)).await?;
    }
    Ok(status)
}
