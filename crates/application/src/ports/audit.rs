//! Who did what to a profile or a workspace.

use async_trait::async_trait;
use kernel::{Actor, ProfileId, StoreError, Timestamp, WorkspaceId};
use uuid::Uuid;

/// One deed, written in the transaction that does it.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditEvent {
    /// Its id.
    pub id: Uuid,
    /// When.
    pub at: Timestamp,
    /// What, as a stable word: `definition.created`.
    pub action: String,
    /// Who.
    pub actor: Actor,
    /// What it was done to.
    pub subject: Option<Uuid>,
    /// What changed; no personal data.
    pub detail: serde_json::Value,
}

/// The audit trail inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait AuditStore: Send {
    /// Adds one deed.
    async fn stamp(&mut self, profile_id: ProfileId, event: &AuditEvent) -> Result<(), StoreError>;

    /// Adds one deed to a workspace's own trail.
    async fn stamp_workspace(
        &mut self,
        workspace_id: WorkspaceId,
        event: &AuditEvent,
    ) -> Result<(), StoreError>;
}
