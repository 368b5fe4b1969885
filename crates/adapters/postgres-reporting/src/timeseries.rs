//! Time series.

use async_trait::async_trait;
use diesel_async::AsyncPgConnection;
use kernel::{ProfileAccess, ProfileId, StoreError};
use reporting::figures::{FigureSums, Figures};
use reporting::timeseries::{Bucket, TimeSeries, TimeSeriesQuery, TimeSeriesReader};

use super::asked::{Asked, Grouping};
use super::{Memory, Report, Reports, seen, snapshot};

/// Time series on a pool.
#[derive(Clone)]
pub struct PgTimeSeriesReader {
    reports: Reports,
}

impl PgTimeSeriesReader {
    /// Reads there.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

impl Report for TimeSeriesQuery {
    type Answer = TimeSeries;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        memory: &Memory,
    ) -> Result<TimeSeries, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let mut warnings = seen.warnings();
        let asked = Asked {
            memory,
            profile_id,
            seen: &seen,
            question: &self.question,
        };
        let grouping = Grouping::Every(self.interval);
        let found = asked.figures(connection, grouping, &mut warnings).await?;
        // Only for what it warns of: a series has credited conversions alone.
        asked
            .conversions(connection, &FigureSums::default(), &mut warnings)
            .await?;
        let bucket = |(start, end): (kernel::Date, kernel::Date)| {
            let sums = found.get(&Some(start.to_string())).copied();
            Bucket {
                start,
                end,
                figures: Figures::from(sums.unwrap_or_default()),
            }
        };
        let buckets = self.interval.buckets(self.question.period);
        Ok(TimeSeries {
            buckets: buckets.into_iter().map(bucket).collect(),
            currency: seen.currency,
            reads_spend: seen.reads_spend,
            warnings: warnings.into_iter().collect(),
        })
    }
}

#[async_trait]
impl TimeSeriesReader for PgTimeSeriesReader {
    #[tracing::instrument(level = "debug", name = "TimeSeriesReader::time_series", skip_all)]
    async fn time_series(
        &self,
        access: &ProfileAccess,
        query: &TimeSeriesQuery,
    ) -> Result<TimeSeries, StoreError> {
        snapshot(&self.reports, access, query).await
    }
}
