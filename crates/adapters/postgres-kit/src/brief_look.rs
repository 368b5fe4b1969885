//! A look at what waits, for whoever measures the service: it changes nothing, and the server gives it up soon.

use diesel_async::{
    AnsiTransactionManager, AsyncPgConnection, SimpleAsyncConnection, TransactionManager,
};
use kernel::StoreError;

use crate::error::store;
use crate::pool::PgPool;

/// Looks in a transaction of its own, of which no statement may take longer than a second and a half.
pub async fn brief_look<T>(
    pool: &PgPool,
    look: impl AsyncFnOnce(&mut AsyncPgConnection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut connection = pool.connection().await?;
    AnsiTransactionManager::begin_transaction(&mut *connection)
        .await
        .map_err(store)?;
    let limit = "SET LOCAL statement_timeout = '1500ms'";
    let limited = connection.batch_execute(limit).await.map_err(store);
    let seen = match limited {
        Ok(()) => look(&mut connection).await,
        Err(error) => Err(error),
    };
    AnsiTransactionManager::rollback_transaction(&mut *connection)
        .await
        .map_err(store)?;
    seen
}
