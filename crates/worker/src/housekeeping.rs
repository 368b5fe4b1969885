//! Removes what an installation does not want to keep and what somebody had deleted, and takes out of
//! stored facts what is not stored any more or not for so long.
//!
//! In batches, so that no transaction is long; a turn that does not finish goes on with the next.

mod chores;
mod subscriptions;

use std::sync::Arc;
use std::time::Duration;

use access_control::ports::PaymentProvider;
use application::ports::{Housekeeping, Perishable, Redaction, Removal};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{StoreError, Timestamp};
use tokio_util::sync::CancellationToken;

use crate::Worker;

pub use subscriptions::end as end_subscriptions;

/// Rows in one transaction.
const BATCH: u32 = 1_000;

/// Transactions for one kind in one turn.
const BATCHES: usize = 100;

/// How often there is a turn.
const EVERY: Duration = Duration::from_hours(1);

/// How long a browser that is signed out is still known: for whoever looks into a theft.
const WEB_SESSION_DAYS: u16 = 30;

/// How long it is known what ad platforms answered, and what they were told.
const EXPORT_ANSWER_DAYS: u16 = 90;
const EXPORT_DAYS: u16 = 400;

/// How long it can be looked at what loaders left and nobody wrote, and is known what became of the rest.
const LANDED_ROW_DAYS: u16 = 30;
const LANDED_BATCH_DAYS: u16 = 90;

/// How long things are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Days that audit records are kept; for ever without it.
    pub audit_days: Option<u16>,
    /// Days that full replays are told of after their completion; for ever without it.
    pub recompute_days: Option<u16>,
    /// Days that bodies of webhooks are kept; deliveries are told of three times as long. For ever without it.
    pub payload_days: Option<u16>,
}

impl Retention {
    fn kinds(self) -> [(Perishable, Option<u16>); 11] {
        [
            (Perishable::WebSessions, Some(WEB_SESSION_DAYS)),
            (Perishable::Audit, self.audit_days),
            (Perishable::Recomputes, self.recompute_days),
            (Perishable::SenderKeys, Some(0)),
            (Perishable::Payloads, self.payload_days),
            (
                Perishable::Deliveries,
                self.payload_days.map(|days| days.saturating_mul(3)),
            ),
            (Perishable::AbandonedTests, Some(0)),
            (Perishable::ExportAnswers, Some(EXPORT_ANSWER_DAYS)),
            (Perishable::Exports, Some(EXPORT_DAYS)),
            (Perishable::LandedRows, Some(LANDED_ROW_DAYS)),
            (Perishable::LandedBatches, Some(LANDED_BATCH_DAYS)),
        ]
    }
}

/// What a turn needs.
#[derive(Clone)]
pub struct Housekeeper {
    /// Removes rows.
    pub housekeeping: Arc<dyn Housekeeping>,
    /// Redacts facts.
    pub redaction: Arc<dyn Redaction>,
    /// Removes profiles and workspaces.
    pub removal: Arc<dyn Removal>,
    /// Who takes the money.
    pub payments: Arc<dyn PaymentProvider>,
    /// Transactions, the present, and what was done.
    pub worker: Worker,
    /// How long things are kept.
    pub retention: Retention,
}

/// Tidies up at once and then every hour, until `stop` is cancelled. A turn that fails is logged; the
/// next one does its work.
pub async fn keep(house: Housekeeper, stop: CancellationToken) {
    loop {
        let next = tokio::time::Instant::now() + EVERY;
        match tidy(&house).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "housekeeping removed {removed} rows"),
            Err(error) => tracing::error!(error = %error, "housekeeping failed: {error}"),
        }
        match subscriptions::end(&house).await {
            Ok(0) => {}
            Ok(ended) => tracing::info!(ended, "{ended} subscriptions of deleted workspaces ended"),
            Err(error) => tracing::error!(error = %error, "housekeeping failed: {error}"),
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = chores::until(&house, next) => {}
        }
    }
}

/// One turn; tells how many rows it removed. A kind that fails does not keep the others.
pub async fn tidy(house: &Housekeeper) -> Result<u64, StoreError> {
    let now = house.worker.clock.now();
    let (mut total, mut failure) = (0, None);
    for (what, days) in house.retention.kinds() {
        let Some(days) = days else { continue };
        let before = now.plus_micros(-i64::from(days) * MICROS_PER_DAY);
        match remove(house, what, before).await {
            Ok(removed) => total += removed,
            Err(error) => failure = Some(error),
        }
    }
    failure.map_or(Ok(total), Err)
}

/// Removes what is of a kind and old, as much as one turn does.
async fn remove(
    house: &Housekeeper,
    what: Perishable,
    before: Timestamp,
) -> Result<u64, StoreError> {
    let mut total = 0;
    for _ in 0..BATCHES {
        let removed = house.housekeeping.remove(what, before, BATCH).await?;
        house.worker.tally.add_removed(removed);
        total += removed;
        if removed < u64::from(BATCH) {
            break;
        }
    }
    Ok(total)
}
