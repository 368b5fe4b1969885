//! Memberships of a workspace change. The workspace's members are locked meanwhile, so that two
//! owners cannot remove each other at once.

pub mod add_owner;
pub mod assign;
pub mod remove;
pub mod set_role;

use access_control::{MembershipChange, MembershipQuestion, MembershipRefusal, Role};
use kernel::{Actor, StoreError, UserId, WorkspaceId};
use serde_json::Value;
use uuid::Uuid;

use application::context::Context;
use application::ports::AuditEvent;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Whose membership of which workspace changes, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MembershipCommand {
    /// The workspace.
    pub workspace_id: WorkspaceId,
    /// Who changes it.
    pub actor: UserId,
    /// Whose it is.
    pub target: UserId,
}

/// Why a membership was not changed.
#[derive(Debug, thiserror::Error)]
pub enum MembershipError {
    /// Who changes it does not belong to the workspace, or whose it is does not.
    #[error("there is no such membership")]
    NotFound,
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] MembershipRefusal),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for MembershipError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// The target's present role, when the change may be made.
async fn judge(
    work: &mut dyn UnitOfWork,
    command: &MembershipCommand,
    change: MembershipChange,
) -> Result<Role, MembershipError> {
    let members = work.memberships().lock(command.workspace_id).await?;
    let role_of = |user: UserId| {
        let mut members = members.iter();
        let found = members.find(|(member, _)| *member == user);
        found
            .map(|(_, role)| *role)
            .ok_or(MembershipError::NotFound)
    };
    let target = role_of(command.target)?;
    let question = MembershipQuestion {
        actor: role_of(command.actor)?,
        is_self: command.actor == command.target,
        target,
        owners: members
            .iter()
            .filter(|(_, role)| *role == Role::Owner)
            .count(),
        change,
    };
    question.judge()?;
    Ok(target)
}

/// Adds a deed to the workspace's trail.
pub(crate) async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (workspace, actor): (WorkspaceId, Actor),
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
    work.audit().stamp_workspace(workspace, &event).await
}
