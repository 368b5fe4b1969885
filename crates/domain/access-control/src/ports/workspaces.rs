//! Workspaces and their checkouts.

use crate::{HandoffStatus, Plan, Role};
use async_trait::async_trait;
use kernel::{HandoffId, StoreError, Timestamp, UserId, WorkspaceId};
use serde_json::Value;

use super::handoffs::StoredHandoff;
use super::payments::CheckoutSession;

/// A workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// Its id.
    pub id: WorkspaceId,
    /// Its name; not unique.
    pub name: String,
    /// What it is on.
    pub plan: Plan,
    /// When its trial ends; `None` without one, and where the operator has set no length.
    pub trial_ends_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A workspace as one of its members sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnWorkspace {
    /// The workspace.
    pub workspace: Workspace,
    /// What the member is in it.
    pub role: Role,
}

/// Workspaces, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait WorkspaceReader: Send + Sync {
    /// The workspaces of a person by name then id, at most `limit`.
    async fn of_user(&self, user: UserId, limit: u32) -> Result<Vec<OwnWorkspace>, StoreError>;
}

/// Workspaces inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait WorkspaceStore: Send {
    /// Waits for whoever makes a workspace of this name for the same person, until the transaction
    /// ends; then the latest one that was made since the instant.
    async fn claim(
        &mut self,
        user: UserId,
        name: &str,
        since: Timestamp,
    ) -> Result<Option<Workspace>, StoreError>;

    /// Keeps a new one, with its owner.
    async fn insert(&mut self, new: &Workspace, owner: UserId) -> Result<(), StoreError>;

    /// The workspace; nobody else changes it until the transaction ends.
    async fn lock(&mut self, id: WorkspaceId) -> Result<Option<Workspace>, StoreError>;

    /// Its latest checkout, whatever became of it.
    async fn checkout(&mut self, id: WorkspaceId) -> Result<Option<StoredHandoff>, StoreError>;

    /// Writes where a checkout that waits is to be paid.
    async fn opened(
        &mut self,
        checkout: HandoffId,
        session: &CheckoutSession,
    ) -> Result<(), StoreError>;

    /// Writes how a checkout that waits has ended. A completed one ends the trial.
    async fn settled(
        &mut self,
        checkout: HandoffId,
        ending: (HandoffStatus, Option<Value>),
        at: Timestamp,
    ) -> Result<(), StoreError>;
}
