//! Figures of the ledger.

use std::collections::HashMap;

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use export_rules::ports::{Coverage, Covered, DeliveryStats, LastDelivery, RuleDeliveries};
use export_rules::{DestinationId, RuleId, Status, Word};
use kernel::{Period, ProfileAccess, StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::{utc, uuids};

const LAST: &str = include_str!("sql/last_exports.sql");
const COVERAGE: &str = include_str!("sql/exports_coverage.sql");
const OF_RULES: &str = include_str!("sql/exports_of_rules.sql");

/// Figures on a pool.
#[derive(Clone)]
pub struct PgExportStatistics {
    pool: PgPool,
}

impl PgExportStatistics {
    /// Those of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct LastRow {
    #[diesel(sql_type = SqlUuid)]
    destination_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    created_at: OffsetDateTime,
    #[diesel(sql_type = Text)]
    status: String,
}

#[derive(QueryableByName)]
struct RuleRow {
    #[diesel(sql_type = SqlUuid)]
    rule_id: Uuid,
    #[diesel(sql_type = BigInt)]
    total: i64,
    #[diesel(sql_type = BigInt)]
    sent: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_at: Option<OffsetDateTime>,
}

#[derive(QueryableByName)]
struct CoverageRow {
    #[diesel(sql_type = Nullable<SqlUuid>)]
    destination_id: Option<Uuid>,
    #[diesel(sql_type = BigInt)]
    events: i64,
    #[diesel(sql_type = BigInt)]
    told: i64,
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = BigInt)]
    failed: i64,
    #[diesel(sql_type = BigInt)]
    withheld: i64,
}

fn count(value: i64) -> Result<u64, StoreError> {
    u64::try_from(value).map_err(StoreError::inconsistent)
}

#[async_trait]
impl DeliveryStats for PgExportStatistics {
    #[tracing::instrument(level = "debug", name = "DeliveryStats::last_deliveries", skip_all)]
    async fn last_deliveries(
        &self,
        access: &ProfileAccess,
    ) -> Result<HashMap<DestinationId, LastDelivery>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<LastRow> = diesel::sql_query(LAST)
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .load(&mut connection)
            .await
            .map_err(store)?;
        let last = |row: LastRow| {
            let status = Status::parse(&row.status).ok_or_else(|| {
                let id = row.destination_id;
                StoreError::inconsistent(format!("export_ledger: a status of {id} is broken"))
            })?;
            let at = row.created_at.into();
            Ok((row.destination_id.into(), LastDelivery { at, status }))
        };
        rows.into_iter().map(last).collect()
    }

    #[tracing::instrument(level = "debug", name = "DeliveryStats::of_rules", skip_all)]
    async fn of_rules(
        &self,
        access: &ProfileAccess,
        rules: &[RuleId],
        since: Timestamp,
    ) -> Result<HashMap<RuleId, RuleDeliveries>, StoreError> {
        if rules.is_empty() {
            return Ok(HashMap::new());
        }
        let mut connection = self.pool.connection().await?;
        let rows: Vec<RuleRow> = diesel::sql_query(OF_RULES)
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<Array<SqlUuid>, _>(uuids(rules))
            .bind::<Timestamptz, _>(utc(since))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let figures = |row: RuleRow| {
            let figures = RuleDeliveries {
                total: count(row.total)?,
                sent: count(row.sent)?,
                last_at: row.last_at.map(Into::into),
            };
            Ok((row.rule_id.into(), figures))
        };
        rows.into_iter().map(figures).collect()
    }

    #[tracing::instrument(level = "debug", name = "DeliveryStats::coverage", skip_all)]
    async fn coverage(
        &self,
        access: &ProfileAccess,
        period: Period,
    ) -> Result<Covered, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<CoverageRow> = diesel::sql_query(COVERAGE)
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<SqlDate, _>(period.from())
            .bind::<SqlDate, _>(period.to())
            .load(&mut connection)
            .await
            .map_err(store)?;
        let mut covered = Covered::default();
        for row in rows {
            let Some(id) = row.destination_id else {
                covered.events = count(row.events)?;
                continue;
            };
            let coverage = Coverage {
                told: count(row.told)?,
                waiting: count(row.waiting)?,
                failed: count(row.failed)?,
                withheld: count(row.withheld)?,
            };
            covered.destinations.insert(id.into(), coverage);
        }
        Ok(covered)
    }
}
