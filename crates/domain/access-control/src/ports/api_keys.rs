//! API keys where more is written than the key.

use crate::ApiKey;
use async_trait::async_trait;
use kernel::{ApiKeyId, ProfileId, StoreError, Timestamp};

/// API keys inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ApiKeyWriter: Send {
    /// Keeps a new key under the SHA-256 of its secret. One that another key has, of whatever profile, is a
    /// failure.
    async fn insert(&mut self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreError>;

    /// Revokes a key of the profile; whether it counted until now.
    async fn revoke(
        &mut self,
        profile_id: ProfileId,
        id: ApiKeyId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// How many keys of the profile count.
    async fn count_active(&mut self, profile_id: ProfileId) -> Result<u64, StoreError>;
}

/// When keys were used, apart from the keys, whose rows never change.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait KeyUses: Send + Sync {
    /// Notes a use; of those within a minute, one is written.
    async fn note(&self, key: ApiKeyId, at: Timestamp) -> Result<(), StoreError>;

    /// The latest use of each key of the profile that was used since the store was emptied.
    async fn of_profile(
        &self,
        profile_id: ProfileId,
    ) -> Result<Vec<(ApiKeyId, Timestamp)>, StoreError>;
}
