//! Profiles and workspaces are deleted: asked for with the name typed, done after a week.

use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Actor, StoreError, WorkspaceId};
use serde_json::json;
use uuid::Uuid;

use crate::members::stamp;
use application::context::Context;
use application::ports::{Deletion, DeletionTarget};
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Days in which it can be taken back.
pub const DAYS: i64 = 7;

/// Why nothing is to be deleted, or not to be kept.
#[derive(Debug, thiserror::Error)]
pub enum DeletionError {
    /// The workspace has no such thing.
    #[error("there is no such profile or workspace")]
    NotFound,
    /// Something else was typed.
    #[error("must be the name, as it is written")]
    Name,
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for DeletionError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Has something deleted in a week, in one transaction with the line in the workspace's trail. Until then
/// everything goes on as before. What is to be deleted already stays so.
pub async fn request(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (workspace_id, target): (WorkspaceId, DeletionTarget),
    actor: Actor,
    typed: &str,
) -> Result<Deletion, DeletionError> {
    let name = work.deletions().name(workspace_id, target).await?;
    let name = name.ok_or(DeletionError::NotFound)?;
    if typed.trim() != name.trim() {
        return Err(DeletionError::Name);
    }
    if let Some(deletion) = work.deletions().find(workspace_id, target).await? {
        return Ok(deletion);
    }
    let now = context.clock.now();
    let deletion = Deletion {
        workspace_id,
        target,
        requested_at: now,
        due_at: now.plus_micros(DAYS * MICROS_PER_DAY),
    };
    work.deletions().add(&deletion, actor).await?;
    let (subject, detail) = (
        subject(&deletion),
        json!({"due_at": deletion.due_at.to_string()}),
    );
    let action = if is_profile(target) {
        "profile.deletion_requested"
    } else {
        "workspace.deletion_requested"
    };
    let deed = (action, subject, detail);
    stamp(work, context, (workspace_id, actor), deed).await?;
    Ok(deletion)
}

/// Keeps what was to be deleted.
pub async fn withdraw(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (workspace_id, target): (WorkspaceId, DeletionTarget),
    actor: Actor,
) -> Result<(), DeletionError> {
    let name = work.deletions().name(workspace_id, target).await?;
    name.ok_or(DeletionError::NotFound)?;
    let Some(deletion) = work.deletions().find(workspace_id, target).await? else {
        return Err(DeletionError::NotFound);
    };
    if !work.deletions().withdraw(workspace_id, target).await? {
        return Err(DeletionError::NotFound);
    }
    let action = if is_profile(target) {
        "profile.deletion_withdrawn"
    } else {
        "workspace.deletion_withdrawn"
    };
    let deed = (action, subject(&deletion), json!({}));
    stamp(work, context, (workspace_id, actor), deed).await?;
    Ok(())
}

fn subject(deletion: &Deletion) -> Uuid {
    match deletion.target {
        DeletionTarget::Profile(id) => id.uuid(),
        DeletionTarget::Workspace => deletion.workspace_id.uuid(),
    }
}

fn is_profile(target: DeletionTarget) -> bool {
    matches!(target, DeletionTarget::Profile(_))
}
