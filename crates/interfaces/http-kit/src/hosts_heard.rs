//! Notes on which hosts the tracker was heard, for whoever installs it. Added up in memory and written every few
//! seconds, after the answer's way and not on it: what was not written before a crash is lost, and is no harm.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use event_intake::ports::{Heard, HostKey, TrackerHosts};

/// How long hosts wait for more of them.
const PAUSE: Duration = Duration::from_secs(3);
/// Hosts that wait at most; what would be one more is not noted.
const MOST: usize = 10_000;

/// What of hosts this process has not written yet.
pub struct HostsHeard {
    store: Arc<dyn TrackerHosts>,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    heard: HashMap<HostKey, Heard>,
    /// Whether somebody is going to write them.
    is_due: bool,
}

impl HostsHeard {
    /// Writes to this store.
    pub fn new(store: Arc<dyn TrackerHosts>) -> Self {
        Self {
            store,
            waiting: Mutex::default(),
        }
    }

    /// Where they are written to.
    pub fn store(&self) -> &dyn TrackerHosts {
        &*self.store
    }

    /// Notes a host without waiting for anything; must be called inside a runtime.
    pub fn note(self: &Arc<Self>, key: HostKey, heard: Heard) {
        if !self.add(key, heard) {
            return;
        }
        let hosts = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            hosts.write().await;
        });
    }

    /// Whether nobody is going to write yet.
    fn add(&self, key: HostKey, heard: Heard) -> bool {
        let mut waiting = self.lock();
        let is_full = waiting.heard.len() >= MOST;
        match waiting.heard.entry(key) {
            Entry::Occupied(mut stored) => stored.get_mut().add(heard),
            Entry::Vacant(_) if is_full => return false,
            Entry::Vacant(place) => {
                place.insert(heard);
            }
        }
        !std::mem::replace(&mut waiting.is_due, true)
    }

    /// Writes what waits.
    pub async fn write(&self) {
        let waiting = std::mem::take(&mut *self.lock());
        let mut heard: Vec<_> = waiting.heard.into_iter().collect();
        if heard.is_empty() {
            return;
        }
        heard.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Err(error) = self.store.add(&heard).await {
            tracing::warn!(error = %error, "where the tracker was heard was not noted: {error}");
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
