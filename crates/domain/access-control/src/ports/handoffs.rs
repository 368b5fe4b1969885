//! What waits for a human.

use crate::{Handoff, HandoffStatus};
use async_trait::async_trait;
use kernel::{HandoffId, StoreError, Timestamp};
use serde_json::Value;

/// A hand-off with what its kind keeps about it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredHandoff {
    /// The hand-off.
    pub handoff: Handoff,
    /// What is to be decided: of an approval `{"title", "summary", "facts": [[name, value]]}`, of a connection
    /// `{"provider"}`.
    pub detail: Value,
    /// What it made once it was finished.
    pub result: Option<Value>,
}

/// Hand-offs, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait HandoffReader: Send + Sync {
    /// The hand-off, if there is one. Who may see it is the caller's to judge.
    async fn find(&self, id: HandoffId) -> Result<Option<StoredHandoff>, StoreError>;
}

/// Hand-offs inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait HandoffStore: Send {
    /// Keeps a new one.
    async fn insert(&mut self, new: &StoredHandoff) -> Result<(), StoreError>;

    /// The hand-off, if there is one. Until the transaction ends, nobody else decides it.
    async fn lock(&mut self, id: HandoffId) -> Result<Option<StoredHandoff>, StoreError>;

    /// Writes how it was decided and when, and nothing else; does nothing when there is none. Whether it
    /// may be decided is the caller's to judge, who has locked it.
    async fn decide(
        &mut self,
        id: HandoffId,
        status: HandoffStatus,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Writes that it was completed, when, and what it made, and nothing else; does nothing when there is none.
    /// Whether it may be is the caller's to judge, who has locked it.
    async fn complete(
        &mut self,
        id: HandoffId,
        result: &Value,
        at: Timestamp,
    ) -> Result<(), StoreError>;
}
