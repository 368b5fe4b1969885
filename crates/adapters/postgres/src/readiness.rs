//! Whether the database can be used.

use diesel::result::{DatabaseErrorKind, Error};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use doctor::Writing;
use kernel::StoreError;

use crate::migrate::is_current;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;

/// Asks the database on a pool.
#[derive(Clone)]
pub struct PgReadiness {
    pool: PgPool,
}

/// What the database is fit for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fitness {
    /// Everything.
    Ready,
    /// It lacks migrations of this binary.
    Behind,
    /// It answers and takes nothing.
    ReadOnly,
    /// It answers and has no room for more.
    Full,
}

impl PgReadiness {
    /// Asks the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// What the database is fit for.
    pub async fn fitness(&self) -> Result<Fitness, StoreError> {
        let mut connection = self.pool.connection().await?;
        if !is_current(&mut connection).await? {
            return Ok(Fitness::Behind);
        }
        match writing(&mut connection).await? {
            Writing::Works => Ok(Fitness::Ready),
            Writing::ReadOnly => Ok(Fitness::ReadOnly),
            Writing::NoRoom => Ok(Fitness::Full),
        }
    }
}

/// Writes a row into a table that only this connection sees, and that has to grow by a page for it:
/// a row of any other table may find room in a page that is there, also on a disk that is full. The
/// table is gone at the end of the transaction: one that stayed would keep the server from freezing old
/// transactions for as long as the connection lives.
const GROW: &str = "CREATE TEMPORARY TABLE tributary_room (filler integer) ON COMMIT DROP; \
    INSERT INTO pg_temp.tributary_room VALUES (1)";

/// Tries to write.
pub(crate) async fn writing(connection: &mut AsyncPgConnection) -> Result<Writing, StoreError> {
    // Statements of one message are one transaction.
    match connection.batch_execute(GROW).await {
        Ok(()) => Ok(Writing::Works),
        Err(Error::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _)) => {
            Ok(Writing::ReadOnly)
        }
        Err(Error::DatabaseError(DatabaseErrorKind::Unknown, told))
            if told.message().contains("No space left on device")
                || told.message().contains("Disk quota exceeded") =>
        {
            Ok(Writing::NoRoom)
        }
        Err(error) => Err(store(error)),
    }
}
