//! Keeps derived data current.
//!
//! Decides: when work is looked for, in which order, and what happens when it fails. Deliberately
//! does not know: how anything is derived (that is `application::attribution`) or stored.
//!
//! Reading order: [`Worker`] (the ports), [`round`](mod@round) (one look at the queue, driven by
//! tests without waiting), [`run`] (the loop),
//! [`deliveries`] (what the outside is told), [`exports`] (what ad platforms are told), [`spend`] (what they say of ads), [`landing`] (what loaders leave of it), [`proposals`] (which customers may be one), [`quality`] (what is wrong with links), [`alerts`] (what has to be known before believing figures), [`changes`] (what they are told to change), [`housekeeping`] (what is not kept), [`renewal`] (what an older release derived).

pub mod alerts;
pub mod changes;
pub mod deliveries;
pub mod exports;
pub mod housekeeping;
pub mod landing;
pub mod proposals;
pub mod quality;
pub mod renewal;
pub mod round;
pub mod spend;
pub mod tally;

use std::sync::Arc;
use std::time::Duration;

use application::ports::{Collected, EventPartitions, ProfileStore};
use application::{Context, Sealing, UnitsOfWork};
use identity_graph::ValueKeys;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, IdSource, StoreError};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

pub use round::{Round, round};
pub use tally::Tally;

/// What the worker needs.
#[derive(Clone)]
pub struct Worker {
    /// Transactions.
    pub units: Arc<dyn UnitsOfWork>,
    /// Profiles and their settings.
    pub profiles: Arc<dyn ProfileStore>,
    /// Room for events to come.
    pub partitions: Arc<dyn EventPartitions>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdSource>,
    /// Keys that identifiers are looked up by.
    pub keys: Arc<dyn ValueKeys>,
    /// Encryption at rest.
    pub sealing: Arc<dyn Sealing>,
    /// What was done.
    pub tally: Arc<Tally>,
    /// Woken when there may be something to tell the outside.
    pub tells: Arc<Notify>,
}

impl Worker {
    /// What use cases are given.
    pub fn context(&self) -> Context<'_> {
        Context {
            clock: &*self.clock,
            ids: &*self.ids,
            keys: &*self.keys,
            sealing: &*self.sealing,
        }
    }
}

/// How long the worker sleeps when nobody wakes it: another replica may have queued something.
const IDLE: Duration = Duration::from_millis(500);

/// How often room for events is made; a month ahead leaves plenty of time to fail and try again.
const PARTITIONS_EVERY: Duration = Duration::from_hours(6);

/// How soon it is tried again to renew profiles of which some could not be.
const RENEW_AGAIN: Duration = Duration::from_mins(10);

/// Works until `stop` is cancelled. `wake` shortens the wait when this process queued something.
/// A failed round is logged and tried again; nothing is lost, because the queue is in the database.
pub async fn run(worker: Worker, wake: Arc<Notify>, stop: CancellationToken) {
    let mut partitions_at = tokio::time::Instant::now();
    let mut renew_at = Some(partitions_at);
    let mut collect_at = Some(partitions_at);
    while !stop.is_cancelled() {
        if tokio::time::Instant::now() >= partitions_at {
            if let Err(error) = make_room(&worker).await {
                tracing::error!(error = %error, "partitions could not be made: {error}");
            }
            partitions_at += PARTITIONS_EVERY;
        }
        if renew_at.is_some_and(|at| tokio::time::Instant::now() >= at) {
            let is_current = is_renewed(&worker).await;
            renew_at = (!is_current).then(|| tokio::time::Instant::now() + RENEW_AGAIN);
        }
        let collects = collect_at.is_some_and(|at| tokio::time::Instant::now() >= at);
        if collects {
            collect_at = collect(&worker)
                .await
                .map(|wait| tokio::time::Instant::now() + wait);
        }
        let busy = match round(&worker).await {
            Ok(done) => {
                if done.replayed > 0 || done.rebuilt > 0 {
                    worker.tells.notify_one();
                }
                let collected = collects && collect_at.is_some();
                done.replayed > 0 || done.unsettled > 0 || collected
            }
            Err(error) => {
                worker.tally.add_failed_round();
                tracing::error!(error = %error, "a worker round failed: {error}");
                false
            }
        };
        if !busy {
            tokio::select! {
                () = stop.cancelled() => {}
                () = wake.notified() => {}
                () = tokio::time::sleep(IDLE) => {}
            }
        }
    }
}

/// Goes through some facts of before; when there is more to do, if there is.
async fn collect(worker: &Worker) -> Option<Duration> {
    match renewal::collect(worker).await {
        Ok(Collected::Nothing) => None,
        Ok(Collected::ByOthers) => Some(RENEW_AGAIN),
        Ok(Collected::Some { .. } | Collected::All { .. }) => Some(Duration::ZERO),
        Err(error) => {
            tracing::error!(error = %error, "people of before could not be derived: {error}");
            Some(RENEW_AGAIN)
        }
    }
}

/// Whether nothing is left to renew.
async fn is_renewed(worker: &Worker) -> bool {
    match renewal::renew_all(worker).await {
        Ok(0) => true,
        Ok(renewed) => {
            tracing::info!(renewed, "{renewed} profiles are up to this release's rules");
            true
        }
        Err(error) => {
            tracing::error!(error = %error, "profiles could not be renewed: {error}");
            false
        }
    }
}

/// Partitions from last month (late events are taken for a week) to two months ahead.
pub async fn make_room(worker: &Worker) -> Result<(), StoreError> {
    let now = worker.clock.now();
    let from = now.plus_micros(-31 * MICROS_PER_DAY);
    worker
        .partitions
        .ensure(from, now.plus_micros(62 * MICROS_PER_DAY))
        .await
}
