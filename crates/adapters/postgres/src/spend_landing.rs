//! What loaders left, in a transaction: the store of `postgres_spend` as a store of one transaction.

use ad_spend::landing::{Batch, BatchPlace, LandedRow, Outcome};
use ad_spend::ports::LandingStore;
use async_trait::async_trait;
use kernel::{StoreError, Timestamp};
use postgres_spend::landing;

use crate::work::PgWork;

#[async_trait]
impl LandingStore for PgWork {
    #[tracing::instrument(level = "debug", name = "LandingStore::take", skip_all)]
    async fn take(&mut self, now: Timestamp) -> Result<Option<Batch>, StoreError> {
        landing::take(&mut self.people.connection, now).await
    }

    #[tracing::instrument(level = "debug", name = "LandingStore::count", skip_all)]
    async fn count(&mut self, place: BatchPlace) -> Result<i64, StoreError> {
        landing::count(&mut self.people.connection, place).await
    }

    #[tracing::instrument(level = "debug", name = "LandingStore::after", skip_all)]
    async fn after(
        &mut self,
        place: BatchPlace,
        after: i32,
        most: usize,
    ) -> Result<Vec<LandedRow>, StoreError> {
        landing::after(&mut self.people.connection, place, (after, most)).await
    }

    #[tracing::instrument(level = "debug", name = "LandingStore::of_numbers", skip_all)]
    async fn of_numbers(
        &mut self,
        place: BatchPlace,
        numbers: &[i32],
    ) -> Result<Vec<LandedRow>, StoreError> {
        landing::of_numbers(&mut self.people.connection, place, numbers).await
    }

    #[tracing::instrument(level = "debug", name = "LandingStore::settle", skip_all)]
    async fn settle(
        &mut self,
        place: BatchPlace,
        outcome: &Outcome,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        landing::settle(&mut self.people.connection, place, (outcome, now)).await
    }

    #[tracing::instrument(level = "debug", name = "LandingStore::postpone", skip_all)]
    async fn postpone(&mut self, place: BatchPlace, until: Timestamp) -> Result<(), StoreError> {
        landing::postpone(&mut self.people.connection, place, until).await
    }
}
