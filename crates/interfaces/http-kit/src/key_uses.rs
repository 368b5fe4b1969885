//! Notes when API keys were used: at most once a minute a key, after the answer's way and not on
//! it. A note that is lost is no harm; the next use makes another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use access_control::ports::KeyUses;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ApiKeyId, Timestamp};

/// Uses within this time are one.
const APART: i64 = 60 * MICROS_PER_SECOND;
/// Keys that are remembered before those of earlier minutes are forgotten.
const MOST: usize = 10_000;

/// Remembers which keys were noted in this minute.
pub struct UsesOfKeys {
    store: Arc<dyn KeyUses>,
    noted: Mutex<HashMap<ApiKeyId, Timestamp>>,
}

impl UsesOfKeys {
    /// Writes to this store.
    pub fn new(store: Arc<dyn KeyUses>) -> Self {
        Self {
            store,
            noted: Mutex::default(),
        }
    }

    /// Notes a use without waiting for it to be written; must be called inside a runtime.
    pub fn touch(&self, key: ApiKeyId, now: Timestamp) {
        if !self.is_due(key, now) {
            return;
        }
        let store = Arc::clone(&self.store);
        tokio::spawn(async move {
            if let Err(error) = store.note(key, now).await {
                tracing::warn!(error = %error, "the use of a key was not noted: {error}");
            }
        });
    }

    fn is_due(&self, key: ApiKeyId, now: Timestamp) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = |at: &Timestamp| now.micros_since(*at) < APART;
        if noted.get(&key).is_some_and(fresh) {
            return false;
        }
        if noted.len() >= MOST {
            noted.retain(|_, at| fresh(at));
        }
        noted.insert(key, now);
        true
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use kernel::ProfileId;
    use kernel::StoreError;
    use uuid::Uuid;

    use super::*;

    struct Nothing;

    #[async_trait]
    impl KeyUses for Nothing {
        async fn note(&self, _: ApiKeyId, _: Timestamp) -> Result<(), StoreError> {
            Ok(())
        }

        async fn of_profile(&self, _: ProfileId) -> Result<Vec<(ApiKeyId, Timestamp)>, StoreError> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn a_key_is_noted_once_a_minute() {
        let uses = UsesOfKeys::new(Arc::new(Nothing));
        let key = |number| Uuid::from_u128(number).into();
        let at = |seconds: i64| Timestamp::from_micros(seconds * MICROS_PER_SECOND);
        assert!(uses.is_due(key(1), at(0)));
        assert!(!uses.is_due(key(1), at(59)));
        assert!(uses.is_due(key(2), at(59)));
        assert!(uses.is_due(key(1), at(60)));
    }
}
