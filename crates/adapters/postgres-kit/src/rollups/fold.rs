//! Changes go into the days that they are of, when there are many.

use std::collections::BTreeMap;

use application::ports::Tidy;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError};
use tributary_rollups::credits::Credit;
use tributary_rollups::fold::{Folding, ROWS_OF_A_PIECE, Settled};
use tributary_rollups::touched::Touched;
use tributary_rollups::visits::Visit;
use tributary_rollups::{Batch, Columns, Piece};

use super::build::build_touches;
use super::put::put_pieces;
use super::read::{ColumnRow, by_piece};
use super::{Population, RollupKey, read};
use crate::error::store;
use crate::statement::prepared;

/// Rows beside the days that every report has to look at, for each day that they are of: reading a
/// thousand takes about a millisecond, and folding them rewrites a piece of every one of those days.
const MOST_ROWS_A_DAY: i64 = 2_000;

/// Rows however many days they are of.
const MOST_ROWS: i64 = 20_000;

/// Changes beside the days, each a row of the table.
const MOST_CHANGES: i64 = 200;

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
pub async fn fold(
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
        let place = |population| RollupKey {
            profile_id,
            population,
            generation: row.generation,
        };
        match row.population.as_str() {
            "visits" => fold_place::<Visit>(connection, place(Population::Visits)).await?,
            "touches" => fold_touches(connection, place(Population::Touches)).await?,
            "credits" => fold_place::<Credit>(connection, place(Population::Credits)).await?,
            _ => fold_place::<Credit>(connection, place(Population::TouchCredits)).await?,
        }
    }
    Ok(())
}

/// Touches are counted anew from their rows when what is counted does not fit them: while two releases write side by
/// side, the one before this population tells it nothing, and a figure of data quality keeps no replay waiting.
async fn fold_touches(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
) -> Result<(), StoreError> {
    match fold_place::<Touched>(connection, place).await {
        Err(StoreError::Inconsistent(_)) => build_touches(connection, place.profile_id).await,
        folded => folded,
    }
}

async fn fold_place<M: Settled>(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
) -> Result<(), StoreError> {
    let changes: Batch<M> = read::changes(connection, place, None).await?;
    let mut days: Vec<Date> = changes.rows().iter().map(|row| row.day).collect();
    days.dedup();
    let mut stored = stored_pieces(connection, place, &days).await?;
    let changes = [changes];
    for day in days {
        let pieces = stored.remove(&day).unwrap_or_default();
        let mut folding = Folding::of(day, pieces, &changes, ROWS_OF_A_PIECE);
        while let Some(piece) = folding.wanted() {
            let columns = whole_piece::<M>(connection, place, piece).await?;
            let folded = folding.fold(&columns).map_err(StoreError::inconsistent)?;
            put_pieces::<M>(connection, place, folded).await?;
        }
        let folded = folding.finish().map_err(StoreError::inconsistent)?;
        put_pieces::<M>(connection, place, folded).await?;
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

#[derive(QueryableByName)]
struct PieceRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Integer)]
    piece: i32,
}

/// The numbers of the days' pieces.
async fn stored_pieces(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
    days: &[Date],
) -> Result<BTreeMap<Date, Vec<i32>>, StoreError> {
    let rows: Vec<PieceRow> = prepared(include_str!("pieces.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<SqlDate>, _>(days)
        .load(connection)
        .await
        .map_err(store)?;
    let mut pieces: BTreeMap<Date, Vec<i32>> = BTreeMap::new();
    for row in rows {
        pieces.entry(row.local_date).or_default().push(row.piece);
    }
    Ok(pieces)
}

/// All columns of a piece.
async fn whole_piece<M: Settled>(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
    piece: Piece,
) -> Result<Columns, StoreError> {
    let rows: Vec<ColumnRow> = prepared(include_str!("load_piece.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<SqlDate, _>(piece.day)
        .bind::<Integer, _>(piece.number)
        .bind::<Array<Text>, _>(M::columns())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(by_piece(rows).remove(&piece).unwrap_or_default())
}
