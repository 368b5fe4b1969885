//! When keys were used.

use access_control::ports::KeyUses;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{ApiKeyId, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{api_key_uses as table, api_keys};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Uses of keys on a pool.
#[derive(Clone)]
pub struct PgKeyUses {
    pool: PgPool,
}

impl PgKeyUses {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// Of uses within a minute, also of several processes, the first is written.
const NOTE: &str = "INSERT INTO api_key_uses (api_key_id, used_at) VALUES ($1, $2) \
    ON CONFLICT (api_key_id) DO UPDATE SET used_at = excluded.used_at \
    WHERE api_key_uses.used_at <= excluded.used_at - interval '1 minute'";

#[async_trait]
impl KeyUses for PgKeyUses {
    #[tracing::instrument(level = "debug", name = "KeyUses::note", skip_all)]
    async fn note(&self, key: ApiKeyId, at: Timestamp) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(NOTE)
            .bind::<SqlUuid, _>(key.uuid())
            .bind::<Timestamptz, _>(utc(at))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "KeyUses::of_profile", skip_all)]
    async fn of_profile(
        &self,
        profile_id: ProfileId,
    ) -> Result<Vec<(ApiKeyId, Timestamp)>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<(Uuid, OffsetDateTime)> = table::table
            .inner_join(api_keys::table.on(api_keys::id.eq(table::api_key_id)))
            .filter(api_keys::profile_id.eq(profile_id.uuid()))
            .order(table::api_key_id)
            .limit(1_000)
            .select((table::api_key_id, table::used_at))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let read = |(key, at): (Uuid, OffsetDateTime)| (key.into(), at.into());
        Ok(rows.into_iter().map(read).collect())
    }
}
