//! Invites somebody.

use std::collections::BTreeSet;

use access_control::Role;
use access_control::ports::Invitation;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Actor, ProfileId, Scope, StoreError, UserId, WorkspaceId};
use serde_json::json;

use crate::members::stamp;
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// How many invitations of a workspace may be open at once.
pub const MOST_OPEN: u64 = 100;
/// For how long an invitation can be accepted.
pub const DAYS: i64 = 7;

/// Whom to invite, and to what.
#[derive(Clone, Debug)]
pub struct CreateInvitation {
    /// The workspace.
    pub workspace_id: WorkspaceId,
    /// Who invites.
    pub actor: UserId,
    /// Whom.
    pub email: String,
    /// As what: admin or member.
    pub role: Role,
    /// For a member: the profiles.
    pub profile_ids: Vec<ProfileId>,
    /// For a member: what may be done there.
    pub scopes: BTreeSet<Scope>,
}

/// Why nobody was invited.
#[derive(Debug, thiserror::Error)]
pub enum CreateInvitationError {
    /// Who invites is neither owner nor admin.
    #[error("only owners and admins invite")]
    NotAllowed,
    /// Owners are made of members by owners.
    #[error("nobody is invited as owner")]
    AsOwner,
    /// The workspace has [`MOST_OPEN`] open ones.
    #[error("the workspace has {MOST_OPEN} open invitations")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for CreateInvitationError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Keeps the invitation under the SHA-256 of its link's secret.
pub async fn create(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    command: CreateInvitation,
    secret_hash: &[u8; 32],
) -> Result<Invitation, CreateInvitationError> {
    if command.role == Role::Owner {
        return Err(CreateInvitationError::AsOwner);
    }
    let members = work.memberships().lock(command.workspace_id).await?;
    let may = |(user, role): &(UserId, Role)| *user == command.actor && role.reaches_all();
    if !members.iter().any(may) {
        return Err(CreateInvitationError::NotAllowed);
    }
    let now = context.clock.now();
    let open = work
        .invitations()
        .count_open(command.workspace_id, now)
        .await?;
    if open >= MOST_OPEN {
        return Err(CreateInvitationError::TooMany);
    }
    let invitation = Invitation {
        id: context.ids.new_id().into(),
        workspace_id: command.workspace_id,
        email: command.email,
        role: command.role,
        profile_ids: command.profile_ids,
        scopes: command.scopes,
        invited_by: command.actor,
        created_at: now,
        expires_at: now.plus_micros(DAYS * MICROS_PER_DAY),
    };
    work.invitations().insert(&invitation, secret_hash).await?;
    let place = (command.workspace_id, Actor::User(command.actor));
    let detail = json!({"role": invitation.role.as_str()});
    stamp(
        work,
        context,
        place,
        ("invitation.created", invitation.id.uuid(), detail),
    )
    .await?;
    Ok(invitation)
}
