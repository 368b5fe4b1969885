//! Whether the database can be used.

use application::StoreError;

use crate::migrate::is_current;
use crate::pool::PgPool;

/// Asks the database on a pool.
#[derive(Clone)]
pub struct PgReadiness {
    pool: PgPool,
}

impl PgReadiness {
    /// Asks the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// Whether the database answers and every migration of this binary has been applied.
    pub async fn is_ready(&self) -> Result<bool, StoreError> {
        let mut connection = self.pool.connection().await?;
        is_current(&mut connection).await
    }
}
