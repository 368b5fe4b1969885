//! How spend comes in over all profiles: for those who run the service, who see no tenant in it.

use std::time::Duration;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, Timestamp};

use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

/// What waits, and what fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpendState {
    /// How long the most belated account or batch has been due.
    pub overdue: Duration,
    /// Accounts whose platform does not answer the version of its interface any more.
    pub outdated: u64,
    /// Other accounts that could not be read for a day.
    pub failing: u64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<BigInt>)]
    overdue_micros: Option<i64>,
    #[diesel(sql_type = BigInt)]
    outdated: i64,
    #[diesel(sql_type = BigInt)]
    failing: i64,
}

/// What waits, as one connection sees it.
pub async fn read(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<SpendState, StoreError> {
    let row: Row = prepared(include_str!("sql/spend_state.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .get_result(connection)
        .await
        .map_err(store)?;
    let number = |count: i64| u64::try_from(count).unwrap_or_default();
    Ok(SpendState {
        overdue: Duration::from_micros(number(row.overdue_micros.unwrap_or_default())),
        outdated: number(row.outdated),
        failing: number(row.failing),
    })
}
