//! Full replays as those who asked for them see them.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{Keyset, ProfileAccess, RecomputeId, StoreError};
use postgres_schema::schema::recomputes as table;
use reporting::recomputes::{
    Recompute, RecomputeStatus, RecomputesPage, RecomputesQuery, RecomputesReader,
};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::restatement_causes;
use postgres_kit::rows::utc;

/// Full replays on a pool.
#[derive(Clone)]
pub struct PgRecomputesReader {
    pool: PgPool,
}

impl PgRecomputesReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: Uuid,
    status: String,
    causes: Value,
    requested_at: OffsetDateTime,
    started_at: Option<OffsetDateTime>,
    finished_at: Option<OffsetDateTime>,
    generation: Option<i64>,
    people_done: i64,
    people_total: Option<i64>,
    attempts: i32,
}

fn recompute(row: &Row) -> Result<Recompute, StoreError> {
    let status = RecomputeStatus::parse(&row.status)
        .ok_or_else(|| StoreError::inconsistent(format!("replay status {}", row.status)))?;
    Ok(Recompute {
        id: row.id.into(),
        status,
        causes: restatement_causes::from_json(&row.causes)?,
        people_done: row.people_done,
        people_total: row.people_total,
        attempts: row.attempts,
        requested_at: row.requested_at.into(),
        started_at: row.started_at.map(Into::into),
        finished_at: row.finished_at.map(Into::into),
        generation: row.generation,
    })
}

#[async_trait]
impl RecomputesReader for PgRecomputesReader {
    #[tracing::instrument(level = "debug", name = "RecomputesReader::recompute", skip_all)]
    async fn recompute(
        &self,
        access: &ProfileAccess,
        id: RecomputeId,
    ) -> Result<Option<Recompute>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<Row> = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .select(Row::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        found.as_ref().map(recompute).transpose()
    }

    #[tracing::instrument(level = "debug", name = "RecomputesReader::recomputes", skip_all)]
    async fn recomputes(
        &self,
        access: &ProfileAccess,
        query: &RecomputesQuery,
    ) -> Result<RecomputesPage, StoreError> {
        let mut connection = self.pool.connection().await?;
        let mut list = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .order((table::requested_at.desc(), table::id.desc()))
            .limit(i64::from(query.limit.get()) + 1)
            .select(Row::as_select())
            .into_boxed();
        if let Some(after) = query.after {
            let earlier = table::requested_at.lt(utc(after.at));
            let tied = table::requested_at.eq(utc(after.at));
            list = list.filter(earlier.or(tied.and(table::id.lt(after.id))));
        }
        let rows: Vec<Row> = list.load(&mut connection).await.map_err(store)?;
        let limit = usize::try_from(query.limit.get()).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        let rows: Vec<Recompute> = rows
            .iter()
            .take(limit)
            .map(recompute)
            .collect::<Result<_, _>>()?;
        let next = rows.last().filter(|_| more).map(|row| Keyset {
            at: row.requested_at,
            id: row.id.uuid(),
        });
        Ok(RecomputesPage { rows, next })
    }
}
