//! How far files were imported.

use application::ports::{ImportStore, Surveyed};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bytea, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_schema::schema::import_progress as table;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statistics;

#[async_trait]
impl ImportStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ImportStore::done_lines", skip_all)]
    async fn done_lines(
        &mut self,
        profile_id: ProfileId,
        digest: &[u8; 32],
    ) -> Result<u64, StoreError> {
        let found: Option<i64> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::source_digest.eq(digest.as_slice()))
            .select(table::done_lines)
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(found
            .and_then(|lines| u64::try_from(lines).ok())
            .unwrap_or_default())
    }

    #[tracing::instrument(level = "debug", name = "ImportStore::advance", skip_all)]
    async fn advance(
        &mut self,
        profile_id: ProfileId,
        digest: &[u8; 32],
        done_lines: u64,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        sql_query(
            "INSERT INTO import_progress (profile_id, source_digest, done_lines, updated_at) \
             VALUES ($1, $2, $3, $4) \
             ON CONFLICT (profile_id, source_digest) DO UPDATE SET \
             done_lines = greatest(import_progress.done_lines, excluded.done_lines), \
             updated_at = excluded.updated_at",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Bytea, _>(digest.as_slice())
        .bind::<BigInt, _>(i64::try_from(done_lines).unwrap_or(i64::MAX))
        .bind::<Timestamptz, _>(utc(at))
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        // What the parts before this one have written; the next part is planned by it.
        statistics::survey(&mut self.people.connection, Surveyed::Grown).await
    }
}
