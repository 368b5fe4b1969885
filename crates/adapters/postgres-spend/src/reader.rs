//! How reading of accounts goes, as people see it.

use ad_spend::ports::SyncReader;
use ad_spend::{DayRead, Piece, SyncState};
use async_trait::async_trait;
use kernel::{ConnectionId, ProfileAccess, StoreError};
use postgres_kit::pool::PgPool;

use crate::syncs;

/// Reads on a pool.
#[derive(Clone)]
pub struct PgSyncs {
    pool: PgPool,
}

impl PgSyncs {
    /// Those of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl SyncReader for PgSyncs {
    #[tracing::instrument(level = "debug", name = "SyncReader::states", skip_all)]
    async fn states(
        &self,
        access: &ProfileAccess,
        ids: &[ConnectionId],
    ) -> Result<Vec<(ConnectionId, SyncState)>, StoreError> {
        let mut connection = self.pool.connection().await?;
        syncs::states(&mut connection, access.profile_id, ids).await
    }

    #[tracing::instrument(level = "debug", name = "SyncReader::days", skip_all)]
    async fn days(
        &self,
        access: &ProfileAccess,
        id: ConnectionId,
        period: Piece,
    ) -> Result<Vec<DayRead>, StoreError> {
        let mut connection = self.pool.connection().await?;
        syncs::days(&mut connection, access.profile_id, (id, period)).await
    }
}
