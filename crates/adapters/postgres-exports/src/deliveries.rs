//! The ledger as people see it.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use export_rules::ports::{ExportDeliveryFilter, ExportDeliveryReader};
use export_rules::{DestinationId, ExportDeliveryId, LedgerLine, LineKind, Word};
use kernel::{Keyset, Limit, OutcomeEventId, ProfileAccess, StoreError, Timestamp};
use postgres_schema::schema::export_ledger as table;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::ledger::LineRow;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

/// So many lines of one event are read; an event has one for each rule and destination.
const OF_EVENT: i64 = 500;

/// The ledger on a pool.
#[derive(Clone)]
pub struct PgExportDeliveries {
    pub(crate) pool: PgPool,
}

impl PgExportDeliveries {
    /// That in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl ExportDeliveryReader for PgExportDeliveries {
    #[tracing::instrument(level = "debug", name = "ExportDeliveryReader::page", skip_all)]
    async fn page(
        &self,
        access: &ProfileAccess,
        filter: &ExportDeliveryFilter,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let mut query = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .order((table::created_at.desc(), table::id.desc()))
            .limit(limit.get().into())
            .select(LineRow::as_select())
            .into_boxed();
        if let Some(status) = filter.status {
            query = query.filter(table::status.eq(status.as_str()));
        }
        if let Some(reason) = filter.skip_reason {
            query = query.filter(table::skip_reason.eq(reason.as_str()));
        }
        if let Some(id) = filter.destination_id {
            query = query.filter(table::destination_id.eq(id.uuid()));
        }
        if let Some(id) = filter.rule_id {
            query = query.filter(table::rule_id.eq(id.uuid()));
        }
        if let Some(id) = filter.conversion_id {
            query = query.filter(table::conversion_id.eq(id.uuid()));
        }
        if let Some(kind) = filter.kind {
            query = query.filter(table::kind.eq(kind.as_str()));
        }
        if let Some(Keyset { at, id }) = after {
            let at = utc(at);
            let earlier = table::created_at.lt(at);
            query = query.filter(earlier.or(table::created_at.eq(at).and(table::id.lt(id))));
        }
        let rows: Vec<LineRow> = query.load(&mut connection).await.map_err(store)?;
        rows.into_iter().map(LineRow::line).collect()
    }

    #[tracing::instrument(level = "debug", name = "ExportDeliveryReader::find", skip_all)]
    async fn find(
        &self,
        access: &ProfileAccess,
        id: ExportDeliveryId,
    ) -> Result<Option<LedgerLine>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<LineRow> = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .select(LineRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        row.map(LineRow::line).transpose()
    }

    #[tracing::instrument(level = "debug", name = "ExportDeliveryReader::of_event", skip_all)]
    async fn of_event(
        &self,
        access: &ProfileAccess,
        event: OutcomeEventId,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<LineRow> = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .filter(table::source_event_id.eq(event.uuid()))
            .filter(table::kind.eq(LineKind::Real.as_str()))
            .order((table::created_at, table::id))
            .limit(OF_EVENT)
            .select(LineRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        rows.into_iter().map(LineRow::line).collect()
    }

    #[tracing::instrument(level = "debug", name = "ExportDeliveryReader::waiting", skip_all)]
    async fn waiting(
        &self,
        access: &ProfileAccess,
    ) -> Result<Vec<(DestinationId, u64, Timestamp)>, StoreError> {
        #[derive(QueryableByName)]
        struct WaitingRow {
            #[diesel(sql_type = SqlUuid)]
            destination_id: Uuid,
            #[diesel(sql_type = BigInt)]
            count: i64,
            #[diesel(sql_type = Timestamptz)]
            due_at: OffsetDateTime,
        }
        let mut connection = self.pool.connection().await?;
        let rows: Vec<WaitingRow> = prepared(
            "SELECT l.destination_id, count(*) AS count, min(l.next_attempt_at) AS due_at \
             FROM export_ledger l \
             WHERE l.profile_id = $1 AND l.next_attempt_at IS NOT NULL \
             GROUP BY l.destination_id",
        )
        .bind::<SqlUuid, _>(access.profile_id.uuid())
        .load(&mut connection)
        .await
        .map_err(store)?;
        let waiting = |row: WaitingRow| {
            let count = u64::try_from(row.count).unwrap_or_default();
            (row.destination_id.into(), count, row.due_at.into())
        };
        Ok(rows.into_iter().map(waiting).collect())
    }
}
