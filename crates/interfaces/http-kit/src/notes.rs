//! Notes that are taken beside answers: added up in memory and written every few seconds, after the answer's way and not
//! on it. What was not written before a crash is lost, and is no harm.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long notes wait for more of them.
const PAUSE: Duration = Duration::from_secs(3);
/// Keys that wait at most; what would be one more is not noted.
const MOST: usize = 10_000;

/// What this process has not written yet.
pub(crate) struct Notes<K, V>(Mutex<Waiting<K, V>>);

struct Waiting<K, V> {
    noted: HashMap<K, V>,
    /// Whether somebody is going to write them.
    is_due: bool,
}

impl<K, V> Default for Notes<K, V> {
    fn default() -> Self {
        Self(Mutex::new(Waiting {
            noted: HashMap::new(),
            is_due: false,
        }))
    }
}

impl<K: Eq + Hash + Ord, V> Notes<K, V> {
    /// Notes something, which is added to what waits under the same key. Whether nobody is going to write yet.
    pub(crate) fn note(&self, key: K, more: V, add: impl FnOnce(&mut V, V)) -> bool {
        let mut waiting = self.lock();
        let is_full = waiting.noted.len() >= MOST;
        match waiting.noted.entry(key) {
            Entry::Occupied(mut noted) => add(noted.get_mut(), more),
            Entry::Vacant(_) if is_full => return false,
            Entry::Vacant(place) => {
                place.insert(more);
            }
        }
        !std::mem::replace(&mut waiting.is_due, true)
    }

    /// What waits, in the order of keys, to be written now.
    pub(crate) fn take(&self) -> Vec<(K, V)> {
        let mut waiting = self.lock();
        waiting.is_due = false;
        let noted = std::mem::take(&mut waiting.noted);
        drop(waiting);
        let mut noted: Vec<(K, V)> = noted.into_iter().collect();
        noted.sort_by(|(one, _), (other, _)| one.cmp(other));
        noted
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes once notes have waited for long enough; must be called inside a runtime.
pub(crate) fn later(write: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(async move {
        tokio::time::sleep(PAUSE).await;
        write.await;
    });
}
