//! API keys, looked up by the hash of their secret.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use access_control::{ApiKey, ApiKeyStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, Scope, StoreError, Timestamp};
use postgres_schema::schema::api_keys as table;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::coalesced_reads::CoalescedReads;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// API keys on a pool.
#[derive(Clone)]
pub struct PgApiKeys {
    pool: PgPool,
    lookups: Arc<CoalescedReads<[u8; 32], Option<ApiKey>>>,
}

impl PgApiKeys {
    /// The keys in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            lookups: Arc::default(),
        }
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct KeyRow {
    id: Uuid,
    secret_hash: Vec<u8>,
    profile_id: Uuid,
    name: String,
    prefix: String,
    last_four: String,
    scopes: Vec<String>,
    units_per_minute: Option<i32>,
    created_at: OffsetDateTime,
    revoked_at: Option<OffsetDateTime>,
}

impl From<KeyRow> for ApiKey {
    fn from(row: KeyRow) -> Self {
        // A scope that this version does not know grants nothing.
        let scopes: BTreeSet<_> = row
            .scopes
            .iter()
            .filter_map(|name| Scope::parse(name))
            .collect();
        Self {
            id: row.id.into(),
            profile_id: row.profile_id.into(),
            name: row.name,
            prefix: row.prefix,
            last4: row.last_four,
            scopes,
            units_per_minute: row
                .units_per_minute
                .and_then(|units| u32::try_from(units).ok()),
            created_at: row.created_at.into(),
            revoked_at: row.revoked_at.map(Into::into),
        }
    }
}

/// The key behind each hash.
async fn by_hashes(
    pool: &PgPool,
    hashes: Vec<[u8; 32]>,
) -> Result<Vec<Option<ApiKey>>, StoreError> {
    let mut connection = pool.connection().await?;
    let distinct: BTreeSet<&[u8]> = hashes.iter().map(<[u8; 32]>::as_slice).collect();
    let rows: Vec<KeyRow> = table::table
        .filter(table::secret_hash.eq_any(distinct.into_iter().collect::<Vec<_>>()))
        .select(KeyRow::as_select())
        .load(&mut connection)
        .await
        .map_err(store)?;
    let found: HashMap<Vec<u8>, ApiKey> = rows
        .into_iter()
        .map(|row| (row.secret_hash.clone(), row.into()))
        .collect();
    let key = |hash: &[u8; 32]| found.get(hash.as_slice()).cloned();
    Ok(hashes.iter().map(key).collect())
}

#[async_trait]
impl ApiKeyStore for PgApiKeys {
    #[tracing::instrument(level = "debug", name = "ApiKeyStore::find_by_hash", skip_all)]
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<ApiKey>, StoreError> {
        self.lookups
            .answer(*sha256, |hashes| by_hashes(&self.pool, hashes))
            .await
    }

    #[tracing::instrument(level = "debug", name = "ApiKeyStore::insert", skip_all)]
    async fn insert(&self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        let units = key
            .units_per_minute
            .map(i32::try_from)
            .transpose()
            .map_err(StoreError::inconsistent)?;
        let row = KeyRow {
            id: key.id.uuid(),
            secret_hash: sha256.to_vec(),
            profile_id: key.profile_id.uuid(),
            name: key.name.clone(),
            prefix: key.prefix.clone(),
            last_four: key.last4.clone(),
            scopes: key
                .scopes
                .iter()
                .map(|scope| scope.as_str().to_owned())
                .collect(),
            units_per_minute: units,
            created_at: utc(key.created_at),
            revoked_at: key.revoked_at.map(utc),
        };
        diesel::insert_into(table::table)
            .values(row)
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ApiKeyStore::revoke_by_name", skip_all)]
    async fn revoke_by_name(
        &self,
        profile: ProfileId,
        name: &str,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let mut connection = self.pool.connection().await?;
        let revoked = diesel::update(table::table)
            .filter(table::profile_id.eq(profile.uuid()))
            .filter(table::name.eq(name))
            .filter(table::revoked_at.is_null())
            .set(table::revoked_at.eq(utc(at)))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(u64::try_from(revoked).unwrap_or_default())
    }

    #[tracing::instrument(level = "debug", name = "ApiKeyStore::list", skip_all)]
    async fn list(&self, profile: ProfileId) -> Result<Vec<ApiKey>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<KeyRow> = table::table
            .filter(table::profile_id.eq(profile.uuid()))
            // Those that count come first, or a thousand revoked ones could hide them.
            .order((
                table::revoked_at.is_not_null(),
                table::created_at.desc(),
                table::id,
            ))
            .limit(1_000)
            .select(KeyRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }
}
