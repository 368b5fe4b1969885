//! What waits for a human.

use access_control::ports::{HandoffReader, HandoffStore, StoredHandoff};
use access_control::{Handoff, HandoffStatus};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{HandoffId, StoreError, Timestamp};
use postgres_schema::schema::handoffs as table;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Hand-offs on a pool.
#[derive(Clone)]
pub struct PgHandoffs {
    pool: PgPool,
}

impl PgHandoffs {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Row {
    id: Uuid,
    workspace_id: Uuid,
    profile_id: Option<Uuid>,
    kind: String,
    status: String,
    url: Option<String>,
    result: Option<Value>,
    detail: Value,
    created_by: Option<Uuid>,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    completed_at: Option<OffsetDateTime>,
}

pub(crate) fn stored(row: Row) -> Result<StoredHandoff, StoreError> {
    let status = HandoffStatus::parse(&row.status).ok_or_else(|| {
        StoreError::inconsistent(format!("hand-off {}: the status is broken", row.id))
    })?;
    Ok(StoredHandoff {
        handoff: Handoff {
            id: row.id.into(),
            workspace_id: row.workspace_id.into(),
            profile_id: row.profile_id.map(Into::into),
            kind: row.kind,
            status,
            url: row.url,
            created_by: row.created_by.map(Into::into),
            created_at: row.created_at.into(),
            expires_at: row.expires_at.into(),
            completed_at: row.completed_at.map(Into::into),
        },
        detail: row.detail,
        result: row.result,
    })
}

#[async_trait]
impl HandoffReader for PgHandoffs {
    #[tracing::instrument(level = "debug", name = "HandoffReader::find", skip_all)]
    async fn find(&self, id: HandoffId) -> Result<Option<StoredHandoff>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<Row> = table::table
            .find(id.uuid())
            .select(Row::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        found.map(stored).transpose()
    }
}

#[async_trait]
impl HandoffStore for PgWork {
    #[tracing::instrument(level = "debug", name = "HandoffStore::insert", skip_all)]
    async fn insert(&mut self, new: &StoredHandoff) -> Result<(), StoreError> {
        let handoff = &new.handoff;
        diesel::insert_into(table::table)
            .values((
                table::id.eq(handoff.id.uuid()),
                table::workspace_id.eq(handoff.workspace_id.uuid()),
                table::profile_id.eq(handoff.profile_id.map(kernel::Id::uuid)),
                table::kind.eq(&handoff.kind),
                table::status.eq(handoff.status.as_str()),
                table::url.eq(&handoff.url),
                table::result.eq(&new.result),
                table::detail.eq(&new.detail),
                table::created_by.eq(handoff.created_by.map(kernel::Id::uuid)),
                table::created_at.eq(utc(handoff.created_at)),
                table::expires_at.eq(utc(handoff.expires_at)),
                table::completed_at.eq(handoff.completed_at.map(utc)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "HandoffStore::lock", skip_all)]
    async fn lock(&mut self, id: HandoffId) -> Result<Option<StoredHandoff>, StoreError> {
        let found: Option<Row> = table::table
            .find(id.uuid())
            .select(Row::as_select())
            .for_update()
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        found.map(stored).transpose()
    }

    #[tracing::instrument(level = "debug", name = "HandoffStore::decide", skip_all)]
    async fn decide(
        &mut self,
        id: HandoffId,
        status: HandoffStatus,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        diesel::update(table::table.find(id.uuid()))
            .set((
                table::status.eq(status.as_str()),
                table::completed_at.eq(utc(at)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "HandoffStore::complete", skip_all)]
    async fn complete(
        &mut self,
        id: HandoffId,
        result: &Value,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        diesel::update(table::table.find(id.uuid()))
            .set((
                table::status.eq(HandoffStatus::Completed.as_str()),
                table::result.eq(result),
                table::completed_at.eq(utc(at)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
