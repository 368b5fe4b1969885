//! Browsers that are at an external issuer, looked up by the hash of their state.

use access_control::users::{Holder, PendingSignInStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp};
use postgres_schema::schema::pending_sign_ins as table;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

const FORGET: &str = include_str!("sql/forget_pending_sign_ins.sql");

/// Sign-ins under way, on a pool.
#[derive(Clone)]
pub struct PgPendingSignIns {
    pool: PgPool,
}

impl PgPendingSignIns {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl PendingSignInStore for PgPendingSignIns {
    #[tracing::instrument(level = "debug", name = "PendingSignInStore::keep", skip_all)]
    async fn keep(
        &self,
        state_sha256: &[u8; 32],
        holder: &Holder,
        sealed: &[u8],
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(FORGET)
            .bind::<Timestamptz, _>(utc(now))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        diesel::insert_into(table::table)
            .values((
                table::state_hash.eq(state_sha256.as_slice()),
                table::holder.eq(holder.bytes()),
                table::sealed.eq(sealed),
                table::expires_at.eq(utc(expires_at)),
            ))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "PendingSignInStore::take", skip_all)]
    async fn take(
        &self,
        state_sha256: &[u8; 32],
        holder: &Holder,
        now: Timestamp,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::delete(table::table)
            .filter(table::state_hash.eq(state_sha256.as_slice()))
            .filter(table::holder.eq(holder.bytes()))
            .filter(table::expires_at.gt(utc(now)))
            .returning(table::sealed)
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(store)
    }
}
