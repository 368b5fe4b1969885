//! What was looked up a moment ago.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use kernel::Timestamp;

/// How long something is remembered, in microseconds: what changed counts after a second at the
/// latest.
const REMEMBERED: i64 = 1_000_000;

/// Entries that are remembered before all are forgotten.
const MOST: usize = 10_000;

/// Values by their keys, for a second.
#[derive(Debug)]
pub(crate) struct Remembered<K, V>(Mutex<HashMap<K, (V, Timestamp)>>);

impl<K, V> Default for Remembered<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Remembered<K, V> {
    /// What was found under the key a moment ago, or else what is found now. That something is not
    /// there is not remembered.
    pub(crate) async fn or_find<E>(
        &self,
        key: K,
        now: Timestamp,
        find: impl Future<Output = Result<Option<V>, E>>,
    ) -> Result<Option<V>, E> {
        if let Some(known) = self.get(&key, now) {
            return Ok(Some(known));
        }
        let found = find.await?;
        if let Some(value) = &found {
            self.put(key, value.clone(), now);
        }
        Ok(found)
    }

    fn get(&self, key: &K, now: Timestamp) -> Option<V> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (value, until) = values.get(key)?;
        (now < *until).then(|| value.clone())
    }

    fn put(&self, key: K, value: V, now: Timestamp) {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() >= MOST {
            values.clear();
        }
        values.insert(key, (value, now.plus_micros(REMEMBERED)));
    }
}
