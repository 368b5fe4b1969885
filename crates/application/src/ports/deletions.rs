//! What is to be deleted, and its removal.

use async_trait::async_trait;
use kernel::{Actor, HandoffId, ProfileId, StoreError, Timestamp, WorkspaceId};

/// What is deleted of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionTarget {
    /// One of its profiles.
    Profile(ProfileId),
    /// All of it.
    Workspace,
}

/// Something that is to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// The workspace.
    pub workspace_id: WorkspaceId,
    /// What of it.
    pub target: DeletionTarget,
    /// When it was asked for.
    pub requested_at: Timestamp,
    /// From when on it cannot be taken back.
    pub due_at: Timestamp,
}

/// What is to be deleted, inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait DeletionStore: Send {
    /// What it is called; nobody begins to remove it until the transaction ends. `None` when there is no
    /// such thing in the workspace.
    async fn name(
        &mut self,
        workspace_id: WorkspaceId,
        target: DeletionTarget,
    ) -> Result<Option<String>, StoreError>;

    /// Whether it is to be deleted.
    async fn find(
        &mut self,
        workspace_id: WorkspaceId,
        target: DeletionTarget,
    ) -> Result<Option<Deletion>, StoreError>;

    /// Has it deleted.
    async fn add(&mut self, deletion: &Deletion, actor: Actor) -> Result<(), StoreError>;

    /// Takes that back; false when it was not to be deleted.
    async fn withdraw(
        &mut self,
        workspace_id: WorkspaceId,
        target: DeletionTarget,
    ) -> Result<bool, StoreError>;
}

/// What one step of a removal came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalStep {
    /// Nothing is due.
    Idle,
    /// Something is due, and nothing can be done about it for a minute or two.
    Waiting,
    /// So many rows are gone; there is more to do.
    Removed(u64),
}

/// A checkout of a workspace that is gone, and for which money may still be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbandonedCheckout {
    /// The hand-off that it was.
    pub id: HandoffId,
    /// What was subscribed to, as far as that is known.
    pub subscription: Option<String>,
    /// What the provider calls the checkout.
    pub reference: Option<String>,
}

/// Removes what is due. It goes over all tenants, for the operator.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait Removal: Send + Sync {
    /// One step, of one profile or workspace and in one transaction, of at most about `limit` rows. Steps
    /// of several processes do not wait for each other, and whoever stops leaves the rest to be done.
    async fn step(&self, now: Timestamp, limit: u32) -> Result<RemovalStep, StoreError>;

    /// Checkouts of workspaces that nobody reaches any more, at most so many: they are kept until somebody has ended what
    /// was subscribed to.
    async fn abandoned(&self, limit: u32) -> Result<Vec<AbandonedCheckout>, StoreError>;

    /// Nothing more is taken for a checkout: nothing is left of it.
    async fn ended(&self, checkout: HandoffId) -> Result<(), StoreError>;
}
