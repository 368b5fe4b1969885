//! Rows that loaders leave, as they are kept.

use async_trait::async_trait;
use kernel::{Keyset, Limit, ProfileAccess, StoreError, Timestamp};

use crate::landing::{Batch, BatchPlace, LandedBatch, LandedRow, Outcome};

/// Batches, inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait LandingStore: Send {
    /// Takes the batch, of all profiles, that has waited longest of those that are to be looked at by `now` and that nobody
    /// else has taken. Until the transaction ends it is nobody else's.
    async fn take(&mut self, now: Timestamp) -> Result<Option<Batch>, StoreError>;

    /// How many rows of a batch there are.
    async fn count(&mut self, place: BatchPlace) -> Result<i64, StoreError>;

    /// At most so many rows of a batch with numbers above `after`, the lowest first.
    async fn after(
        &mut self,
        place: BatchPlace,
        after: i32,
        most: usize,
    ) -> Result<Vec<LandedRow>, StoreError>;

    /// These rows of a batch, the lowest number first.
    async fn of_numbers(
        &mut self,
        place: BatchPlace,
        numbers: &[i32],
    ) -> Result<Vec<LandedRow>, StoreError>;

    /// Writes down what became of a batch. Rows of one that is written are removed.
    async fn settle(
        &mut self,
        place: BatchPlace,
        outcome: &Outcome,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Lets a batch that could not be written wait until then.
    async fn postpone(&mut self, place: BatchPlace, until: Timestamp) -> Result<(), StoreError>;
}

/// Batches, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait LandingReader: Send + Sync {
    /// Up to `limit` batches of the profile before a place, those that landed last first.
    async fn page(
        &self,
        access: &ProfileAccess,
        before: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<LandedBatch>, StoreError>;
}
