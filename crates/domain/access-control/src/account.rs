//! What a person reaches, for showing it to those who act for them.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, UserId, WorkspaceId};

use crate::roles::{Reach, Role};

/// A person and what they are a member of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The person.
    pub user_id: UserId,
    /// What they are called.
    pub name: String,
    /// Their workspaces by name.
    pub workspaces: Vec<AccountWorkspace>,
    /// Whether there are more workspaces or profiles than are listed.
    pub is_truncated: bool,
}

/// A workspace of somebody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountWorkspace {
    /// Names the workspace.
    pub id: WorkspaceId,
    /// What it is called.
    pub name: String,
    /// The person's role in it.
    pub role: Role,
    /// The profiles that the person reaches there, by name.
    pub profiles: Vec<AccountProfile>,
}

/// A profile that somebody reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountProfile {
    /// Names the profile.
    pub id: ProfileId,
    /// What it is called.
    pub name: String,
    /// ISO 4217 code that it is set to report in.
    pub currency: String,
    /// IANA time zone in which its days begin.
    pub timezone: String,
    /// The person's way to it.
    pub reach: Reach,
}

/// Tells what somebody reaches.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait AccountReader: Send + Sync {
    /// The person with at most `limit` workspaces and `limit` profiles in all; `None` when nobody
    /// has the id.
    async fn account(&self, user: UserId, limit: u32) -> Result<Option<Account>, StoreError>;
}
