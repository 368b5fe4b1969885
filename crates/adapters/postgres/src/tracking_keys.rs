//! Public tracking keys.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use event_intake::{TrackingKey, TrackingKeyStore};
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::tracking_keys as table;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Tracking keys on a pool.
#[derive(Clone)]
pub struct PgTrackingKeys {
    pool: PgPool,
}

impl PgTrackingKeys {
    /// The keys in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct KeyRow {
    id: Uuid,
    public_key: String,
    created_at: OffsetDateTime,
}

impl From<KeyRow> for TrackingKey {
    fn from(row: KeyRow) -> Self {
        Self {
            id: row.id.into(),
            public_key: row.public_key,
            created_at: row.created_at.into(),
        }
    }
}

#[async_trait]
impl TrackingKeyStore for PgTrackingKeys {
    #[tracing::instrument(level = "debug", name = "TrackingKeyStore::active", skip_all)]
    async fn active(&self, profile: ProfileId) -> Result<Option<TrackingKey>, StoreError> {
        Ok(self.list(profile).await?.into_iter().next())
    }

    #[tracing::instrument(level = "debug", name = "TrackingKeyStore::issue", skip_all)]
    async fn issue(
        &self,
        profile: ProfileId,
        key: &TrackingKey,
    ) -> Result<TrackingKey, StoreError> {
        let mut connection = self.pool.connection().await?;
        // A partial unique index allows one active key a profile: of two at once, one stays.
        diesel::insert_into(table::table)
            .values((
                table::id.eq(key.id.uuid()),
                table::public_key.eq(&key.public_key),
                table::profile_id.eq(profile.uuid()),
                table::created_at.eq(utc(key.created_at)),
            ))
            .on_conflict_do_nothing()
            .execute(&mut connection)
            .await
            .map_err(store)?;
        drop(connection);
        let active = self.active(profile).await?;
        active.ok_or_else(|| {
            StoreError::inconsistent("the key is another profile's, or was revoked at once")
        })
    }

    #[tracing::instrument(level = "debug", name = "TrackingKeyStore::list", skip_all)]
    async fn list(&self, profile: ProfileId) -> Result<Vec<TrackingKey>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<KeyRow> = table::table
            .filter(table::profile_id.eq(profile.uuid()))
            .filter(table::revoked_at.is_null())
            .order((table::created_at, table::id))
            .limit(100)
            .select(KeyRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }
}
