//! Days are written.

use std::sync::Arc;

use application::StoreError;
use diesel::sql_types::{Array, BigInt, Bytea, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::Date;
use tributary_rollups::Columns;

use super::Place;
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
    columns: Vec<Arc<[u8]>>,
    bytes: usize,
}

impl Puts {
    fn has_room(&self, column: &[u8]) -> bool {
        self.names.is_empty() || self.bytes + column.len() <= STATEMENT
    }

    fn add(&mut self, day: Date, name: String, column: Arc<[u8]>) {
        self.bytes += column.len();
        self.names.push(name);
        self.days.push(day);
        self.columns.push(column);
    }

    /// Puts what was added in the place of what was stored, and is empty then.
    async fn put(
        &mut self,
        connection: &mut AsyncPgConnection,
        place: Place,
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
            .bind::<Array<Bytea>, _>(data)
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

/// Puts days in the place of what was stored of them; one without columns is no more.
pub(crate) async fn put_days(
    connection: &mut AsyncPgConnection,
    place: Place,
    days: Vec<(Date, Option<Columns>)>,
) -> Result<(), StoreError> {
    let (mut gone, mut puts) = (Vec::new(), Puts::default());
    for (day, of_day) in days {
        let Some(of_day) = of_day else {
            gone.push(day);
            continue;
        };
        for (name, column) in of_day {
            if !puts.has_room(&column) {
                puts.put(connection, place).await?;
            }
            puts.add(day, name, column);
        }
    }
    puts.put(connection, place).await?;
    if gone.is_empty() {
        return Ok(());
    }
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
