//! Counts what endpoints took and refused, for whoever wonders why nothing arrives. Added up in
//! memory and written every few seconds, after the answer's way and not on it: what was not written
//! before a crash is lost, and is no harm.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use event_intake::ports::{IntakeCount, IntakeDays, IntakeKey};
use kernel::Timestamp;

/// How long counts wait for more of them.
const PAUSE: Duration = Duration::from_secs(3);
/// Numbers that wait at most; what would be one more is not counted.
const MOST: usize = 10_000;

/// The numbers of this process that are not written yet.
pub struct IntakeCounts {
    store: Arc<dyn IntakeDays>,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    counts: HashMap<IntakeKey, IntakeCount>,
    /// Whether somebody is going to write them.
    is_due: bool,
}

impl IntakeCounts {
    /// Writes to this store.
    pub fn new(store: Arc<dyn IntakeDays>) -> Self {
        Self {
            store,
            waiting: Mutex::default(),
        }
    }

    /// Where they are written to.
    pub fn store(&self) -> &dyn IntakeDays {
        &*self.store
    }

    /// Counts events without waiting for anything; must be called inside a runtime.
    pub fn note(self: &Arc<Self>, key: IntakeKey, events: usize, now: Timestamp) {
        if !self.add(key, u64::try_from(events).unwrap_or(u64::MAX), now) {
            return;
        }
        let counts = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            counts.write().await;
        });
    }

    /// Whether nobody is going to write yet.
    fn add(&self, key: IntakeKey, events: u64, now: Timestamp) -> bool {
        let mut waiting = self.lock();
        if waiting.counts.len() >= MOST && !waiting.counts.contains_key(&key) {
            return false;
        }
        let nothing = IntakeCount {
            events: 0,
            last_at: now,
        };
        let count = waiting.counts.entry(key).or_insert(nothing);
        count.events = count.events.saturating_add(events);
        count.last_at = count.last_at.max(now);
        !std::mem::replace(&mut waiting.is_due, true)
    }

    /// Writes what waits.
    pub async fn write(&self) {
        let waiting = std::mem::take(&mut *self.lock());
        let mut counts: Vec<_> = waiting.counts.into_iter().collect();
        if counts.is_empty() {
            return;
        }
        counts.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Err(error) = self.store.add(&counts).await {
            tracing::warn!(error = %error, "what was taken and refused was not counted: {error}");
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
