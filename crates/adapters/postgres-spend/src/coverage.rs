//! What of accounts is there.

use ad_spend::{Piece, ReadAccount, TimeZone};
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Nullable, SmallInt, Text, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ConnectionId, Date, ProfileId, StoreError};
use postgres_kit::error::store;
use postgres_kit::statement::prepared;
use uuid::Uuid;

#[derive(QueryableByName)]
struct AccountRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    own_zone: Option<String>,
    #[diesel(sql_type = Text)]
    profile_zone: String,
    #[diesel(sql_type = SmallInt)]
    months: i16,
}

fn zone(name: &str) -> Result<TimeZone, StoreError> {
    let found = TimeZone::named(name);
    found.ok_or_else(|| StoreError::inconsistent(format!("{name} is no time zone")))
}

/// Accounts that are read.
pub(crate) async fn accounts(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<ReadAccount>, StoreError> {
    let rows: Vec<AccountRow> = prepared(include_str!("sql/read_accounts.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let account = |row: AccountRow| {
        Ok(ReadAccount {
            id: row.id.into(),
            own_zone: row.own_zone.as_deref().map(zone).transpose()?,
            profile_zone: zone(&row.profile_zone)?,
            months: u8::try_from(row.months).map_err(StoreError::inconsistent)?,
        })
    };
    rows.into_iter().map(account).collect()
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    days: i64,
}

/// How many of some days were complete when they were read.
pub(crate) async fn complete(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    asked: &[(ConnectionId, Piece)],
) -> Result<Vec<(ConnectionId, i64)>, StoreError> {
    let ids: Vec<Uuid> = asked.iter().map(|(id, _)| id.uuid()).collect();
    let dates = |date: fn(&Piece) -> Date| -> Vec<Date> {
        asked.iter().map(|(_, piece)| date(piece)).collect()
    };
    let rows: Vec<CountRow> = prepared(include_str!("sql/complete_days.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<SqlDate>, _>(dates(|piece| piece.from))
        .bind::<Array<SqlDate>, _>(dates(|piece| piece.to))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id.into(), row.days))
        .collect())
}
