//! What reports load.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bytea, Date as SqlDate, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Period, StoreError};
use time::macros::date;
use tributary_rollups::batch::Measure;
use tributary_rollups::tally::{Day, DayTally};
use tributary_rollups::{Batch, Columns, Piece, recent};

use super::RollupKey;
use super::cache::{RollupMemory, Shape, TallyCache, Versioned, Whose, whose};
use crate::error::store;
use crate::statement::prepared;

/// Before any event there can be.
const FIRST_DAY: Date = date!(0001 - 01 - 01);

/// After any event there can be.
const LAST_DAY: Date = date!(9999 - 12 - 31);

/// A column of a piece of a day.
#[derive(QueryableByName)]
pub(super) struct ColumnRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Integer)]
    piece: i32,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bytea)]
    data: Vec<u8>,
}

impl ColumnRow {
    /// The piece that has it.
    const fn of(&self) -> Piece {
        let (day, number) = (self.local_date, self.piece);
        Piece { day, number }
    }
}

#[derive(QueryableByName)]
struct ChangeRow {
    #[diesel(sql_type = Bytea)]
    data: Vec<u8>,
}

/// The columns of the days that have any, those of the period or all.
pub async fn days(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
    names: Vec<String>,
    period: Option<Period>,
) -> Result<Vec<(Piece, Columns)>, StoreError> {
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
    Ok(by_piece(rows).into_iter().collect())
}

/// A column's name and piece, and which version of it a snapshot sees.
#[derive(QueryableByName)]
struct VersionRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Integer)]
    piece: i32,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    version: String,
}

/// Which columns of which days a report reads, and for what.
pub struct Asked {
    /// Which rollups.
    pub place: RollupKey,
    /// Which columns.
    pub names: Vec<String>,
    /// Of which days.
    pub period: Period,
    /// Days of which the columns are needed, whatever is remembered.
    pub anew: BTreeSet<Date>,
    /// Nothing when what days come to depends on more than a shape tells.
    pub shape: Option<Arc<Shape>>,
}

/// Days for a report.
pub struct Found<S> {
    /// Columns, or what they came to before.
    pub days: Vec<(Piece, Day<S>)>,
    /// The versions of those columns that were not added up before.
    versions: BTreeMap<Piece, String>,
    whose: Option<(Whose, Arc<Shape>)>,
}

impl<S> Found<S> {
    /// Remembers what days came to.
    pub fn keep(
        &mut self,
        cache: &TallyCache<S>,
        tallied: impl IntoIterator<Item = (Piece, Arc<DayTally<S>>)>,
    ) {
        let Some(whose) = &self.whose else {
            return;
        };
        let tallied = tallied.into_iter().filter_map(|(piece, tally)| {
            let version = self.versions.remove(&piece)?;
            let key = piece;
            Some((Versioned { key, version }, tally))
        });
        cache.keep(whose, tallied);
    }
}

/// The days that have columns. What this process remembers of them, in the versions that the
/// connection's snapshot sees, does not leave the server. So this is for transactions with one
/// snapshot.
pub async fn found_days<S>(
    connection: &mut AsyncPgConnection,
    (memory, tallies): (&RollupMemory, &TallyCache<S>),
    asked: Asked,
) -> Result<Found<S>, StoreError> {
    let place = asked.place;
    let mut versions = versions(connection, &asked).await?;
    let whose = asked.shape.map(|shape| (whose(place), shape));
    let mut found = Found {
        days: Vec::new(),
        versions: BTreeMap::new(),
        whose,
    };
    if let Some(whose) = &found.whose {
        let wanted = versions
            .iter()
            .filter(|(piece, _)| !asked.anew.contains(&piece.day));
        let wanted = wanted.map(|(piece, columns)| Versioned {
            key: *piece,
            version: columns.values().map(String::as_str).collect(),
        });
        let (known, unknown) = tallies.take(whose, wanted);
        for (piece, tally) in known {
            versions.remove(&piece);
            found.days.push((piece, Day::Tallied(tally)));
        }
        let unknown = unknown.into_iter();
        found.versions = unknown.map(|it| (it.key, it.version)).collect();
    }
    if versions.is_empty() {
        return Ok(found);
    }
    let days = columns(connection, memory, place, versions).await?;
    let days = days.into_iter();
    let days = days.map(|(piece, columns)| (piece, Day::Columns(columns)));
    found.days.extend(days);
    Ok(found)
}

/// The versions of columns, by their piece and name.
type Versions = BTreeMap<Piece, BTreeMap<String, String>>;

