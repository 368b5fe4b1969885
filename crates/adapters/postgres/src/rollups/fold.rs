//! Changes go into the days that they are of, when there are many.

use std::collections::{BTreeMap, BTreeSet};

use application::StoreError;
use application::ports::Tidy;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId};
use tributary_rollups::credits::Credit;
use tributary_rollups::fold::Settled;
use tributary_rollups::visits::Visit;
use tributary_rollups::{Batch, Columns};

use super::put::put_days;
use super::read::{ColumnRow, by_day};
use super::{Place, Population, corrupt, read};
use crate::error::store;
use crate::statement::prepared;

/// Rows beside the days that every report has to look at, for each day that they are of: reading a
/// thousand takes about a millisecond, and folding them rewrites every one of those days.
const MOST_ROWS_A_DAY: i64 = 2_000;

/// Rows however many days they are of.
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
    /// From the first to the last day of the changes; many when that is not known.
    #[diesel(sql_type = BigInt)]
    days: i64,
}

impl Waiting {
    fn is_much(&self) -> bool {
        let most = self.days.saturating_mul(MOST_ROWS_A_DAY).min(MOST_ROWS);
        self.size >= most || self.changes >= MOST_CHANGES
    }
}

/// Folds changes, all of them or those that have become too much to read beside the days. The
/// caller holds the profile's state.
pub(crate) async fn fold(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    tidy: Tidy,
) -> Result<(), StoreError> {
    let waiting: Vec<Waiting> = prepared(include_str!("waiting.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    for row in waiting {
        if tidy == Tidy::WhenMany && !row.is_much() {
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
        put_days(connection, place, folded).await?;
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
