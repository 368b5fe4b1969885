//! How much waits to be replayed, over all profiles: for those who run the service, who see no tenant
//! in it.

use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, Timestamp};

use crate::brief_look::brief_look;
use crate::error::store;
use crate::pool::PgPool;
use crate::rows::utc;
use crate::statement::prepared;

/// What waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueState {
    /// Marks of people, at most a million: more is not counted.
    pub marks: u64,
    /// Since when the oldest mark has waited; zero when there is none.
    pub oldest_mark: Duration,
    /// Full replays that wait for a worker.
    pub full_queued: u64,
    /// Since when the oldest of them has waited; zero when there is none.
    pub oldest_full_queued: Duration,
    /// Full replays under way.
    pub full_running: u64,
    /// People of those that are done.
    pub people_done: u64,
    /// People of those, as counted when each began.
    pub people_total: u64,
    /// Full replays whose worker has not reported in time. Another worker takes them up.
    pub leases_expired: u64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    marks: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest_mark_micros: Option<i64>,
    #[diesel(sql_type = BigInt)]
    full_queued: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest_full_queued_micros: Option<i64>,
    #[diesel(sql_type = BigInt)]
    full_running: i64,
    #[diesel(sql_type = BigInt)]
    people_done: i64,
    #[diesel(sql_type = BigInt)]
    people_total: i64,
    #[diesel(sql_type = BigInt)]
    leases_expired: i64,
}

/// Reads the queue of a pool's database.
#[derive(Clone)]
pub struct PgQueueState {
    pool: PgPool,
}

impl PgQueueState {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// The queue at an instant. The server gives up after a second and a half.
    pub async fn read(&self, now: Timestamp) -> Result<QueueState, StoreError> {
        brief_look(&self.pool, async |connection| read(connection, now).await).await
    }
}

/// The queue as one connection sees it.
pub async fn read(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<QueueState, StoreError> {
    let row: Row = prepared(include_str!("sql/queue_state.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .get_result(connection)
        .await
        .map_err(store)?;
    let number = |count: i64| u64::try_from(count).unwrap_or_default();
    // A clock that runs behind makes a new mark younger than nothing.
    let age = |micros: Option<i64>| Duration::from_micros(number(micros.unwrap_or_default()));
    Ok(QueueState {
        marks: number(row.marks),
        oldest_mark: age(row.oldest_mark_micros),
        full_queued: number(row.full_queued),
        oldest_full_queued: age(row.oldest_full_queued_micros),
        full_running: number(row.full_running),
        people_done: number(row.people_done),
        people_total: number(row.people_total),
        leases_expired: number(row.leases_expired),
    })
}
