//! Buckets that several processes share.

use access_control::{Allowance, CallCounter, Charge, Counted, RateLimiter, StoreFailure};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::pool::PgPool;

const CHARGE: &str = include_str!("sql/charge_bucket.sql");
const COUNT: &str = include_str!("sql/count_call.sql");

/// Buckets on a pool.
#[derive(Clone)]
pub struct PgRateLimiter {
    pool: PgPool,
}

impl PgRateLimiter {
    /// The buckets in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// A bucket after a charge, in microseconds since 1970.
#[derive(QueryableByName)]
pub(crate) struct Charged {
    /// Whether there was room.
    #[diesel(sql_type = Bool)]
    pub(crate) passed: bool,
    /// When it is full again.
    #[diesel(sql_type = BigInt)]
    pub(crate) full_at: i64,
    /// What the database's clock says.
    #[diesel(sql_type = BigInt)]
    pub(crate) now: i64,
}

/// Charges a bucket of so much room, both in microseconds of refilling.
pub(crate) async fn charge(
    pool: &PgPool,
    bucket: &str,
    cost: i64,
    room: i64,
) -> Result<Charged, StoreFailure> {
    let mut connection = pool.connection().await.map_err(StoreFailure::new)?;
    diesel::sql_query(CHARGE)
        .bind::<Text, _>(bucket)
        .bind::<BigInt, _>(cost)
        .bind::<BigInt, _>(room)
        .get_result(&mut connection)
        .await
        .map_err(StoreFailure::new)
}

#[async_trait]
impl RateLimiter for PgRateLimiter {
    #[tracing::instrument(level = "debug", name = "RateLimiter::charge", skip_all)]
    async fn charge(&self, allowance: &Allowance, cost: u32) -> Result<Charge, StoreFailure> {
        let micros = allowance.interval() * i64::from(cost);
        let charged = charge(&self.pool, &allowance.bucket, micros, allowance.room()).await?;
        Ok(allowance.outcome(charged.passed, charged.full_at, charged.now, cost))
    }
}

/// Exact counts on a pool.
#[derive(Clone)]
pub struct PgCallCounter {
    pool: PgPool,
}

impl PgCallCounter {
    /// The counts in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct Calls {
    #[diesel(sql_type = Bool)]
    passed: bool,
    #[diesel(sql_type = Integer)]
    before: i32,
    #[diesel(sql_type = Nullable<BigInt>)]
    retry_after: Option<i64>,
}

#[async_trait]
impl CallCounter for PgCallCounter {
    #[tracing::instrument(level = "debug", name = "CallCounter::count", skip_all)]
    async fn count(&self, bucket: &str, limit: u32) -> Result<Counted, StoreFailure> {
        let mut connection = self.pool.connection().await.map_err(StoreFailure::new)?;
        let most = i32::try_from(limit).map_err(StoreFailure::new)?;
        let calls = connection
            .transaction(async |connection| count(connection, bucket, most).await)
            .await
            .map_err(StoreFailure::new)?;
        let left = most.saturating_sub(calls.before).saturating_sub(1);
        Ok(if calls.passed {
            let remaining = u32::try_from(left).unwrap_or(0);
            Counted::Passed { remaining }
        } else {
            let retry_after = calls.retry_after.unwrap_or(1).max(1);
            Counted::Refused { retry_after }
        })
    }
}

/// One call of a bucket after the other: the second statement sees what the first one waited for.
async fn count(
    connection: &mut AsyncPgConnection,
    bucket: &str,
    most: i32,
) -> Result<Calls, diesel::result::Error> {
    lock(connection, bucket).await?;
    diesel::sql_query(COUNT)
        .bind::<Text, _>(bucket)
        .bind::<Integer, _>(most)
        .get_result(connection)
        .await
}

/// Waits for everybody who holds the same words, until this transaction ends.
pub(crate) async fn lock(
    connection: &mut AsyncPgConnection,
    words: &str,
) -> Result<(), diesel::result::Error> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(words)
        .execute(connection)
        .await
        .map(|_| ())
}
