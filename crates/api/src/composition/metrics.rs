//! Measures of the adapters and the worker, for the page of metrics.

use std::sync::Arc;

use async_trait::async_trait;
use http_kit::metrics::page::{Part, Source};
use http_kit::metrics::text::{Exposition, Kind};
use kernel::{Clock, Timestamp};
use tributary_postgres::{PgPool, PgQueueState, QueueState};
use tributary_system::SystemClock;
use tributary_worker::Tally;

use super::exports::{Exported, ToExport};
use super::outbound::{Outbox, Told};
use super::spend::SpendRead;

/// What the page shows beside the requests. A process without a worker has no tally.
pub(super) fn sources(pool: &PgPool, tally: Option<Arc<Tally>>) -> Vec<Arc<dyn Source>> {
    let mut sources: Vec<Arc<dyn Source>> = vec![
        Arc::new(Pool(pool.clone())),
        Arc::new(Queue(PgQueueState::new(pool.clone()))),
        Arc::new(Outbox::new(pool)),
        Arc::new(ToExport::new(pool)),
    ];
    if let Some(tally) = tally {
        sources.push(Arc::new(Replays(Arc::clone(&tally))));
        sources.push(Arc::new(Exported(Arc::clone(&tally))));
        sources.push(Arc::new(SpendRead(Arc::clone(&tally))));
        sources.push(Arc::new(Told(tally)));
    }
    sources
}

/// Now, in seconds since 1970.
pub(super) fn now_seconds() -> f64 {
    let now: Timestamp = SystemClock.now();
    let nanos = now.to_utc().unix_timestamp_nanos();
    let nanos = u64::try_from(nanos).unwrap_or_default();
    std::time::Duration::from_nanos(nanos).as_secs_f64()
}

struct Pool(PgPool);

#[async_trait]
impl Source for Pool {
    fn name(&self) -> &'static str {
        "pool"
    }

    async fn read(&self) -> Option<Part> {
        let status = self.0.status();
        Some(Box::new(move |text: &mut Exposition| {
            let gauges = [
                (
                    "tributary_db_pool_size_max",
                    "Most connections.",
                    status.limit,
                ),
                (
                    "tributary_db_pool_size",
                    "Connections that are open.",
                    status.open,
                ),
                (
                    "tributary_db_pool_in_use",
                    "Connections that somebody has.",
                    status.in_use,
                ),
                (
                    "tributary_db_pool_waiting",
                    "Callers that wait for a connection.",
                    status.waiting,
                ),
            ];
            for (name, help, value) in gauges {
                text.single(name, Kind::Gauge, help, value);
            }
            let name = "tributary_db_pool_wait_seconds";
            let help = "How long callers waited for a connection, in seconds.";
            text.family(name, Kind::Summary, help);
            text.sample(
                "tributary_db_pool_wait_seconds_sum",
                &[],
                status.waited.as_secs_f64(),
            );
            text.sample("tributary_db_pool_wait_seconds_count", &[], status.asked);
            let help = "Callers that got no connection.";
            let name = "tributary_db_pool_failed_total";
            text.single(name, Kind::Counter, help, status.failed);
        }))
    }
}

struct Queue(PgQueueState);

#[async_trait]
impl Source for Queue {
    fn name(&self) -> &'static str {
        "queue"
    }

    async fn read(&self) -> Option<Part> {
        match self.0.read(SystemClock.now()).await {
            Ok(state) => Some(Box::new(move |text: &mut Exposition| queue(text, &state))),
            Err(error) => {
                tracing::warn!(error = %error, "the queue could not be measured: {error}");
                None
            }
        }
    }
}

fn queue(text: &mut Exposition, state: &QueueState) {
    let seconds = [
        (
            "tributary_replay_queue_oldest_seconds",
            "Since when the oldest mark has waited, in seconds; 0 when none does.",
            state.oldest_mark,
        ),
        (
            "tributary_full_replays_oldest_queued_seconds",
            "Since when the oldest full replay has waited for a worker, in seconds.",
            state.oldest_full_queued,
        ),
    ];
    for (name, help, value) in seconds {
        text.single(name, Kind::Gauge, help, value.as_secs_f64());
    }
    let numbers = [
        (
            "tributary_replay_queue_marks",
            "Marks of people that wait, at most 1000000.",
            state.marks,
        ),
        (
            "tributary_full_replays_queued",
            "Full replays that wait for a worker.",
            state.full_queued,
        ),
        (
            "tributary_full_replays_running",
            "Full replays under way.",
            state.full_running,
        ),
        (
            "tributary_full_replays_running_people_done",
            "People of the full replays under way that are done.",
            state.people_done,
        ),
        (
            "tributary_full_replays_running_people",
            "People of the full replays under way.",
            state.people_total,
        ),
        (
            "tributary_full_replays_stalled",
            "Full replays whose worker has not reported in time.",
            state.leases_expired,
        ),
    ];
    for (name, help, value) in numbers {
        text.single(name, Kind::Gauge, help, value);
    }
}

struct Replays(Arc<Tally>);

#[async_trait]
impl Source for Replays {
    fn name(&self) -> &'static str {
        "worker"
    }

    async fn read(&self) -> Option<Part> {
        let counts = self.0.counts();
        Some(Box::new(move |text: &mut Exposition| {
            let counters = [
                (
                    "tributary_replayed_people_total",
                    "People replayed because something of theirs changed.",
                    counts.people,
                ),
                (
                    "tributary_full_replay_people_total",
                    "People in full replays that were published.",
                    counts.full_replay_people,
                ),
                (
                    "tributary_worker_rounds_failed_total",
                    "Rounds of the worker that failed and are tried again.",
                    counts.rounds_failed,
                ),
                (
                    "tributary_retention_removed_total",
                    "Rows that housekeeping removed.",
                    counts.removed,
                ),
            ];
            for (name, help, value) in counters {
                text.single(name, Kind::Counter, help, value);
            }
            let name = "tributary_full_replay_duration_seconds";
            let help = "How long full replays took that were published, in seconds.";
            text.family(name, Kind::Summary, help);
            text.sample(
                "tributary_full_replay_duration_seconds_sum",
                &[],
                counts.full_replay_time.as_secs_f64(),
            );
            text.sample(
                "tributary_full_replay_duration_seconds_count",
                &[],
                counts.full_replays,
            );
        }))
    }
}
