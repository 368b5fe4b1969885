//! What the worker has done since the process started.
//!
//! Only counts, so that whoever asks never waits for a round and a round never waits for who asks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use spend_intake::landing::next::Looked;

/// Counters that only grow.
#[derive(Debug, Default)]
pub struct Tally {
    people: AtomicU64,
    rounds_failed: AtomicU64,
    full_replays: AtomicU64,
    full_replay_people: AtomicU64,
    full_replay_micros: AtomicU64,
    removed: AtomicU64,
    events_told: AtomicU64,
    deliveries_made: AtomicU64,
    attempts_succeeded: AtomicU64,
    attempts_failed: AtomicU64,
    exports_planned: AtomicU64,
    exports_taken: AtomicU64,
    export_requests_succeeded: AtomicU64,
    export_requests_failed: AtomicU64,
    spend_pieces: AtomicU64,
    spend_failures: AtomicU64,
    batches_written: AtomicU64,
    batches_refused: AtomicU64,
    batches_postponed: AtomicU64,
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
    /// Events that became deliveries, or none when nobody wanted them.
    pub events_told: u64,
    /// Deliveries that became of them.
    pub deliveries_made: u64,
    /// Requests to receivers that delivered.
    pub attempts_succeeded: u64,
    /// Requests to receivers that did not.
    pub attempts_failed: u64,
    /// Lines of the ledger of exports that were written: what is told, and what is not.
    pub exports_planned: u64,
    /// Events that ad platforms took.
    pub exports_taken: u64,
    /// Requests to ad platforms that were taken.
    pub export_requests_succeeded: u64,
    /// Requests to ad platforms that were not.
    pub export_requests_failed: u64,
    /// Up to a week of an account's spend, read and written.
    pub spend_pieces: u64,
    /// How often an account could not be read.
    pub spend_failures: u64,
    /// Batches of loaders that were written.
    pub batches_written: u64,
    /// Batches of loaders that were refused.
    pub batches_refused: u64,
    /// How often a batch of a loader could not be written.
    pub batches_postponed: u64,
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
            events_told: read(&self.events_told),
            deliveries_made: read(&self.deliveries_made),
            attempts_succeeded: read(&self.attempts_succeeded),
            attempts_failed: read(&self.attempts_failed),
            exports_planned: read(&self.exports_planned),
            exports_taken: read(&self.exports_taken),
            export_requests_succeeded: read(&self.export_requests_succeeded),
            export_requests_failed: read(&self.export_requests_failed),
            spend_pieces: read(&self.spend_pieces),
            spend_failures: read(&self.spend_failures),
            batches_written: read(&self.batches_written),
            batches_refused: read(&self.batches_refused),
            batches_postponed: read(&self.batches_postponed),
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

    pub(crate) fn add_told(&self, events: usize, deliveries: usize) {
        add(&self.events_told, u64::try_from(events).unwrap_or(u64::MAX));
        let deliveries = u64::try_from(deliveries).unwrap_or(u64::MAX);
        add(&self.deliveries_made, deliveries);
    }

    pub(crate) fn add_attempt(&self, is_success: bool) {
        let counter = if is_success {
            &self.attempts_succeeded
        } else {
            &self.attempts_failed
        };
        add(counter, 1);
    }

    pub(crate) fn add_planned(&self, lines: u64) {
        add(&self.exports_planned, lines);
    }

    /// A request to an ad platform with so many events.
    pub(crate) fn add_export(&self, events: usize, is_taken: bool) {
        if is_taken {
            add(&self.export_requests_succeeded, 1);
            let events = u64::try_from(events).unwrap_or(u64::MAX);
            add(&self.exports_taken, events);
        } else {
            add(&self.export_requests_failed, 1);
        }
    }

    /// Pieces of an account that were read, and whether it ended with a failure.
    pub(crate) fn add_spend(&self, pieces: usize, has_failed: bool) {
        let pieces = u64::try_from(pieces).unwrap_or(u64::MAX);
        add(&self.spend_pieces, pieces);
        add(&self.spend_failures, has_failed.into());
    }

    /// What became of a look for batches of loaders.
    pub(crate) fn add_landed(&self, looked: Looked) {
        let counter = match looked {
            Looked::Nothing => return,
            Looked::Written => &self.batches_written,
            Looked::Refused => &self.batches_refused,
            Looked::Postponed => &self.batches_postponed,
        };
        add(counter, 1);
    }

    pub(crate) fn add_removed(&self, rows: u64) {
        add(&self.removed, rows);
    }
}

fn add(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}
