//! What this domain needs from a store.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError};

use crate::tracking_key::TrackingKey;

/// Keeps public tracking keys. A profile has at most one that is active.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TrackingKeyStore: Send + Sync {
    /// The profile's active key; `None` when none was issued yet.
    async fn active(&self, profile: ProfileId) -> Result<Option<TrackingKey>, StoreError>;

    /// Keeps a new key as the active one. When another was issued meanwhile, that one stays and is
    /// returned, so that two callers at once are told the same key. A text that another profile's key has
    /// is a failure.
    async fn issue(&self, profile: ProfileId, key: &TrackingKey)
    -> Result<TrackingKey, StoreError>;

    /// All keys of the profile that are active, oldest first.
    async fn list(&self, profile: ProfileId) -> Result<Vec<TrackingKey>, StoreError>;
}
