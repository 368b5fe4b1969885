//! Counts what endpoints took and refused, for whoever wonders why nothing arrives.

use std::sync::Arc;

use event_intake::ports::{IntakeCount, IntakeDays, IntakeKey};
use kernel::Timestamp;

use crate::notes::{Notes, later};

/// The numbers of this process that are not written yet.
pub struct IntakeCounts {
    store: Arc<dyn IntakeDays>,
    notes: Notes<IntakeKey, IntakeCount>,
}

impl IntakeCounts {
    /// Writes to this store.
    pub fn new(store: Arc<dyn IntakeDays>) -> Self {
        Self {
            store,
            notes: Notes::default(),
        }
    }

    /// Where they are written to.
    pub fn store(&self) -> &dyn IntakeDays {
        &*self.store
    }

    /// Counts events without waiting for anything; must be called inside a runtime.
    pub fn note(self: &Arc<Self>, key: IntakeKey, events: usize, now: Timestamp) {
        let more = IntakeCount {
            events: u64::try_from(events).unwrap_or(u64::MAX),
            last_at: now,
        };
        if self.notes.note(key, more, IntakeCount::add) {
            let counts = Arc::clone(self);
            later(async move { counts.write().await });
        }
    }

    /// Writes what waits.
    pub async fn write(&self) {
        let counts = self.notes.take();
        if counts.is_empty() {
            return;
        }
        if let Err(error) = self.store.add(&counts).await {
            tracing::warn!(error = %error, "what was taken and refused was not counted: {error}");
        }
    }
}
