//! Monthly partitions of the events table.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use application::ports::EventPartitions;
use async_trait::async_trait;
use diesel::result::Error;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use kernel::{StoreError, Timestamp};
use time::Date;

use postgres_kit::error::store;
use postgres_kit::months::{first_of_month, make_month, next_month};
use postgres_kit::pool::PgPool;

/// Makes partitions on a pool.
#[derive(Clone)]
pub struct PgPartitions {
    pool: PgPool,
}

/// Months that a write found without a partition: the next try makes them. The worker makes them
/// ahead, so that no write has to ask.
#[derive(Clone, Default)]
pub(crate) struct MissingMonths(Arc<Mutex<BTreeSet<Date>>>);

impl MissingMonths {
    /// What a failed write of events of these instants means: when it was for want of a partition,
    /// that the transaction may be run again.
    pub(crate) fn note(
        &self,
        error: Error,
        instants: impl Iterator<Item = Timestamp>,
    ) -> StoreError {
        match &error {
            Error::DatabaseError(_, information)
                if information
                    .message()
                    .starts_with("no partition of relation") =>
            {
                let months = instants.map(|at| first_of_month(at.to_utc().date()));
                self.lock().extend(months);
                StoreError::Conflict
            }
            _ => store(error),
        }
    }

    /// Makes the months that were missed, inside the transaction.
    pub(crate) async fn make(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let months = std::mem::take(&mut *self.lock());
        for month in months {
            connection
                .batch_execute(&make_month(month, next_month(month)))
                .await
                .map_err(store)?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<Date>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hundred years; more is a mistake in the caller's dates.
const MOST_MONTHS: usize = 1_200;

impl PgPartitions {
    /// Partitions of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl EventPartitions for PgPartitions {
    #[tracing::instrument(level = "debug", name = "EventPartitions::ensure", skip_all)]
    async fn ensure(&self, from: Timestamp, to: Timestamp) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        let last = to.to_utc().date();
        let mut month = first_of_month(from.to_utc().date());
        for _ in 0..MOST_MONTHS {
            if month > last {
                break;
            }
            let next = next_month(month);
            connection
                .batch_execute(&make_month(month, next))
                .await
                .map_err(store)?;
            month = next;
        }
        Ok(())
    }
}
