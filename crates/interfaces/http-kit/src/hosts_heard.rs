//! Notes on which hosts the tracker was heard, for whoever installs it.

use std::sync::Arc;

use event_intake::ports::{Heard, HostKey, TrackerHosts};

use crate::notes::{Notes, later};

/// What of hosts this process has not written yet.
pub struct HostsHeard {
    store: Arc<dyn TrackerHosts>,
    notes: Notes<HostKey, Heard>,
}

impl HostsHeard {
    /// Writes to this store.
    pub fn new(store: Arc<dyn TrackerHosts>) -> Self {
        Self {
            store,
            notes: Notes::default(),
        }
    }

    /// Where they are written to.
    pub fn store(&self) -> &dyn TrackerHosts {
        &*self.store
    }

    /// Notes a host without waiting for anything; must be called inside a runtime.
    pub fn note(self: &Arc<Self>, key: HostKey, heard: Heard) {
        if self.notes.note(key, heard, Heard::add) {
            let hosts = Arc::clone(self);
            later(async move { hosts.write().await });
        }
    }

    /// Writes what waits.
    pub async fn write(&self) {
        let heard = self.notes.take();
        if heard.is_empty() {
            return;
        }
        if let Err(error) = self.store.add(&heard).await {
            tracing::warn!(error = %error, "where the tracker was heard was not noted: {error}");
        }
    }
}
