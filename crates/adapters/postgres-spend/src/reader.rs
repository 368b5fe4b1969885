//! How reading of accounts goes, as people see it.

use ad_spend::ports::SyncReader;
use ad_spend::{DayRead, Piece, ReadAccount, SyncState};
use async_trait::async_trait;
use kernel::{ConnectionId, ProfileAccess, StoreError};
use postgres_kit::pool::PgPool;

use crate::{coverage, syncs};

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

    #[tracing::instrument(level = "debug", name = "SyncReader::accounts", skip_all)]
    async fn accounts(&self, access: &ProfileAccess) -> Result<Vec<ReadAccount>, StoreError> {
        let mut connection = self.pool.connection().await?;
        coverage::accounts(&mut connection, access.profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "SyncReader::complete", skip_all)]
    async fn complete(
        &self,
        access: &ProfileAccess,
        asked: &[(ConnectionId, Piece)],
    ) -> Result<Vec<(ConnectionId, i64)>, StoreError> {
        let mut connection = self.pool.connection().await?;
        coverage::complete(&mut connection, access.profile_id, asked).await
    }
}
