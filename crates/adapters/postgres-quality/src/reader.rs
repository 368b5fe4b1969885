//! Looks as readers see them.

use application::ports::{Mute, QualityDay, QualityReader, QualityScan};
use async_trait::async_trait;
use channel_classifier::Signature;
use channel_classifier::audit::UtmCategory;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{Date, Exact, Period, ProfileAccess, StoreError};
use postgres_schema::schema::{quality_days, quality_mutes};
use reporting::quality::alerts::KnownSignal;
use rust_decimal::Decimal;
use time::OffsetDateTime;

use crate::scans::{SCAN, ScanRow};
use crate::trust_states;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::signature_rows::{SignatureRow, known};
use postgres_kit::statement::prepared;

/// What was found of profiles on a pool.
#[derive(Clone)]
pub struct PgQualityReader {
    pool: PgPool,
}

impl PgQualityReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl QualityReader for PgQualityReader {
    #[tracing::instrument(level = "debug", name = "QualityReader::scan", skip_all)]
    async fn scan(&self, access: &ProfileAccess) -> Result<Option<QualityScan>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<ScanRow> = prepared(SCAN)
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        row.map(ScanRow::scan).transpose()
    }

    #[tracing::instrument(level = "debug", name = "QualityReader::signatures", skip_all)]
    async fn signatures(
        &self,
        access: &ProfileAccess,
        ids: &[i64],
    ) -> Result<Vec<(i64, Signature)>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<SignatureRow> = prepared(include_str!("sql/signatures.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<Array<BigInt>, _>(ids)
            .load(&mut connection)
            .await
            .map_err(store)?;
        let rows = rows.into_iter().map(known);
        rows.map(|row| row.map(|known| (known.id, known.signature)))
            .collect()
    }

    #[tracing::instrument(level = "debug", name = "QualityReader::known_signals", skip_all)]
    async fn known_signals(&self, access: &ProfileAccess) -> Result<Vec<KnownSignal>, StoreError> {
        let mut connection = self.pool.connection().await?;
        trust_states::known(&mut connection, access.profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "QualityReader::mutes", skip_all)]
    async fn mutes(&self, access: &ProfileAccess) -> Result<Vec<(UtmCategory, Mute)>, StoreError> {
        use quality_mutes::dsl as m;
        let mut connection = self.pool.connection().await?;
        let rows: Vec<(String, String, OffsetDateTime, i64)> = quality_mutes::table
            .filter(m::profile_id.eq(access.profile_id.uuid()))
            .order(m::category)
            .select((m::category, m::reason, m::muted_at, m::touches))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let mute = |(category, reason, at, touches): (String, String, OffsetDateTime, i64)| {
            let mute = Mute {
                reason,
                at: at.into(),
                touches: u64::try_from(touches).unwrap_or_default(),
            };
            Some((UtmCategory::parse(&category)?, mute))
        };
        Ok(rows.into_iter().filter_map(mute).collect())
    }

    #[tracing::instrument(level = "debug", name = "QualityReader::days", skip_all)]
    async fn days(
        &self,
        access: &ProfileAccess,
        period: Period,
    ) -> Result<Vec<QualityDay>, StoreError> {
        use quality_days::dsl as d;
        let mut connection = self.pool.connection().await?;
        let rows: Vec<(Date, String, i64, Decimal)> = quality_days::table
            .filter(d::profile_id.eq(access.profile_id.uuid()))
            .filter(d::local_date.between(period.from(), period.to()))
            .order((d::local_date, d::category))
            .select((d::local_date, d::category, d::touches, d::cash))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let day = |(date, category, touches, cash): (Date, String, i64, Decimal)| QualityDay {
            date,
            category: UtmCategory::parse(&category),
            touches: u64::try_from(touches).unwrap_or_default(),
            cash: Exact::from(cash),
        };
        Ok(rows.into_iter().map(day).collect())
    }
}
