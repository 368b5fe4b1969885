//! API keys in memory.

use std::collections::BTreeMap;

use access_control::ApiKey;
use access_control::ports::{ApiKeyWriter, SecretHash};
use async_trait::async_trait;
use kernel::{ApiKeyId, ProfileId, StoreError, Timestamp};

/// API keys of any number of profiles, by the hashes of their secrets.
#[derive(Clone, Debug, Default)]
pub struct MemoryApiKeys(BTreeMap<SecretHash, ApiKey>);

#[async_trait]
impl ApiKeyWriter for MemoryApiKeys {
    async fn insert(&mut self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreError> {
        if self.0.contains_key(sha256) {
            return Err(StoreError::inconsistent("the secret is another key's"));
        }
        self.0.insert(*sha256, key.clone());
        Ok(())
    }

    async fn revoke(
        &mut self,
        profile_id: ProfileId,
        id: ApiKeyId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut counting = self
            .0
            .values_mut()
            .filter(|key| key.profile_id == profile_id && key.id == id && key.revoked_at.is_none());
        let found = counting.next();
        Ok(found.map(|key| key.revoked_at = Some(at)).is_some())
    }

    async fn count_active(&mut self, profile_id: ProfileId) -> Result<u64, StoreError> {
        let active = self
            .0
            .values()
            .filter(|key| key.profile_id == profile_id && key.revoked_at.is_none());
        u64::try_from(active.count()).map_err(StoreError::inconsistent)
    }
}
