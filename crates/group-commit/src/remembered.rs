//! What was looked up a moment ago.

use std::borrow::Borrow;
use std::hash::Hash;

use kernel::Timestamp;
use quick_cache::sync::Cache;

/// How long something is remembered, in microseconds: what changed counts after a second at the
/// latest.
const REMEMBERED: i64 = 1_000_000;

/// Entries that are remembered.
const MOST: usize = 10_000;

/// Values by their keys, for a second.
pub(crate) struct Remembered<K, V>(Cache<K, (V, Timestamp)>);

impl<K: Eq + Hash, V: Clone> Default for Remembered<K, V> {
    fn default() -> Self {
        Self(Cache::new(MOST))
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

    /// What was found under the key last, however long ago.
    pub(crate) fn last<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.0.get(key).map(|(value, _)| value)
    }

    fn get(&self, key: &K, now: Timestamp) -> Option<V> {
        let (value, until) = self.0.get(key)?;
        (now < until).then_some(value)
    }

    fn put(&self, key: K, value: V, now: Timestamp) {
        self.0.insert(key, (value, now.plus_micros(REMEMBERED)));
    }
}
