//! Monthly partitions of the events table.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use application::ports::EventPartitions;
use async_trait::async_trait;
use diesel::result::Error;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use kernel::{StoreError, Timestamp};
use time::{Date, Month};

use postgres_kit::error::store;
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
                .batch_execute(&create(month, next_month(month)))
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
                .batch_execute(&create(month, next))
                .await
                .map_err(store)?;
            month = next;
        }
        Ok(())
    }
}

/// One statement that makes one month's partition unless it is there. The advisory lock keeps two processes
/// from making it at once; the look behind it reads the catalogue itself, because what a session remembers
/// of names may be older than the lock. A table that is made first and attached then, unlike one that is
/// made as a partition, waits for no reader of events and lets no writer wait.
fn create(month: Date, next: Date) -> String {
    let name = format!(
        "tracker_events_{:04}_{:02}",
        month.year(),
        u8::from(month.month())
    );
    format!(
        "DO $$ BEGIN \
           IF to_regclass('{name}') IS NULL THEN \
             PERFORM pg_advisory_xact_lock(7411052006118533); \
             PERFORM set_config('lock_timeout', '10s', true); \
             IF NOT EXISTS (SELECT FROM pg_class c JOIN pg_class e \
                 ON e.oid = 'tracker_events'::regclass AND e.relnamespace = c.relnamespace \
                 WHERE c.relname = '{name}') THEN \
               CREATE TABLE {name} (LIKE tracker_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS); \
               ALTER TABLE tracker_events ATTACH PARTITION {name} \
                 FOR VALUES FROM ('{month} 00:00:00+00') TO ('{next} 00:00:00+00'); \
             END IF; \
           END IF; \
         END $$"
    )
}

fn first_of_month(day: Date) -> Date {
    day.replace_day(1).unwrap_or(day)
}

fn next_month(first: Date) -> Date {
    let year = if first.month() == Month::December {
        first.year() + 1
    } else {
        first.year()
    };
    Date::from_calendar_date(year, first.month().next(), 1).unwrap_or(Date::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn months_follow_each_other_over_the_year() {
        assert_eq!(first_of_month(date!(2024 - 02 - 29)), date!(2024 - 02 - 01));
        assert_eq!(next_month(date!(2024 - 12 - 01)), date!(2025 - 01 - 01));
        let statement = create(date!(2024 - 12 - 01), date!(2025 - 01 - 01));
        assert!(statement.contains("ATTACH PARTITION tracker_events_2024_12 "));
        assert!(
            statement.contains("FROM ('2024-12-01 00:00:00+00') TO ('2025-01-01 00:00:00+00')")
        );
    }
}
