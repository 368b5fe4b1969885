//! Ends an invitation before it is accepted.

use kernel::{Actor, InvitationId, StoreError, UserId, WorkspaceId};
use serde_json::json;

use crate::members::stamp;
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Why an invitation was not ended.
#[derive(Debug, thiserror::Error)]
pub enum RevokeInvitationError {
    /// Who ends it is neither owner nor admin.
    #[error("only owners and admins end invitations")]
    NotAllowed,
    /// The workspace has no such open invitation.
    #[error("there is no such open invitation")]
    NotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for RevokeInvitationError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Its link leads nowhere from now on.
pub async fn revoke(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (workspace, actor): (WorkspaceId, UserId),
    id: InvitationId,
) -> Result<(), RevokeInvitationError> {
    let members = work.memberships().lock(workspace).await?;
    if !members
        .iter()
        .any(|(user, role)| *user == actor && role.reaches_all())
    {
        return Err(RevokeInvitationError::NotAllowed);
    }
    let now = context.clock.now();
    if !work.invitations().revoke(workspace, id, now).await? {
        return Err(RevokeInvitationError::NotFound);
    }
    let deed = ("invitation.revoked", id.uuid(), json!({}));
    stamp(work, context, (workspace, Actor::User(actor)), deed).await?;
    Ok(())
}
