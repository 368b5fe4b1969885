//! What this domain needs from a store.

use async_trait::async_trait;
use kernel::{ProfileId, Timestamp};

use crate::api_key::ApiKey;

/// The store could not answer. It says nothing about the key that was asked for.
#[derive(Debug, thiserror::Error)]
#[error("the key store failed")]
pub struct StoreFailure(#[source] Box<dyn std::error::Error + Send + Sync>);

impl StoreFailure {
    /// Wraps what went wrong in the store.
    pub fn new(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}

/// Keeps API keys by the SHA-256 of their secret. Hashes are unique over all profiles.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ApiKeyStore: Send + Sync {
    /// The key with this secret, revoked or not; `None` when there never was one.
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<ApiKey>, StoreFailure>;

    /// Keeps a new key under the SHA-256 of its secret.
    async fn insert(&self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreFailure>;

    /// Revokes every key of the profile with this name that still counts; how many there were.
    async fn revoke_by_name(
        &self,
        profile: ProfileId,
        name: &str,
        at: Timestamp,
    ) -> Result<u64, StoreFailure>;

    /// All keys of the profile, revoked ones too, oldest first.
    async fn list(&self, profile: ProfileId) -> Result<Vec<ApiKey>, StoreFailure>;
}
