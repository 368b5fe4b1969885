//! Constraints that hold for what is written from now on and were not proven for the rows before.
//!
//! A migration adds them so, because to prove one reads the whole table, and a migration holds its locks
//! until its end. They are proven afterwards, each in a statement of its own that stops neither readers
//! nor writers. A row that breaks one stops nothing either: it has been there all along, whoever reads
//! it says so, and the doctor names the constraint.

use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::Text;
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use kernel::StoreError;

use postgres_kit::error::store;

#[derive(QueryableByName)]
struct UnprovenRow {
    #[diesel(sql_type = Text)]
    table: String,
    #[diesel(sql_type = Text)]
    name: String,
}

/// A constraint by its table and name, both quoted where they must be.
pub(crate) struct Unproven {
    pub(crate) table: String,
    pub(crate) name: String,
}

/// At most a hundred.
pub(crate) async fn find(connection: &mut AsyncPgConnection) -> Result<Vec<Unproven>, StoreError> {
    let rows: Vec<UnprovenRow> = sql_query(
        "SELECT c.conrelid::regclass::text AS table, quote_ident(c.conname) AS name \
         FROM pg_constraint c \
         WHERE c.contype = 'c' AND NOT c.convalidated \
             AND c.connamespace = current_schema()::regnamespace \
         ORDER BY 1, 2 LIMIT 100",
    )
    .load(connection)
    .await
    .map_err(store)?;
    let found = rows
        .into_iter()
        .map(|UnprovenRow { table, name }| Unproven { table, name });
    Ok(found.collect())
}

/// Proves those that hold, and says which do not.
pub(crate) async fn prove(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    for Unproven { table, name } in find(connection).await? {
        let statement = format!("ALTER TABLE {table} VALIDATE CONSTRAINT {name}");
        match connection.batch_execute(&statement).await {
            Ok(()) => {}
            Err(Error::DatabaseError(DatabaseErrorKind::CheckViolation, _)) => {
                tracing::warn!(
                    "rows of {table} break {name}; `tributary doctor` says how to find them"
                );
            }
            Err(error) => return Err(store(error)),
        }
    }
    Ok(())
}
