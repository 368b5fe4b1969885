//! Keys that session tokens are signed with.

use access_control::users::{SigningKey, SigningKeyStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp};
use postgres_schema::schema::signing_keys as table;
use time::OffsetDateTime;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// The one algorithm of keys that are made here.
const ALGORITHM: &str = "ES256";

/// Signing keys on a pool.
#[derive(Clone)]
pub struct PgSigningKeys {
    pool: PgPool,
}

impl PgSigningKeys {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct KeyRow {
    id: String,
    algorithm: String,
    public_key: Vec<u8>,
    sealed_private_key: Vec<u8>,
    created_at: OffsetDateTime,
    used_from: OffsetDateTime,
    used_until: OffsetDateTime,
    published_until: OffsetDateTime,
}

#[async_trait]
impl SigningKeyStore for PgSigningKeys {
    #[tracing::instrument(level = "debug", name = "SigningKeyStore::published", skip_all)]
    async fn published(&self, now: Timestamp) -> Result<Vec<SigningKey>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<KeyRow> = table::table
            .filter(table::algorithm.eq(ALGORITHM))
            .filter(table::published_until.gt(utc(now)))
            .order((table::used_from, table::id))
            .limit(100)
            .select(KeyRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        let key = |row: KeyRow| SigningKey {
            id: row.id,
            public_key: row.public_key,
            sealed_private_key: row.sealed_private_key,
            created_at: row.created_at.into(),
            used_from: row.used_from.into(),
            used_until: row.used_until.into(),
            published_until: row.published_until.into(),
        };
        Ok(rows.into_iter().map(key).collect())
    }

    #[tracing::instrument(level = "debug", name = "SigningKeyStore::insert", skip_all)]
    async fn insert(&self, key: &SigningKey) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        let row = KeyRow {
            id: key.id.clone(),
            algorithm: ALGORITHM.to_owned(),
            public_key: key.public_key.clone(),
            sealed_private_key: key.sealed_private_key.clone(),
            created_at: utc(key.created_at),
            used_from: utc(key.used_from),
            used_until: utc(key.used_until),
            published_until: utc(key.published_until),
        };
        diesel::insert_into(table::table)
            .values(row)
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
