//! Removes what an installation does not want to keep and what somebody had deleted, and takes out of
//! stored facts what is not stored any more or not for so long.
//!
//! In batches, so that no transaction is long; a turn that does not finish goes on with the next.

use std::sync::Arc;
use std::time::Duration;

use application::ports::{Housekeeping, Perishable, Redaction, Removal, RemovalStep};
use application::retention::step::{Aged, put_back, step};
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

/// Facts that age in one transaction, together with all events of browsers that lose their names by it.
const AGED: u32 = 250;

/// How long each thing goes on before the next one has its turn.
const SLICE: Duration = Duration::from_secs(20);

/// When what waits is looked at again.
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

/// What is done until the next turn, each thing for a while, so that none waits for the end of another.
/// Whoever stops in the middle of a batch leaves it to be done again.
async fn in_between(house: &House) {
    let next = tokio::time::Instant::now() + EVERY;
    while tokio::time::Instant::now() < next {
        let mut more = false;
        match redact(house, slice()).await {
            Ok(done) => {
                if done.changed > 0 {
                    tracing::info!(changed = done.changed, "addresses of facts lost text");
                }
                more |= done.is_cut;
            }
            Err(error) => tracing::error!(error = %error, "redaction failed: {error}"),
        }
        match age(house, slice()).await {
            Ok((aged, is_cut)) => {
                if aged.changed + aged.browsers > 0 {
                    let (changed, browsers) = (aged.changed, aged.browsers);
                    tracing::info!(changed, browsers, "old facts lost what is personal");
                }
                more |= is_cut;
            }
            Err(error) => {
                tracing::error!(error = %error, "ageing failed: {error}");
                put_off(house).await;
            }
        }
        match remove(house, slice()).await {
            Ok(is_cut) => more |= is_cut,
            Err(error) => tracing::error!(error = %error, "a removal failed: {error}"),
        }
        if !more {
            let soon = tokio::time::Instant::now() + SOON;
            tokio::time::sleep_until(next.min(soon)).await;
        }
    }
}

/// When the next thing has its turn.
fn slice() -> tokio::time::Instant {
    tokio::time::Instant::now() + SLICE
}

/// Removes what is to be deleted, as far as that can be now; whether there is more to do at once. It rests
/// as long as it works, so that others have at least half of the database.
pub async fn remove(house: &House, until: tokio::time::Instant) -> Result<bool, StoreError> {
    loop {
        let begin = tokio::time::Instant::now();
        if begin > until {
            return Ok(true);
        }
        match house
            .removal
            .step(house.worker.clock.now(), REMOVED)
            .await?
        {
            RemovalStep::Idle | RemovalStep::Waiting => return Ok(false),
            RemovalStep::Removed(rows) => house.worker.tally.add_removed(rows),
        }
        tokio::time::sleep(begin.elapsed()).await;
    }
}

/// What a redaction came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RedactionDone {
    /// Facts that lost something.
    pub changed: u64,
    /// Whether there is more to do at once.
    pub is_cut: bool,
}

/// Goes through facts whose addresses nobody has looked at. It rests as long as it works, so that others
/// have at least half of the database.
pub async fn redact(
    house: &House,
    until: tokio::time::Instant,
) -> Result<RedactionDone, StoreError> {
    let mut done = RedactionDone::default();
    loop {
        let begin = tokio::time::Instant::now();
        if begin > until {
            done.is_cut = true;
            return Ok(done);
        }
        match house.redaction.addresses(BATCH).await? {
            None => return Ok(done),
            Some(batch) => done.changed += batch.changed,
        }
        tokio::time::sleep(begin.elapsed()).await;
    }
}

/// Takes what is personal out of facts that have become old enough, where profiles want that; tells what
/// it came to, and whether there is more to do at once. It rests as long as it works, so that others have at
/// least half of the database.
pub async fn age(house: &House, until: tokio::time::Instant) -> Result<(Aged, bool), StoreError> {
    let mut aged = Aged::default();
    loop {
        let begin = tokio::time::Instant::now();
        if begin > until {
            return Ok((aged, true));
        }
        let mut work = house.worker.units.begin_long().await?;
        let done = step(&mut *work, &house.worker.context(), AGED).await;
        match settle(work, done).await? {
            None => return Ok((aged, false)),
            Some(done) => {
                aged.looked += done.looked;
                aged.changed += done.changed;
                aged.browsers += done.browsers;
            }
        }
        tokio::time::sleep(begin.elapsed()).await;
    }
}

/// What failed is not to keep others from their turn.
async fn put_off(house: &House) {
    let put_off = async {
        let mut work = house.worker.units.begin().await?;
        let done = put_back(&mut *work, &house.worker.context()).await;
        settle(work, done).await
    };
    if let Err(error) = put_off.await {
        tracing::error!(error = %error, "what failed could not be put off: {error}");
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
