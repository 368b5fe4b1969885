//! Who belongs to a workspace, and what they reach there.

use std::collections::BTreeSet;

use crate::Role;
use async_trait::async_trait;
use kernel::{InvitationId, ProfileId, Scope, StoreError, Timestamp, UserId, WorkspaceId};

/// Somebody as others see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonCard {
    /// What they call themselves.
    pub name: String,
    /// Their e-mail address.
    pub email: Option<String>,
}

/// A workspace that somebody belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachableWorkspace {
    /// The workspace.
    pub id: WorkspaceId,
    /// Its name.
    pub name: String,
    /// Their role.
    pub role: Role,
    /// The profiles that they reach, by name.
    pub profiles: Vec<ReachableProfile>,
}

/// A profile that somebody reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachableProfile {
    /// The profile.
    pub id: ProfileId,
    /// Its name.
    pub name: String,
}

/// What a plain member may do on a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The profile.
    pub profile_id: ProfileId,
    /// What may be done there.
    pub scopes: BTreeSet<Scope>,
}

/// A member of a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub user_id: UserId,
    /// The same for people.
    pub person: PersonCard,
    /// The role.
    pub role: Role,
    /// Since when.
    pub since: Timestamp,
    /// What a plain member reaches.
    pub assignments: Vec<Assignment>,
}

/// An invitation to a workspace. Its secret is part of a link and is kept as a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: InvitationId,
    /// The workspace.
    pub workspace_id: WorkspaceId,
    /// Whom it is for, as it was typed.
    pub email: String,
    /// The role that they get: admin or member.
    pub role: Role,
    /// For a member: the profiles.
    pub profile_ids: Vec<ProfileId>,
    /// For a member: what may be done there.
    pub scopes: BTreeSet<Scope>,
    /// Who invited them.
    pub invited_by: UserId,
    /// When.
    pub created_at: Timestamp,
    /// From when on it counts no more.
    pub expires_at: Timestamp,
}

/// An invitation as whoever holds its link sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationCard {
    /// The invitation.
    pub invitation: Invitation,
    /// Name of the workspace.
    pub workspace_name: String,
    /// Name of who invited.
    pub inviter: Option<String>,
}

/// The workspaces and profiles of somebody, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ReachableWorkspacesReader: Send + Sync {
    /// Workspaces by name, with at most 1,000 profiles in all.
    async fn places(&self, user: UserId) -> Result<Vec<ReachableWorkspace>, StoreError>;
}

/// Members and invitations, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait MembersReader: Send + Sync {
    /// Members of a workspace, the first first, at most 500.
    async fn members(&self, workspace: WorkspaceId) -> Result<Vec<Member>, StoreError>;

    /// Invitations that can still be accepted, the latest first, at most 100.
    async fn invitations(
        &self,
        workspace: WorkspaceId,
        now: Timestamp,
    ) -> Result<Vec<Invitation>, StoreError>;

    /// The invitation of a link, if it can still be accepted.
    async fn invitation(
        &self,
        secret_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<InvitationCard>, StoreError>;
}

/// Memberships inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait MembershipStore: Send {
    /// Who belongs to the workspace, with their roles, the first first; nobody where there is no
    /// workspace. Until the transaction ends, nobody else changes that.
    async fn lock(&mut self, workspace: WorkspaceId) -> Result<Vec<(UserId, Role)>, StoreError>;

    /// Makes somebody a member since `at`, or gives a member another role, who stays one since when
    /// they were.
    async fn put(
        &mut self,
        workspace: WorkspaceId,
        member: (UserId, Role),
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Ends a membership, if there is one, with everything that was assigned in it.
    async fn remove(&mut self, workspace: WorkspaceId, user: UserId) -> Result<(), StoreError>;

    /// Makes these the member's scopes on a profile, none of them the end of the assignment.
    /// `false`, and nothing is done, when the profile is not of the workspace. Giving scopes to somebody
    /// who is no member is a failure.
    async fn assign(
        &mut self,
        workspace: WorkspaceId,
        user: UserId,
        assignment: &Assignment,
    ) -> Result<bool, StoreError>;

    /// What is assigned to a member, by profile.
    async fn assignments(
        &mut self,
        workspace: WorkspaceId,
        user: UserId,
    ) -> Result<Vec<Assignment>, StoreError>;
}

/// Invitations inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait InvitationStore: Send {
    /// How many of the workspace can still be accepted.
    async fn count_open(
        &mut self,
        workspace: WorkspaceId,
        now: Timestamp,
    ) -> Result<u64, StoreError>;

    /// Keeps an invitation under the hash of its secret.
    async fn insert(
        &mut self,
        invitation: &Invitation,
        secret_hash: &[u8; 32],
    ) -> Result<(), StoreError>;

    /// Ends an invitation of the workspace; whether there was one that could still be accepted.
    async fn revoke(
        &mut self,
        workspace: WorkspaceId,
        id: InvitationId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Takes the invitation of a link, if it can still be accepted. Of several at once, one gets
    /// it.
    async fn take(
        &mut self,
        secret_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<Invitation>, StoreError>;
}
