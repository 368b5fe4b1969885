//! Buckets that several processes share.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use access_control::{Allowance, CallCounter, Charge, Counted, RateLimiter};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::StoreError;

use postgres_kit::coalesced_reads::CoalescedReads;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::statement::prepared;

const CHARGE: &str = include_str!("sql/charge_bucket.sql");
const COUNT: &str = include_str!("sql/count_call.sql");

/// Queues for charges of this process: those of one bucket are always in the same.
const QUEUES: usize = 1 << QUEUE_BITS;

/// Bits of a hash that tell queues apart.
const QUEUE_BITS: u32 = 4;

type Charges = [CoalescedReads<Call, Charged>; QUEUES];

/// Buckets on a pool.
#[derive(Clone)]
pub struct PgRateLimiter {
    pool: PgPool,
    charges: Arc<Charges>,
}

impl PgRateLimiter {
    /// The buckets in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            charges: Arc::default(),
        }
    }
}

/// A call that is to be charged.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Call {
    bucket: String,
    /// In microseconds of refilling.
    cost: i64,
    /// In microseconds of refilling.
    room: i64,
}

/// A bucket after a charge, in microseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct Charged {
    /// Whether there was room.
    pub passed: bool,
    /// When it is full again.
    pub full_at: i64,
    /// What the database's clock says.
    pub now: i64,
}

#[derive(QueryableByName)]
struct ChargedRow {
    #[diesel(sql_type = BigInt)]
    calls_passed: i64,
    #[diesel(sql_type = BigInt)]
    full_at: i64,
    #[diesel(sql_type = BigInt)]
    now: i64,
}

/// Charges a bucket of so much room, both in microseconds of refilling.
pub async fn charge(
    pool: &PgPool,
    bucket: &str,
    cost: i64,
    room: i64,
) -> Result<Charged, StoreError> {
    let call = Call {
        bucket: bucket.to_owned(),
        cost,
        room,
    };
    let charged = charge_all(pool, vec![call]).await;
    let charged = charged?;
    let nothing = || StoreError::inconsistent("a charge had no answer");
    charged.into_iter().next().ok_or_else(nothing)
}

/// Charges calls in their order; calls that follow each other and are alike in one statement.
async fn charge_all(pool: &PgPool, calls: Vec<Call>) -> Result<Vec<Charged>, StoreError> {
    let mut connection = pool.connection().await?;
    let mut charged = Vec::with_capacity(calls.len());
    for alike in calls.chunk_by(|one, other| one == other) {
        charge_alike(&mut connection, alike, &mut charged).await?;
    }
    Ok(charged)
}

/// As if one call came after the other at one instant.
async fn charge_alike(
    connection: &mut AsyncPgConnection,
    calls: &[Call],
    charged: &mut Vec<Charged>,
) -> Result<(), StoreError> {
    let Some(Call { bucket, cost, room }) = calls.first() else {
        return Ok(());
    };
    let count = i64::try_from(calls.len()).unwrap_or(i64::MAX);
    let most = room
        .checked_div(*cost)
        .map_or(count, |most| most.min(count));
    let row: ChargedRow = prepared(CHARGE)
        .bind::<Text, _>(bucket.as_str())
        .bind::<BigInt, _>(*cost)
        .bind::<BigInt, _>(*room)
        .bind::<BigInt, _>(most)
        .get_result(connection)
        .await
        .map_err(store)?;
    charged.extend((1..=count).map(|number| Charged {
        passed: number <= row.calls_passed,
        full_at: row.full_at - cost * (row.calls_passed - number).max(0),
        now: row.now,
    }));
    Ok(())
}

#[async_trait]
impl RateLimiter for PgRateLimiter {
    #[tracing::instrument(level = "debug", name = "RateLimiter::charge", skip_all)]
    async fn charge(&self, allowance: &Allowance, cost: u32) -> Result<Charge, StoreError> {
        let call = Call {
            bucket: allowance.bucket.clone(),
            cost: allowance.interval() * i64::from(cost),
            room: allowance.room(),
        };
        let charged = match queue(&self.charges, &call.bucket) {
            Some(charges) => {
                let charged = charges.answer(call, |calls| charge_all(&self.pool, calls));
                charged.await?
            }
            None => charge(&self.pool, &call.bucket, call.cost, call.room).await?,
        };
        Ok(allowance.outcome(charged.passed, charged.full_at, charged.now, cost))
    }
}

/// Where charges of the bucket wait.
fn queue<'a>(charges: &'a Charges, bucket: &str) -> Option<&'a CoalescedReads<Call, Charged>> {
    let mut hasher = DefaultHasher::new();
    bucket.hash(&mut hasher);
    let place = usize::try_from(hasher.finish() >> (u64::BITS - QUEUE_BITS));
    place.ok().and_then(|place| charges.get(place))
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
    async fn count(&self, bucket: &str, limit: u32) -> Result<Counted, StoreError> {
        let mut connection = self.pool.connection().await?;
        let most = i32::try_from(limit).unwrap_or(i32::MAX);
        let calls = connection
            .transaction(async |connection| count(connection, bucket, most).await)
            .await
            .map_err(store)?;
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
pub async fn lock(
    connection: &mut AsyncPgConnection,
    words: &str,
) -> Result<(), diesel::result::Error> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(words)
        .execute(connection)
        .await
        .map(|_| ())
}
