//! Changes go into the days that they are of, when there are many.

use std::collections::{BTreeMap, BTreeSet};

use application::StoreError;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bytea, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId};
use tributary_rollups::credits::Credit;
use tributary_rollups::fold::Settled;
use tributary_rollups::visits::Visit;
use tributary_rollups::{Batch, Columns};

use super::read::{ColumnRow, by_day};
use super::{Place, Population, corrupt, read};
use crate::error::store;
use crate::statement::prepared;

/// Rows beside the days that every report has to look at: reading so many takes a millisecond or
/// two, and folding them rewrites every day that one of them is of.
const MOST_ROWS: i64 = 20_000;

/// Changes beside the days, each a row of the table.
const MOST_CHANGES: i64 = 200;

/// Days that are held in memory at once.
const DAYS: usize = 8;

#[derive(QueryableByName)]
struct Waiting {
    #[diesel(sql_type = Text)]
    population: String,
    #[diesel(sql_type = BigInt)]
    generation: i64,
    #[diesel(sql_type = BigInt)]
    size: i64,
    #[diesel(sql_type = BigInt)]
    changes: i64,
}

/// Folds what has become too much to read beside the days. The caller holds the profile's state.
pub(crate) async fn fold(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    let waiting: Vec<Waiting> = prepared(
        "SELECT population, generation, sum(size)::bigint AS size, count(*) AS changes \
         FROM rollup_changes WHERE profile_id = $1 GROUP BY population, generation",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .load(connection)
    .await
    .map_err(store)?;
    for row in waiting {
        if row.size < MOST_ROWS && row.changes < MOST_CHANGES {
            continue;
        }
        let place = |population| Place {
            profile_id,
            population,
            generation: row.generation,
        };
        match row.population.as_str() {
            "visits" => fold_place::<Visit>(connection, place(Population::Visits)).await?,
            "credits" => fold_place::<Credit>(connection, place(Population::Credits)).await?,
            _ => fold_place::<Credit>(connection, place(Population::TouchCredits)).await?,
        }
    }
    Ok(())
}

async fn fold_place<M: Settled>(
    connection: &mut AsyncPgConnection,
    place: Place,
) -> Result<(), StoreError> {
    let changes: Batch<M> = read::changes(connection, place, None).await?;
    let days: BTreeSet<Date> = changes.rows().iter().map(|row| row.day).collect();
    let days: Vec<Date> = days.into_iter().collect();
    let changes = [changes];
    for days in days.chunks(DAYS) {
        let mut settled = whole_days(connection, place, days).await?;
        let mut folded = Vec::with_capacity(days.len());
        for day in days {
            let before = settled.remove(day);
            let after = tributary_rollups::fold::fold(*day, before.as_ref(), &changes);
            folded.push((*day, after.map_err(corrupt)?));
        }
        put(connection, place, folded).await?;
    }
    prepared(
        "DELETE FROM rollup_changes \
         WHERE profile_id = $1 AND population = $2 AND generation = $3",
    )
    .bind::<SqlUuid, _>(place.profile_id.uuid())
    .bind::<Text, _>(place.population.as_str())
    .bind::<BigInt, _>(place.generation)
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// All columns of the days.
async fn whole_days(
    connection: &mut AsyncPgConnection,
    place: Place,
    days: &[Date],
) -> Result<BTreeMap<Date, Columns>, StoreError> {
    let rows: Vec<ColumnRow> = prepared(
        "SELECT d.local_date, d.name, d.data FROM rollup_days d \
         WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3 \
         AND d.local_date = ANY($4)",
    )
    .bind::<SqlUuid, _>(place.profile_id.uuid())
    .bind::<Text, _>(place.population.as_str())
    .bind::<BigInt, _>(place.generation)
    .bind::<Array<SqlDate>, _>(days)
    .load(connection)
    .await
    .map_err(store)?;
    Ok(by_day(rows))
}

/// Puts days in the place of what was stored of them; one without columns is no more.
pub(crate) async fn put(
    connection: &mut AsyncPgConnection,
    place: Place,
    days: Vec<(Date, Option<Columns>)>,
) -> Result<(), StoreError> {
    let (mut gone, mut names, mut dates, mut data) = (vec![], vec![], vec![], vec![]);
    for (day, columns) in days {
        let Some(columns) = columns else {
            gone.push(day);
            continue;
        };
        for (name, bytes) in columns {
            names.push(name);
            dates.push(day);
            data.push(bytes);
        }
    }
    prepared(include_str!("put.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<Text>, _>(names)
        .bind::<Array<SqlDate>, _>(dates)
        .bind::<Array<Bytea>, _>(data)
        .execute(connection)
        .await
        .map_err(store)?;
    prepared(
        "DELETE FROM rollup_days WHERE profile_id = $1 AND population = $2 AND generation = $3 \
         AND local_date = ANY($4)",
    )
    .bind::<SqlUuid, _>(place.profile_id.uuid())
    .bind::<Text, _>(place.population.as_str())
    .bind::<BigInt, _>(place.generation)
    .bind::<Array<SqlDate>, _>(gone)
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}
