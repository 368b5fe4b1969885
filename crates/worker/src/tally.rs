//! What the worker has done since the process started.
//!
//! Only counts, so that whoever asks never waits for a round and a round never waits for who asks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counters that only grow.
#[derive(Debug, Default)]
pub struct Tally {
    people: AtomicU64,
    rounds_failed: AtomicU64,
    full_replays: AtomicU64,
    full_replay_people: AtomicU64,
    full_replay_micros: AtomicU64,
    removed: AtomicU64,
}

/// The counters at one instant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// People replayed by the incremental path.
    pub people: u64,
    /// Rounds that failed and were tried again.
    pub rounds_failed: u64,
    /// Profiles rebuilt by the full path.
    pub full_replays: u64,
    /// People in them.
    pub full_replay_people: u64,
    /// How long they took together.
    pub full_replay_time: Duration,
    /// Rows that housekeeping removed.
    pub removed: u64,
}

impl Tally {
    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counts {
            people: read(&self.people),
            rounds_failed: read(&self.rounds_failed),
            full_replays: read(&self.full_replays),
            full_replay_people: read(&self.full_replay_people),
            full_replay_time: Duration::from_micros(read(&self.full_replay_micros)),
            removed: read(&self.removed),
        }
    }

    pub(crate) fn add_people(&self, people: usize) {
        add(&self.people, u64::try_from(people).unwrap_or(u64::MAX));
    }

    pub(crate) fn add_failed_round(&self) {
        add(&self.rounds_failed, 1);
    }

    pub(crate) fn add_full_replay(&self, people: u64, took: Duration) {
        add(&self.full_replays, 1);
        add(&self.full_replay_people, people);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        add(&self.full_replay_micros, micros);
    }

    pub(crate) fn add_removed(&self, rows: u64) {
        add(&self.removed, rows);
    }
}

fn add(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}
