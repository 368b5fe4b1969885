//! Finding customers by any part of what is shown of them, where the server can.

use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use kernel::StoreError;
use postgres_kit::error::store;
use postgres_schema::CONTAINED_TEXT;

#[derive(diesel::QueryableByName)]
struct KnownRow {
    #[diesel(sql_type = diesel::sql_types::Bool)]
    is_known: bool,
}

/// Builds the index that does it, unless it is there. It needs two extensions that come with PostgreSQL: without
/// them, or without the right to create them, customers are found by the beginning of their names, and it is
/// tried again at the next start.
pub(crate) async fn index(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    let known: KnownRow =
        diesel::sql_query("SELECT to_regclass('customers_containing') IS NOT NULL AS is_known")
            .get_result(connection)
            .await
            .map_err(store)?;
    if known.is_known {
        return Ok(());
    }
    if let Err(error) = connection.batch_execute(CONTAINED_TEXT).await {
        tracing::info!("customers are found by the beginning of their names only: {error}");
    }
    Ok(())
}
