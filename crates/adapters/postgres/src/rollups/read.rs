//! What reports load.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use application::StoreError;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bytea, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Period};
use time::macros::date;
use tributary_rollups::batch::Measure;
use tributary_rollups::{Batch, Columns, recent};

use super::cache::{ColumnCache, Wanted};
use super::{Place, corrupt};
use crate::error::store;
use crate::statement::prepared;

/// Before any event there can be.
const FIRST_DAY: Date = date!(0001 - 01 - 01);

/// After any event there can be.
const LAST_DAY: Date = date!(9999 - 12 - 31);

/// A column of a day.
#[derive(QueryableByName)]
pub(super) struct ColumnRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bytea)]
    data: Vec<u8>,
}

#[derive(QueryableByName)]
struct ChangeRow {
    #[diesel(sql_type = Bytea)]
    data: Vec<u8>,
}

/// The columns of the days that have any, those of the period or all.
pub(crate) async fn days(
    connection: &mut AsyncPgConnection,
    place: Place,
    names: Vec<String>,
    period: Option<Period>,
) -> Result<Vec<(Date, Columns)>, StoreError> {
    let rows: Vec<ColumnRow> = prepared(include_str!("load.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<Text>, _>(names)
        .bind::<SqlDate, _>(period.map_or(FIRST_DAY, |period| period.from()))
        .bind::<SqlDate, _>(period.map_or(LAST_DAY, |period| period.to()))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(by_day(rows).into_iter().collect())
}

/// A column's name and day, and which version of it a snapshot sees.
#[derive(QueryableByName)]
struct VersionRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    version: String,
}

/// As [`days`], but only columns that this process does not remember, or not in the version that
/// the connection's snapshot sees, leave the server. So this is for transactions with one snapshot.
pub(crate) async fn remembered_days(
    connection: &mut AsyncPgConnection,
    cache: &ColumnCache,
    place: Place,
    names: Vec<String>,
    period: Period,
) -> Result<Vec<(Date, Columns)>, StoreError> {
    let wanted: Vec<VersionRow> = prepared(include_str!("versions.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<Text>, _>(names)
        .bind::<SqlDate, _>(period.from())
        .bind::<SqlDate, _>(period.to())
        .load(connection)
        .await
        .map_err(store)?;
    let wanted = wanted.into_iter().map(|row| Wanted {
        day: row.local_date,
        name: row.name,
        version: row.version,
    });
    let (mut days, unknown) = cache.take(place, wanted);
    if unknown.is_empty() {
        return Ok(days.into_iter().collect());
    }
    let (names, dates): (Vec<&str>, Vec<Date>) = unknown
        .iter()
        .map(|column| (column.name.as_str(), column.day))
        .unzip();
    let rows: Vec<ColumnRow> = prepared(include_str!("load_columns.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<Text>, _>(names)
        .bind::<Array<SqlDate>, _>(dates)
        .load(connection)
        .await
        .map_err(store)?;
    let rows = rows.into_iter();
    let loaded = rows.map(|row| ((row.local_date, row.name), row.data.into()));
    let loaded: HashMap<(Date, String), Arc<[u8]>> = loaded.collect();
    for ((day, name), data) in &loaded {
        let day = days.entry(*day).or_default();
        day.insert(name.clone(), Arc::clone(data));
    }
    cache.keep(place, unknown, loaded);
    Ok(days.into_iter().collect())
}

/// Columns with the others of their day.
pub(super) fn by_day(rows: Vec<ColumnRow>) -> BTreeMap<Date, Columns> {
    let mut days: BTreeMap<Date, Columns> = BTreeMap::new();
    for row in rows {
        let day = days.entry(row.local_date).or_default();
        day.insert(row.name, row.data);
    }
    days
}

/// Changes of the period that are not in its days yet, as one settled batch.
pub(crate) async fn changes<M: Measure>(
    connection: &mut AsyncPgConnection,
    place: Place,
    period: Option<Period>,
) -> Result<Batch<M>, StoreError> {
    let rows: Vec<ChangeRow> = prepared(
        "SELECT c.data FROM rollup_changes c \
         WHERE c.profile_id = $1 AND c.population = $2 AND c.generation = $3 \
         AND c.last_date >= $4 AND c.first_date <= $5 ORDER BY c.id",
    )
    .bind::<SqlUuid, _>(place.profile_id.uuid())
    .bind::<Text, _>(place.population.as_str())
    .bind::<BigInt, _>(place.generation)
    .bind::<SqlDate, _>(period.map_or(FIRST_DAY, |period| period.from()))
    .bind::<SqlDate, _>(period.map_or(LAST_DAY, |period| period.to()))
    .load(connection)
    .await
    .map_err(store)?;
    let mut changes = Batch::default();
    for row in rows {
        let change = recent::decode(&row.data).map_err(corrupt)?;
        changes.absorb(&change, |row| {
            period.is_none_or(|period| (period.from()..=period.to()).contains(&row.day))
        });
    }
    changes.settle();
    Ok(changes)
}
