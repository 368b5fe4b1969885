//! What people decided of customers.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{Actor, ProfileAccess, StoreError};
use reporting::merges::{MergeRow, MergesPage, MergesQuery, MergesReader};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::statement::prepared;

/// Decisions on a pool.
#[derive(Clone)]
pub struct PgMergesReader {
    pool: PgPool,
}

impl PgMergesReader {
    /// Reads there.
    pub const fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    decided_at: OffsetDateTime,
    #[diesel(sql_type = Text)]
    actor_kind: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    actor_id: Option<Uuid>,
    #[diesel(sql_type = SqlUuid)]
    survivor_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    merged_id: Uuid,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    undone_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Text>)]
    undone_actor_kind: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    undone_actor_id: Option<Uuid>,
}

impl From<Row> for MergeRow {
    fn from(row: Row) -> Self {
        let by = |kind: String| Actor::from_parts(&kind, row.undone_actor_id);
        Self {
            id: row.id.into(),
            decided_at: row.decided_at.into(),
            actor: Actor::from_parts(&row.actor_kind, row.actor_id),
            survivor: row.survivor_id.into(),
            merged: row.merged_id.into(),
            undone: row
                .undone_at
                .map(Into::into)
                .zip(row.undone_actor_kind.map(by)),
        }
    }
}

#[async_trait]
impl MergesReader for PgMergesReader {
    #[tracing::instrument(level = "debug", name = "MergesReader::merges", skip_all)]
    async fn merges(
        &self,
        access: &ProfileAccess,
        query: &MergesQuery,
    ) -> Result<MergesPage, StoreError> {
        let mut connection = self.pool.connection().await?;
        let limit = query.limit.get();
        let rows: Vec<Row> = prepared(include_str!("merges.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<Nullable<SqlUuid>, _>(query.customer.map(kernel::Id::uuid))
            .bind::<Nullable<SqlUuid>, _>(query.before.map(kernel::Id::uuid))
            .bind::<BigInt, _>(i64::from(limit) + 1)
            .load(&mut connection)
            .await
            .map_err(store)?;
        let is_more = rows.len() > usize::try_from(limit).unwrap_or(usize::MAX);
        let rows: Vec<MergeRow> = rows
            .into_iter()
            .map(MergeRow::from)
            .take(usize::try_from(limit).unwrap_or(usize::MAX))
            .collect();
        let next = rows.last().filter(|_| is_more).map(|row| row.id);
        Ok(MergesPage { rows, next })
    }
}
