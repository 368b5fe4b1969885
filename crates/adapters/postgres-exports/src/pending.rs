//! Browsers on their way to a platform, looked up by the hash of what they bring back.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp, WebSessionId};
use platform_connections::ports::{
    PendingAuthorization, PendingAuthorizationStore, TakenAuthorization,
};
use postgres_schema::schema::pending_authorizations as table;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

const FORGET: &str = include_str!("sql/forget_pending_authorizations.sql");

/// Those under way, on a pool.
#[derive(Clone)]
pub struct PgPendingAuthorizations {
    pool: PgPool,
}

impl PgPendingAuthorizations {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl PendingAuthorizationStore for PgPendingAuthorizations {
    #[tracing::instrument(level = "debug", name = "PendingAuthorizationStore::keep", skip_all)]
    async fn keep(&self, pending: &PendingAuthorization, now: Timestamp) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(FORGET)
            .bind::<Timestamptz, _>(utc(now))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        diesel::insert_into(table::table)
            .values((
                table::secret_hash.eq(pending.secret_sha256.as_slice()),
                table::handoff_id.eq(pending.handoff_id.uuid()),
                table::session_id.eq(pending.session_id.uuid()),
                table::sealed.eq(&pending.sealed),
                table::expires_at.eq(utc(pending.expires_at)),
            ))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "PendingAuthorizationStore::take", skip_all)]
    async fn take(
        &self,
        secret_sha256: &[u8; 32],
        session_id: WebSessionId,
        now: Timestamp,
    ) -> Result<Option<TakenAuthorization>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let taken: Option<(Uuid, Vec<u8>)> = diesel::delete(table::table)
            .filter(table::secret_hash.eq(secret_sha256.as_slice()))
            .filter(table::session_id.eq(session_id.uuid()))
            .filter(table::expires_at.gt(utc(now)))
            .returning((table::handoff_id, table::sealed))
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(taken.map(|(handoff_id, sealed)| TakenAuthorization {
            handoff_id: handoff_id.into(),
            sealed,
        }))
    }
}
