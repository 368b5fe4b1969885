//! API keys in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use access_control::ApiKey;
use access_control::ports::{ApiKeyStore, ApiKeyWriter, SecretHash};
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

/// The same outside any transaction, where keys are found by their secrets.
#[derive(Debug, Default)]
pub struct MemoryKeyLookup(Mutex<BTreeMap<SecretHash, ApiKey>>);

impl MemoryKeyLookup {
    fn keys(&self) -> MutexGuard<'_, BTreeMap<SecretHash, ApiKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl ApiKeyStore for MemoryKeyLookup {
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<ApiKey>, StoreError> {
        Ok(self.keys().get(sha256).cloned())
    }

    async fn insert(&self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreError> {
        let mut keys = self.keys();
        if keys.contains_key(sha256) {
            return Err(StoreError::inconsistent("the secret is another key's"));
        }
        keys.insert(*sha256, key.clone());
        Ok(())
    }

    async fn revoke_by_name(
        &self,
        profile: ProfileId,
        name: &str,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let mut revoked = 0;
        for key in self.keys().values_mut() {
            if key.profile_id == profile && key.name == name && key.revoked_at.is_none() {
                key.revoked_at = Some(at);
                revoked += 1;
            }
        }
        Ok(revoked)
    }

    async fn list(&self, profile: ProfileId) -> Result<Vec<ApiKey>, StoreError> {
        let keys = self.keys();
        let own = keys.values().filter(|key| key.profile_id == profile);
        let mut own: Vec<ApiKey> = own.cloned().collect();
        own.sort_by_key(|key| (key.revoked_at.is_some(), Reverse(key.created_at), key.id));
        own.truncate(1_000);
        Ok(own)
    }
}
