//! What people see: how reading of accounts goes, what became of what loaders left, and what is advertised.

use ad_spend::catalogue::{CatalogueEntry, CatalogueLevel};
use ad_spend::landing::LandedBatch;
use ad_spend::ports::{CatalogueReader, LandingReader, SyncReader};
use ad_spend::{DayRead, Piece, ReadAccount, SyncState};
use async_trait::async_trait;
use kernel::{ConnectionId, Keyset, Limit, ProfileAccess, StoreError};
use postgres_kit::pool::PgPool;

use crate::{catalogue, coverage, landing, syncs};

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

/// Reads batches of loaders on a pool.
#[derive(Clone)]
pub struct PgLanding {
    pool: PgPool,
}

impl PgLanding {
    /// Those of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl LandingReader for PgLanding {
    #[tracing::instrument(level = "debug", name = "LandingReader::page", skip_all)]
    async fn page(
        &self,
        access: &ProfileAccess,
        before: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<LandedBatch>, StoreError> {
        let mut connection = self.pool.connection().await?;
        landing::page(&mut connection, access.profile_id, (before, limit)).await
    }
}

/// Reads the catalogue on a pool.
#[derive(Clone)]
pub struct PgCatalogue {
    pool: PgPool,
}

impl PgCatalogue {
    /// That of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl CatalogueReader for PgCatalogue {
    #[tracing::instrument(level = "debug", name = "CatalogueReader::entries", skip_all)]
    async fn entries(
        &self,
        access: &ProfileAccess,
        level: CatalogueLevel,
        ids: &[String],
    ) -> Result<Vec<CatalogueEntry>, StoreError> {
        let mut connection = self.pool.connection().await?;
        catalogue::entries(&mut connection, access.profile_id, (level, ids)).await
    }
}
