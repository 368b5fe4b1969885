//! Removal of what an installation does not want to keep.

use async_trait::async_trait;
use kernel::{StoreError, Timestamp};

/// What may be removed. Facts, what is derived from them and the ledger of restatements are not
/// among it: nothing could bring them back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perishable {
    /// Browsers in which somebody was signed in, from their end on.
    WebSessions,
    /// Who did what to profiles, workspaces and members, from the act on.
    Audit,
    /// Full replays, from their completion on. Those that the ledger names stay with it.
    Recomputes,
    /// What browsers said, from the instant on from which it is nobody's business.
    MatchEvidence,
    /// Keys of senders, from the day on which they are to be forgotten.
    SenderKeys,
    /// Bodies of deliveries, from what they tell on. The deliveries stay.
    Payloads,
    /// Deliveries with their attempts, from when they were made.
    Deliveries,
    /// Tests of exports whose sender vanished in the middle, ten minutes after: nobody can know whether they arrived.
    AbandonedTests,
    /// What ad platforms answered, from when what they were told was decided. What they were told stays.
    ExportAnswers,
    /// What ad platforms were told and what they were not, from when it was decided. Longer than any platform takes an
    /// event, so that nothing is told twice for want of it.
    Exports,
    /// Rows of spend that loaders left and nobody wrote, from when they landed on.
    LandedRows,
    /// Batches of such rows that wait for nothing, from when they landed on.
    LandedBatches,
}

/// Removes rows of the whole installation.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait Housekeeping: Send + Sync {
    /// Removes at most `limit` rows that are older than the instant, in one transaction, and tells
    /// how many there were: fewer than `limit` when none is left.
    async fn remove(
        &self,
        what: Perishable,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError>;
}