async fn versions(
    connection: &mut AsyncPgConnection,
    asked: &Asked,
) -> Result<Versions, StoreError> {
    let rows: Vec<VersionRow> = prepared(include_str!("versions.sql"))
        .bind::<SqlUuid, _>(asked.place.profile_id.uuid())
        .bind::<Text, _>(asked.place.population.as_str())
        .bind::<BigInt, _>(asked.place.generation)
        .bind::<Array<Text>, _>(&asked.names)
        .bind::<SqlDate, _>(asked.period.from())
        .bind::<SqlDate, _>(asked.period.to())
        .load(connection)
        .await
        .map_err(store)?;
    let mut versions = Versions::new();
    for row in rows {
        let (day, number) = (row.local_date, row.piece);
        let of_piece = versions.entry(Piece { day, number }).or_default();
        of_piece.insert(row.name, row.version);
    }
    Ok(versions)
}

/// Columns in those versions, remembered or read.
async fn columns(
    connection: &mut AsyncPgConnection,
    memory: &RollupMemory,
    place: RollupKey,
    versions: Versions,
) -> Result<BTreeMap<Piece, Columns>, StoreError> {
    let wanted = versions.into_iter().flat_map(|(piece, columns)| {
        let columns = columns.into_iter();
        columns.map(move |(name, version)| Versioned {
            key: (piece, name),
            version,
        })
    });
    let whose = whose(place);
    let (known, unknown) = memory.columns.take(&whose, wanted);
    let mut pieces: BTreeMap<Piece, Columns> = BTreeMap::new();
    for ((piece, name), data) in known {
        pieces.entry(piece).or_default().insert(name, data);
    }
    if unknown.is_empty() {
        return Ok(pieces);
    }
    let keys = unknown.iter().map(|column| &column.key);
    let names: Vec<&str> = keys.clone().map(|(_, name)| name.as_str()).collect();
    let dates: Vec<Date> = keys.clone().map(|(piece, _)| piece.day).collect();
    let numbers: Vec<i32> = keys.map(|(piece, _)| piece.number).collect();
    let rows: Vec<ColumnRow> = prepared(include_str!("load_columns.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<Text>, _>(names)
        .bind::<Array<SqlDate>, _>(dates)
        .bind::<Array<Integer>, _>(numbers)
        .load(connection)
        .await
        .map_err(store)?;
    let rows = rows.into_iter();
    let loaded = rows.map(|row| ((row.of(), row.name), row.data.into()));
    let mut loaded: HashMap<(Piece, String), Arc<[u8]>> = loaded.collect();
    for ((piece, name), data) in &loaded {
        let piece = pieces.entry(*piece).or_default();
        piece.insert(name.clone(), Arc::clone(data));
    }
    let read = unknown.into_iter().filter_map(|column| {
        let data = loaded.remove(&column.key)?;
        Some((column, data))
    });
    memory.columns.keep(&whose, read);
    Ok(pieces)
}

/// Columns with the others of their piece.
pub(super) fn by_piece(rows: Vec<ColumnRow>) -> BTreeMap<Piece, Columns> {
    let mut pieces: BTreeMap<Piece, Columns> = BTreeMap::new();
    for row in rows {
        let piece = pieces.entry(row.of()).or_default();
        piece.insert(row.name, row.data);
    }
    pieces
}

/// Changes of the period that are not in its days yet, as one settled batch.
pub async fn changes<M: Measure>(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
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
        let change = recent::decode(&row.data).map_err(StoreError::inconsistent)?;
        changes.absorb(&change, |row| {
            period.is_none_or(|period| (period.from()..=period.to()).contains(&row.day))
        });
    }
    changes.settle();
    Ok(changes)
}

/// The columns of the days of a period and the changes beside them, of one moment in one statement: for transactions
/// that do not have one snapshot.
pub async fn of_one_moment<M: Measure>(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
    names: Vec<String>,
    period: Period,
) -> Result<(Vec<(Piece, Columns)>, Batch<M>), StoreError> {
    let rows: Vec<ColumnRow> = prepared(include_str!("load_with_changes.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<Text>, _>(names)
        .bind::<SqlDate, _>(period.from())
        .bind::<SqlDate, _>(period.to())
        .load(connection)
        .await
        .map_err(store)?;
    let (beside, days): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.name.is_empty());
    let mut changes = Batch::default();
    for row in beside {
        let change = recent::decode(&row.data).map_err(StoreError::inconsistent)?;
        changes.absorb(&change, |row| {
            (period.from()..=period.to()).contains(&row.day)
        });
    }
    changes.settle();
    Ok((by_piece(days).into_iter().collect(), changes))
}
