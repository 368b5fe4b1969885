//! Leaves something for a human to approve.

use access_control::ports::StoredHandoff;
use access_control::{Handoff, HandoffStatus};
use kernel::{ProfileId, StoreError, UserId, WorkspaceId};
use serde_json::json;

use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// What is to be approved.
#[derive(Clone, Debug)]
pub struct Approval {
    /// The workspace whose members may approve it.
    pub workspace_id: WorkspaceId,
    /// The profile that it is about; who approves must reach it.
    pub profile_id: Option<ProfileId>,
    /// Who asks.
    pub asked_by: Option<UserId>,
    /// In a few words.
    pub title: String,
    /// In a sentence or two.
    pub summary: String,
    /// Names and values to judge by.
    pub facts: Vec<(String, String)>,
    /// For how long it may be decided, in microseconds.
    pub lasts: i64,
}

/// Keeps it; its page is `/h/{id}`.
pub async fn ask(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    approval: Approval,
) -> Result<Handoff, StoreError> {
    let now = context.clock.now();
    let handoff = Handoff {
        id: context.ids.new_id().into(),
        workspace_id: approval.workspace_id,
        profile_id: approval.profile_id,
        kind: Handoff::APPROVAL.to_owned(),
        status: HandoffStatus::Pending,
        url: None,
        created_by: approval.asked_by,
        created_at: now,
        expires_at: now.plus_micros(approval.lasts),
        completed_at: None,
    };
    let stored = StoredHandoff {
        handoff,
        detail: json!({
            "title": approval.title,
            "summary": approval.summary,
            "facts": approval.facts,
        }),
        result: None,
    };
    work.handoffs().insert(&stored).await?;
    Ok(stored.handoff)
}
