//! How much is to be told to ad platforms, over all profiles: for those who run the service, who see no tenant in it.

use std::time::Duration;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, Timestamp};

use postgres_kit::brief_look::brief_look;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

/// What waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportsState {
    /// Events that are to be looked at, at most a million.
    pub marks: u64,
    /// Since when the oldest of them has waited.
    pub oldest_mark: Duration,
    /// Lines of the ledger that are to be told, now or later, at most a million.
    pub waiting: u64,
    /// How long the most belated destination has been due that is connected and not held back by its platform.
    pub overdue: Duration,
    /// Destinations with something to do whose account has to be connected anew.
    pub disconnected: u64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    marks: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest_mark_micros: Option<i64>,
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    overdue_micros: Option<i64>,
    #[diesel(sql_type = BigInt)]
    disconnected: i64,
}

/// Reads what waits in a pool's database.
#[derive(Clone)]
pub struct PgExportsState {
    pool: PgPool,
}

impl PgExportsState {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// What waits at an instant. The server gives up after a second and a half.
    pub async fn read(&self, now: Timestamp) -> Result<ExportsState, StoreError> {
        brief_look(&self.pool, async |connection| read(connection, now).await).await
    }
}

/// What waits, as one connection sees it.
pub async fn read(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<ExportsState, StoreError> {
    let row: Row = prepared(include_str!("sql/exports_state.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .get_result(connection)
        .await
        .map_err(store)?;
    let number = |count: i64| u64::try_from(count).unwrap_or_default();
    // What is due later is not overdue.
    let age = |micros: Option<i64>| Duration::from_micros(number(micros.unwrap_or_default()));
    Ok(ExportsState {
        marks: number(row.marks),
        oldest_mark: age(row.oldest_mark_micros),
        waiting: number(row.waiting),
        overdue: age(row.overdue_micros),
        disconnected: number(row.disconnected),
    })
}
