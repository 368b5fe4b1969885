//! What the server knows of the sizes of tables.
//!
//! A connection keeps the plan of a statement for as long as the server learns nothing new about the
//! tables in it. A plan that was made while a table was empty may read all of it, which stays good
//! until there are thousands of rows; the server itself looks once a minute, and not at all where
//! that is switched off. So whoever writes or replays much has it look: every connection plans anew
//! after that.

use application::ports::Surveyed;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use kernel::StoreError;

use crate::error::store;
use crate::statement::prepared;

/// A table with fewer rows is read quickly in whatever way.
const FEW: i64 = 200;

#[derive(QueryableByName)]
struct TableRow {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Looks at tables that have rows. An empty one is left alone: the server takes a table that it never
/// looked at for a small one, and one that it found empty for empty. A table that somebody else looks
/// at is left to them.
pub async fn survey(
    connection: &mut AsyncPgConnection,
    tables: Surveyed,
) -> Result<(), StoreError> {
    let rows: Vec<TableRow> = prepared(include_str!("sql/grown_tables.sql"))
        .bind::<Bool, _>(tables == Surveyed::Changed)
        .bind::<BigInt, _>(FEW)
        .load(connection)
        .await
        .map_err(store)?;
    if rows.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    let names = names.join(", ");
    tracing::debug!("looking anew at {names}");
    connection
        .batch_execute(&format!("ANALYZE (SKIP_LOCKED) {names}"))
        .await
        .map_err(store)
}
