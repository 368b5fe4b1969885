//! API keys inside a transaction.

use access_control::ApiKey;
use access_control::ports::ApiKeyWriter;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{ApiKeyId, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::api_keys as table;

use super::names;
use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;

#[async_trait]
impl ApiKeyWriter for PgWork {
    #[tracing::instrument(level = "debug", name = "ApiKeyWriter::insert", skip_all)]
    async fn insert(&mut self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreError> {
        let units = key.units_per_minute.map(i32::try_from).transpose();
        let units = units.map_err(StoreError::inconsistent)?;
        diesel::insert_into(table::table)
            .values((
                table::id.eq(key.id.uuid()),
                table::secret_hash.eq(sha256.as_slice()),
                table::profile_id.eq(key.profile_id.uuid()),
                table::name.eq(&key.name),
                table::prefix.eq(&key.prefix),
                table::last_four.eq(&key.last4),
                table::scopes.eq(names(&key.scopes)),
                table::units_per_minute.eq(units),
                table::created_at.eq(utc(key.created_at)),
                table::revoked_at.eq(key.revoked_at.map(utc)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ApiKeyWriter::revoke", skip_all)]
    async fn revoke(
        &mut self,
        profile_id: ProfileId,
        id: ApiKeyId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let revoked = diesel::update(table::table)
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .filter(table::revoked_at.is_null())
            .set(table::revoked_at.eq(utc(at)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(revoked > 0)
    }

    #[tracing::instrument(level = "debug", name = "ApiKeyWriter::count_active", skip_all)]
    async fn count_active(&mut self, profile_id: ProfileId) -> Result<u64, StoreError> {
        let count: i64 = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::revoked_at.is_null())
            .count()
            .get_result(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(u64::try_from(count).unwrap_or_default())
    }
}
