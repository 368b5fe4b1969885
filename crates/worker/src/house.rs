//! Removes what an installation does not want to keep and what somebody had deleted, and takes out of
//! stored facts what is not stored any more or not for so long.
//!
//! In batches, so that no transaction is long; a turn that does not finish goes on with the next.

use std::sync::Arc;
use std::time::Duration;

use application::ports::{Housekeeping, Perishable, Redaction, Removal, RemovalStep};
use application::retention::step::{Aged, step};
use application::settle;
use kernel::StoreError;
use kernel::timestamp::MICROS_PER_DAY;
use tokio_util::sync::CancellationToken;

use crate::Worker;

/// Rows in one transaction.
const BATCH: u32 = 1_000;

/// Transactions for one kind in one turn.
const BATCHES: usize = 100;

/// How often there is a turn.
const EVERY: Duration = Duration::from_hours(1);

/// Rows of a profile that are removed in one transaction.
const REMOVED: u32 = 5_000;

/// When a removal that waits is looked at again.
const SOON: Duration = Duration::from_mins(1);

/// How long a browser that is signed out is still known: for whoever looks into a theft.
const WEB_SESSION_DAYS: u16 = 30;

/// How long things are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Days that audit records are kept; for ever without it.
    pub audit_days: Option<u16>,
    /// Days that full replays are told of after their completion; for ever without it.
    pub recompute_days: Option<u16>,
}

impl Retention {
    fn kinds(self) -> [(Perishable, Option<u16>); 4] {
        [
            (Perishable::WebSessions, Some(WEB_SESSION_DAYS)),
            (Perishable::Audit, self.audit_days),
            (Perishable::Recomputes, self.recompute_days),
            (Perishable::SenderKeys, Some(0)),
        ]
    }
}

/// What a turn needs.
#[derive(Clone)]
pub struct House {
    /// Removes rows.
    pub housekeeping: Arc<dyn Housekeeping>,
    /// Redacts facts.
    pub redaction: Arc<dyn Redaction>,
    /// Removes profiles and workspaces.
    pub removal: Arc<dyn Removal>,
    /// Transactions, the present, and what was done.
    pub worker: Worker,
    /// How long things are kept.
    pub retention: Retention,
}

/// Tidies up at once and then every hour, until `stop` is cancelled. A turn that fails is logged; the
/// next one does its work.
pub async fn keep(house: House, stop: CancellationToken) {
    loop {
        match tidy(&house).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "housekeeping removed {removed} rows"),
            Err(error) => tracing::error!(error = %error, "housekeeping failed: {error}"),
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = in_between(&house) => {}
        }
    }
}

/// What is done until the next turn. Whoever stops in the middle of a batch leaves it to be done again.
async fn in_between(house: &House) {
    let next = tokio::time::Instant::now() + EVERY;
    match redact(house).await {
        Ok(0) => {}
        Ok(changed) => tracing::info!(changed, "addresses of {changed} facts lost text"),
        Err(error) => tracing::error!(error = %error, "redaction failed: {error}"),
    }
    match age(house).await {
        Ok(Aged { changed: 0, .. }) => {}
        Ok(aged) => tracing::info!(
            changed = aged.changed,
            browsers = aged.browsers,
            "{} facts and people lost what is personal",
            aged.changed
        ),
        Err(error) => tracing::error!(error = %error, "ageing failed: {error}"),
    }
    while tokio::time::Instant::now() < next {
        match remove(house).await {
            Ok(true) => {
                let soon = tokio::time::Instant::now() + SOON;
                tokio::time::sleep_until(next.min(soon)).await;
            }
            Ok(false) => break,
            Err(error) => {
                tracing::error!(error = %error, "a removal failed: {error}");
                break;
            }
        }
    }
    tokio::time::sleep_until(next).await;
}

/// Removes what is to be deleted, as far as that can be now; whether there is more to do soon. It rests as
/// long as it works, so that others have at least half of the database.
pub async fn remove(house: &House) -> Result<bool, StoreError> {
    loop {
        let begin = tokio::time::Instant::now();
        match house
            .removal
            .step(house.worker.clock.now(), REMOVED)
            .await?
        {
            RemovalStep::Idle => return Ok(false),
            RemovalStep::Waiting => return Ok(true),
            RemovalStep::Removed(rows) => house.worker.tally.add_removed(rows),
        }
        tokio::time::sleep(begin.elapsed()).await;
    }
}

/// Goes through all facts whose addresses nobody has looked at; tells how many lost something. It rests
/// as long as it works, so that others have at least half of the database.
pub async fn redact(house: &House) -> Result<u64, StoreError> {
    let mut changed = 0;
    loop {
        let begin = tokio::time::Instant::now();
        match house.redaction.addresses(BATCH).await? {
            None => return Ok(changed),
            Some(done) => changed += done.changed,
        }
        tokio::time::sleep(begin.elapsed()).await;
    }
}

/// Takes what is personal out of facts that have become old enough, where profiles want that; tells what
/// it came to. It rests as long as it works, so that others have at least half of the database.
pub async fn age(house: &House) -> Result<Aged, StoreError> {
    let mut aged = Aged::default();
    loop {
        let begin = tokio::time::Instant::now();
        let mut work = house.worker.units.begin_long().await?;
        let done = step(&mut *work, &house.worker.context(), BATCH).await;
        match settle(work, done).await? {
            None => return Ok(aged),
            Some(done) => {
                aged.looked += done.looked;
                aged.changed += done.changed;
                aged.browsers += done.browsers;
            }
        }
        tokio::time::sleep(begin.elapsed()).await;
    }
}

/// One turn; tells how many rows it removed.
pub async fn tidy(house: &House) -> Result<u64, StoreError> {
    let now = house.worker.clock.now();
    let mut total = 0;
    for (what, days) in house.retention.kinds() {
        let Some(days) = days else { continue };
        let before = now.plus_micros(-i64::from(days) * MICROS_PER_DAY);
        for _ in 0..BATCHES {
            let removed = house.housekeeping.remove(what, before, BATCH).await?;
            house.worker.tally.add_removed(removed);
            total += removed;
            if removed < u64::from(BATCH) {
                break;
            }
        }
    }
    Ok(total)
}
