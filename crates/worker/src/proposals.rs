//! Compares customers who are new or not known as they were, a few hundred at a time.
//!
//! All that decides is in the database: two processes never compare the same customers of a profile, and one that
//! vanishes in the middle has written nothing of it.

use std::sync::OnceLock;
use std::time::Duration;

use application::transact;
use customer_decisions::proposals::scan::{EVERY, Scanned, scan};
use identity_graph::proposals::Commonness;
use kernel::{ProfileId, StoreError};
use tokio_util::sync::CancellationToken;

use crate::Worker;

/// How long the loop sleeps when nobody waits.
const IDLE: Duration = Duration::from_secs(20);

/// Profiles in one look.
const PROFILES: u32 = 100;

/// Transactions for one profile, before others have their turn.
const TURN: usize = 50;

/// Compares until `stop` is cancelled. What fails is logged and tried again.
pub async fn run(worker: Worker, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let is_idle = match look(&worker, &stop).await {
            Ok(is_busy) => !is_busy,
            Err(error) => {
                tracing::error!(error = %error, "customers could not be compared: {error}");
                true
            }
        };
        if is_idle {
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(IDLE) => {}
            }
        }
    }
}

/// Gives each profile that waits a turn; whether one is not through.
pub async fn look(worker: &Worker, stop: &CancellationToken) -> Result<bool, StoreError> {
    let before = worker.clock.now().plus_micros(-EVERY);
    let due = transact(&*worker.units, &before, |work, before| {
        Box::pin(async move { work.proposals().due(*before, PROFILES).await })
    });
    let mut is_busy = false;
    for profile_id in due.await? {
        if stop.is_cancelled() {
            return Ok(false);
        }
        // What one profile cannot do keeps nobody else waiting.
        match turn(worker, profile_id, stop).await {
            Ok(is_left) => is_busy |= is_left,
            Err(error) => {
                tracing::error!(profile.id = %profile_id, error = %error, "customers could not be compared: {error}");
            }
        }
    }
    Ok(is_busy)
}

/// Compares some hundreds of a profile's customers; whether there are more.
pub async fn turn(
    worker: &Worker,
    profile_id: ProfileId,
    stop: &CancellationToken,
) -> Result<bool, StoreError> {
    let input = (worker.context(), profile_id, OnceLock::<Commonness>::new());
    for _ in 0..TURN {
        if stop.is_cancelled() {
            return Ok(false);
        }
        let scanned = transact(&*worker.units, &input, |work, (context, id, commonness)| {
            Box::pin(scan(work, context, *id, commonness))
        });
        match scanned.await? {
            Scanned::Taken | Scanned::Through => return Ok(false),
            Scanned::Some => {}
        }
    }
    Ok(true)
}
