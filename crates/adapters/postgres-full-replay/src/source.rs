//! Rows of a statement as they come, into a memory that may get full.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::TryStreamExt;
use kernel::StoreError;
use tokio_postgres::Client;

use super::Job;
use super::copy_out::{Fields, rows};
use super::slice::{Full, Slice};
use super::snapshot::failed;

/// Rows between two looks at how much memory is used.
const ROWS_A_LOOK: u64 = 1_024;

/// Memory that several streams fill at the same time.
pub(super) struct Budget {
    /// What is held of the slice already.
    held: usize,
    room: usize,
    used: AtomicUsize,
}

impl Budget {
    pub(super) fn new(limit: usize, held: usize) -> Self {
        Self {
            held,
            room: limit.saturating_sub(held),
            used: AtomicUsize::new(0),
        }
    }

    /// Notes that what took `before` takes `now`; whether that is too much in all.
    fn is_exceeded(&self, before: usize, now: usize) -> bool {
        let used = self.used.fetch_add(now, Ordering::Relaxed) + now - before;
        self.used.fetch_sub(before, Ordering::Relaxed);
        used > self.room
    }
}

/// How many rows there were, and after how many the memory was full.
pub(super) struct Filled {
    rows: u64,
    full_after: Option<u64>,
}

impl Filled {
    pub(super) fn smaller(&self, slice: Slice, budget: &Budget) -> Option<Slice> {
        let bytes = |bytes| u128::try_from(bytes).unwrap_or_default();
        slice.smaller(Full {
            held: bytes(budget.held),
            room: bytes(budget.room),
            taken: self.full_after?,
            all: self.rows,
        })
    }
}

/// Statements on one of the connections.
pub(super) struct Source<'a> {
    client: &'a Client,
    job: &'a Job,
    budget: &'a Budget,
}

impl<'a> Source<'a> {
    pub(super) fn new(client: &'a Client, job: &'a Job, budget: &'a Budget) -> Self {
        Self {
            client,
            job,
            budget,
        }
    }

    /// Gives every row of the statement to `take`.
    pub(super) async fn each(
        &self,
        statement: &str,
        mut take: impl FnMut(&mut Fields<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.stream(statement, |row, _| take(row)).await.map(|_| ())
    }

    /// Fills `target` with the rows of the statement until the memory is full; then it is emptied,
    /// and the rest is counted.
    pub(super) async fn fill<T: Default>(
        &self,
        statement: &str,
        target: &mut T,
        bytes: fn(&T) -> usize,
        mut take: impl FnMut(&mut T, &mut Fields<'_>) -> Result<(), StoreError>,
    ) -> Result<Filled, StoreError> {
        let (mut full_after, mut used) = (None, 0);
        let budget = self.budget;
        let counted = self.stream(statement, |row, number| {
            if full_after.is_some() {
                return Ok(());
            }
            take(target, row)?;
            if number % ROWS_A_LOOK == 0 {
                let now = bytes(target);
                if budget.is_exceeded(used, now) {
                    full_after = Some(number);
                    *target = T::default();
                }
                used = now;
            }
            Ok(())
        });
        let rows = counted.await?;
        if full_after.is_none() && budget.is_exceeded(used, bytes(target)) {
            full_after = Some(rows);
        }
        Ok(Filled { rows, full_after })
    }

    /// Gives every row to `take` with its number, the first being 1; returns how many there were.
    ///
    /// COPY takes no parameters: the profile, which is hexadecimal digits and hyphens, stands in
    /// the text instead.
    async fn stream(
        &self,
        statement: &str,
        mut take: impl FnMut(&mut Fields<'_>, u64) -> Result<(), StoreError>,
    ) -> Result<u64, StoreError> {
        let profile = format!("'{}'::uuid", self.job.order.profile_id);
        let select = statement.replace("$1", &profile);
        let copy = format!("COPY ({select}) TO STDOUT (FORMAT binary)");
        let stream = self.client.copy_out(&copy).await.map_err(failed)?;
        let mut stream = std::pin::pin!(stream);
        let mut count = 0;
        while let Some(message) = stream.try_next().await.map_err(failed)? {
            rows(&message, &mut |row| {
                count += 1;
                take(row, count)
            })?;
        }
        Ok(count)
    }
}
