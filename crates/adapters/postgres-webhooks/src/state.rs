//! How much waits to be told, over all profiles: for those who run the service, who see no tenant in it.

use std::time::Duration;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Integer, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, Timestamp};
use webhook_events::FAILURES_BEFORE_PROBING;

use postgres_kit::brief_look::brief_look;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

/// What waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutboxState {
    /// Events that are no deliveries yet, at most a million.
    pub events: u64,
    /// Since when the oldest of them has waited.
    pub oldest_event: Duration,
    /// Deliveries that wait for an attempt, at most a million.
    pub pending: u64,
    /// How long the most belated of them has been due, of receivers that answer.
    pub overdue: Duration,
    /// Subscriptions that were given up: their receivers failed for days, or wanted nothing more.
    pub given_up: u64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    events: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest_event_micros: Option<i64>,
    #[diesel(sql_type = BigInt)]
    pending: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    overdue_micros: Option<i64>,
    #[diesel(sql_type = BigInt)]
    given_up: i64,
}

/// Reads what waits in a pool's database.
#[derive(Clone)]
pub struct PgOutboxState {
    pool: PgPool,
}

impl PgOutboxState {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// What waits at an instant. The server gives up after a second and a half.
    pub async fn read(&self, now: Timestamp) -> Result<OutboxState, StoreError> {
        brief_look(&self.pool, async |connection| read(connection, now).await).await
    }
}

/// What waits, as one connection sees it.
pub async fn read(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<OutboxState, StoreError> {
    let probing = i32::try_from(FAILURES_BEFORE_PROBING).unwrap_or(i32::MAX);
    let row: Row = prepared(include_str!("sql/outbox_state.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .bind::<Integer, _>(probing)
        .get_result(connection)
        .await
        .map_err(store)?;
    let number = |count: i64| u64::try_from(count).unwrap_or_default();
    // What is due later is not overdue.
    let age = |micros: Option<i64>| Duration::from_micros(number(micros.unwrap_or_default()));
    Ok(OutboxState {
        events: number(row.events),
        oldest_event: age(row.oldest_event_micros),
        pending: number(row.pending),
        overdue: age(row.overdue_micros),
        given_up: number(row.given_up),
    })
}
