//! Makes whoever holds a link a member.

use access_control::Role;
use access_control::ports::{Assignment, Invitation};
use kernel::{Actor, StoreError, UserId, WorkspaceId};
use serde_json::json;

use crate::members::stamp;
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Why nobody became a member.
#[derive(Debug, thiserror::Error)]
pub enum AcceptInvitationError {
    /// There is no invitation with this link that can still be accepted.
    #[error("there is no such open invitation")]
    NotFound,
    /// The invitation is for another e-mail address.
    #[error("the invitation is for somebody else")]
    ForSomebodyElse,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for AcceptInvitationError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Takes the invitation, once. Who is a member already keeps a stronger role, and gets the profiles
/// on top of those that they have.
pub async fn accept(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (user, email): (UserId, Option<&str>),
    secret_hash: &[u8; 32],
) -> Result<WorkspaceId, AcceptInvitationError> {
    let now = context.clock.now();
    let taken = work.invitations().take(secret_hash, now).await?;
    let invitation = taken.ok_or(AcceptInvitationError::NotFound)?;
    if !is_for(&invitation, email) {
        return Err(AcceptInvitationError::ForSomebodyElse);
    }
    let workspace = invitation.workspace_id;
    let members = work.memberships().lock(workspace).await?;
    // Who invited must still be somebody who may.
    let inviter = members
        .iter()
        .find(|(member, _)| *member == invitation.invited_by);
    if !inviter.is_some_and(|(_, role)| role.reaches_all()) {
        return Err(AcceptInvitationError::NotFound);
    }
    let before = members.iter().find(|(member, _)| *member == user);
    let role = stronger(before.map(|(_, role)| *role), invitation.role);
    work.memberships().put(workspace, (user, role), now).await?;
    assign(work, &invitation, user).await?;
    let detail = json!({"role": role.as_str(), "invitation_id": invitation.id.uuid()});
    stamp(
        work,
        context,
        (workspace, Actor::User(user)),
        ("member.joined", user.uuid(), detail),
    )
    .await?;
    Ok(workspace)
}

/// Whether the address of an account is the invited one. An account without an address, of a
/// provider that does not tell it, needs the link alone.
pub fn is_for(invitation: &Invitation, email: Option<&str>) -> bool {
    email.is_none_or(|email| email.trim().eq_ignore_ascii_case(invitation.email.trim()))
}

fn stronger(before: Option<Role>, invited: Role) -> Role {
    let mut order = Role::ALL.into_iter();
    order
        .find(|role| Some(*role) == before || *role == invited)
        .unwrap_or(invited)
}

/// A profile that left the workspace meanwhile is passed over.
async fn assign(
    work: &mut dyn UnitOfWork,
    invitation: &Invitation,
    user: UserId,
) -> Result<(), StoreError> {
    let workspace = invitation.workspace_id;
    let before = work.memberships().assignments(workspace, user).await?;
    for profile_id in &invitation.profile_ids {
        let had = before.iter().find(|had| had.profile_id == *profile_id);
        let mut scopes = invitation.scopes.clone();
        scopes.extend(had.into_iter().flat_map(|had| had.scopes.iter().copied()));
        let assignment = Assignment {
            profile_id: *profile_id,
            scopes,
        };
        work.memberships()
            .assign(workspace, user, &assignment)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kernel::Timestamp;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_invitation_never_takes_a_role_away() {
        assert_eq!(stronger(None, Role::Member), Role::Member);
        assert_eq!(stronger(Some(Role::Member), Role::Admin), Role::Admin);
        assert_eq!(stronger(Some(Role::Owner), Role::Member), Role::Owner);
        assert_eq!(stronger(Some(Role::Admin), Role::Member), Role::Admin);
    }

    #[test]
    fn it_is_for_its_address_in_any_case() {
        let invitation = Invitation {
            id: Uuid::from_u128(1).into(),
            workspace_id: Uuid::from_u128(2).into(),
            email: "Ana@Example.com".to_owned(),
            role: Role::Member,
            profile_ids: Vec::new(),
            scopes: BTreeSet::new(),
            invited_by: Uuid::from_u128(3).into(),
            created_at: Timestamp::from_micros(0),
            expires_at: Timestamp::from_micros(1),
        };
        assert!(is_for(&invitation, Some(" ana@example.com")));
        assert!(is_for(&invitation, None));
        assert!(!is_for(&invitation, Some("ana@example.org")));
    }
}
