//! What this domain needs from a store.

use async_trait::async_trait;
use kernel::ProfileId;

use crate::tracking_key::TrackingKey;

/// The store could not answer. It says nothing about the key that was asked for.
#[derive(Debug, thiserror::Error)]
#[error("the tracking key store failed")]
pub struct StoreFailure(#[source] Box<dyn std::error::Error + Send + Sync>);

impl StoreFailure {
    /// Wraps what went wrong in the store.
    pub fn new(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}

/// Keeps public tracking keys. A profile has at most one that is active.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TrackingKeyStore: Send + Sync {
    /// The profile's active key; `None` when none was issued yet.
    async fn active(&self, profile: ProfileId) -> Result<Option<TrackingKey>, StoreFailure>;

    /// Keeps a new key as the active one. When another was issued meanwhile, that one stays and is
    /// returned, so that two callers at once are told the same key.
    async fn issue(
        &self,
        profile: ProfileId,
        key: &TrackingKey,
    ) -> Result<TrackingKey, StoreFailure>;

    /// All keys of the profile that are active, oldest first.
    async fn list(&self, profile: ProfileId) -> Result<Vec<TrackingKey>, StoreFailure>;
}
