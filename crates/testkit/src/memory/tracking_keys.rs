//! Tracking keys in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use event_intake::{TrackingKey, TrackingKeyStore};
use kernel::{ProfileId, StoreError};

/// The active keys of any number of profiles. None is ever revoked.
#[derive(Debug, Default)]
pub struct MemoryTrackingKeys(Mutex<BTreeMap<ProfileId, TrackingKey>>);

impl MemoryTrackingKeys {
    fn keys(&self) -> MutexGuard<'_, BTreeMap<ProfileId, TrackingKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl TrackingKeyStore for MemoryTrackingKeys {
    async fn active(&self, profile: ProfileId) -> Result<Option<TrackingKey>, StoreError> {
        Ok(self.keys().get(&profile).cloned())
    }

    async fn issue(
        &self,
        profile: ProfileId,
        key: &TrackingKey,
    ) -> Result<TrackingKey, StoreError> {
        let mut keys = self.keys();
        if let Some(active) = keys.get(&profile) {
            return Ok(active.clone());
        }
        if keys.values().any(|one| one.public_key == key.public_key) {
            return Err(StoreError::inconsistent("the key is another profile's"));
        }
        keys.insert(profile, key.clone());
        Ok(key.clone())
    }

    async fn list(&self, profile: ProfileId) -> Result<Vec<TrackingKey>, StoreError> {
        Ok(self.active(profile).await?.into_iter().collect())
    }
}
