//! Days are written.

use std::sync::Arc;

use diesel::sql_types::{Array, BigInt, Bytea, Date as SqlDate, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, StoreError};
use tributary_rollups::Piece;
use tributary_rollups::fold::{Folded, Settled};

use super::RollupKey;
use crate::error::store;
use crate::statement::prepared;

/// Bytes of columns in one statement, more when one column has more. A connection keeps the memory
/// of the largest statement that it ever sent, and there are many connections.
const STATEMENT: usize = 256 << 10;

/// Columns that go into one statement.
#[derive(Default)]
struct Puts {
    names: Vec<String>,
    days: Vec<Date>,
    pieces: Vec<i32>,
    columns: Vec<Arc<[u8]>>,
    bytes: usize,
}

impl Puts {
    fn has_room(&self, column: &[u8]) -> bool {
        self.names.is_empty() || self.bytes + column.len() <= STATEMENT
    }

    fn add(&mut self, piece: Piece, name: String, column: Arc<[u8]>) {
        self.bytes += column.len();
        self.names.push(name);
        self.days.push(piece.day);
        self.pieces.push(piece.number);
        self.columns.push(column);
    }

    /// Puts what was added in the place of what was stored, and is empty then.
    async fn put(
        &mut self,
        connection: &mut AsyncPgConnection,
        place: RollupKey,
    ) -> Result<(), StoreError> {
        let puts = std::mem::take(self);
        if puts.names.is_empty() {
            return Ok(());
        }
        let data: Vec<&[u8]> = puts.columns.iter().map(AsRef::as_ref).collect();
        prepared(include_str!("put.sql"))
            .bind::<SqlUuid, _>(place.profile_id.uuid())
            .bind::<Text, _>(place.population.as_str())
            .bind::<BigInt, _>(place.generation)
            .bind::<Array<Text>, _>(puts.names)
            .bind::<Array<SqlDate>, _>(puts.days)
            .bind::<Array<Integer>, _>(puts.pieces)
            .bind::<Array<Bytea>, _>(data)
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

/// Puts pieces in the place of what was stored of them; one without columns is no more.
pub(super) async fn put_pieces<M: Settled>(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
    pieces: Vec<Folded>,
) -> Result<(), StoreError> {
    let (mut gone, mut puts) = (Vec::new(), Puts::default());
    for (piece, columns) in pieces {
        let Some(columns) = columns else {
            gone.push(piece);
            continue;
        };
        for (name, column) in columns {
            if !puts.has_room(&column) {
                puts.put(connection, place).await?;
            }
            puts.add(piece, name, column);
        }
    }
    puts.put(connection, place).await?;
    if gone.is_empty() {
        return Ok(());
    }
    let (days, numbers): (Vec<Date>, Vec<i32>) =
        gone.iter().map(|piece| (piece.day, piece.number)).unzip();
    prepared(include_str!("take_pieces.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Array<SqlDate>, _>(days)
        .bind::<Array<Integer>, _>(numbers)
        .bind::<Array<Text>, _>(M::columns())
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
