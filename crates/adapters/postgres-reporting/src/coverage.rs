//! How outcomes are covered, from days of them by key and reason.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileAccess, ProfileId, StoreError};
use reporting::quality::coverage::{
    Coverage, CoverageQuery, CoverageReader, CoverageRow, Unattributed,
};
use reporting::quality::dangling::window;

use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::statement::prepared;

/// Coverage on a pool.
#[derive(Clone)]
pub struct PgCoverageReader {
    reports: Reports,
}

impl PgCoverageReader {
    /// Reads the pool's database.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    conversion_key: String,
    #[diesel(sql_type = Nullable<Text>)]
    unattributed: Option<String>,
    #[diesel(sql_type = BigInt)]
    outcomes: i64,
    #[diesel(sql_type = BigInt)]
    synthetic: i64,
}

impl TryFrom<Row> for CoverageRow {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let reason = |word: String| {
            let unknown = || StoreError::inconsistent(format!("{word} is no reason of a sale"));
            Unattributed::parse(&word).ok_or_else(unknown)
        };
        let count = |count: i64| u64::try_from(count).map_err(StoreError::inconsistent);
        Ok(Self {
            conversion_key: row.conversion_key,
            unattributed: row.unattributed.map(reason).transpose()?,
            outcomes: count(row.outcomes)?,
            synthetic: count(row.synthetic)?,
        })
    }
}

impl Report for CoverageQuery {
    type Answer = Coverage;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _memory: &Memory,
    ) -> Result<Coverage, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let period = match self.period {
            Some(period) => period,
            None => window(seen.timezone.local_date(self.now)).map_err(StoreError::inconsistent)?,
        };
        let rows: Vec<Row> = prepared(include_str!("coverage.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlDate, _>(period.from())
            .bind::<SqlDate, _>(period.to())
            .bind::<BigInt, _>(seen.generation)
            .bind::<Text, _>(self.model.as_str())
            .load(connection)
            .await
            .map_err(store)?;
        Ok(Coverage {
            period,
            rows: rows
                .into_iter()
                .map(CoverageRow::try_from)
                .collect::<Result<_, _>>()?,
            warnings: seen.warnings().into_iter().collect(),
        })
    }
}

#[async_trait]
impl CoverageReader for PgCoverageReader {
    #[tracing::instrument(level = "debug", name = "CoverageReader::coverage", skip_all)]
    async fn coverage(
        &self,
        access: &ProfileAccess,
        query: &CoverageQuery,
    ) -> Result<Coverage, StoreError> {
        snapshot(&self.reports, access, query).await
    }
}
