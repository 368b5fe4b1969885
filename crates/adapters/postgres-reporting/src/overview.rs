//! The overview.

use std::collections::BTreeSet;

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Accounting, Exact, ProfileAccess, ProfileId, StoreError};
use reporting::figures::FigureSums;
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery, OverviewReader, OverviewSums};

use super::as_of::AsOf;
use super::asked::Asked;
use super::goals::ConversionsRow;
use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::rows::printed;
use postgres_kit::statement::prepared;

/// Overviews on a pool.
#[derive(Clone)]
pub struct PgOverviewReader {
    reports: Reports,
}

impl PgOverviewReader {
    /// Reads there.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

/// All conversions of a period, credited or not.
pub(super) struct Conversions {
    /// Without refunds.
    pub(super) outcomes: Exact,
    /// All cash.
    pub(super) cash_revenue: Exact,
    /// Payments without refunds.
    pub(super) cash_payments: Exact,
}

impl Asked<'_> {
    /// All conversions, whatever the filters. By touch, what is credited counts on its touches'
    /// days, as in `credited`, and what is not has no day but its own.
    pub(super) async fn conversions(
        &self,
        connection: &mut AsyncPgConnection,
        credited: &FigureSums,
        warnings: &mut BTreeSet<String>,
    ) -> Result<Conversions, StoreError> {
        let by_touch = match self.question.accounting {
            Accounting::ConversionDate => FigureSums::default(),
            Accounting::TouchDate => *credited,
        };
        let row = if self.is_of_goals() {
            self.goal_conversions(connection).await?
        } else {
            self.all_conversions(connection).await?
        };
        if row.pending > 0 {
            warnings.insert("conversions_pending_fx".to_owned());
        }
        Ok(Conversions {
            outcomes: printed::<Exact>(&row.outcomes)? + by_touch.conversions,
            cash_revenue: printed::<Exact>(&row.cash_revenue)? + by_touch.revenue,
            cash_payments: printed::<Exact>(&row.cash_payments)? + by_touch.payments,
        })
    }

    /// Those of every key, or those that the model credits to no touch.
    async fn all_conversions(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<ConversionsRow, StoreError> {
        let uncredited_by = match self.question.accounting {
            Accounting::ConversionDate => "",
            Accounting::TouchDate => self.question.model.as_str(),
        };
        prepared(include_str!("conversions.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<SqlDate, _>(self.question.period.from())
            .bind::<SqlDate, _>(self.question.period.to())
            .bind::<BigInt, _>(self.seen.generation)
            .bind::<Text, _>(uncredited_by)
            .get_result(connection)
            .await
            .map_err(store)
    }

    async fn overview(
        &self,
        connection: &mut AsyncPgConnection,
        warnings: &mut BTreeSet<String>,
    ) -> Result<OverviewSums, StoreError> {
        let credited = self.whole(connection, warnings).await?;
        let all = self.conversions(connection, &credited, warnings).await?;
        // Under a filter a conversion belongs to the touches that match, by their shares.
        let of_touches = Conversions {
            outcomes: credited.conversions,
            cash_revenue: credited.revenue,
            cash_payments: credited.payments,
        };
        let all = if self.question.filters.is_empty() {
            all
        } else {
            of_touches
        };
        Ok(OverviewSums {
            spend: credited.spend,
            revenue: credited.revenue,
            outcomes: all.outcomes,
            attributed_outcomes: credited.conversions,
            cash_revenue: all.cash_revenue,
            cash_payments: all.cash_payments,
            visitors: credited.visitors,
            pageviews: credited.pageviews,
            sessions: credited.sessions,
            bounces: credited.bounces,
            engaged_ms: credited.engaged_ms,
        })
    }
}

#[derive(QueryableByName)]
struct ViewsRow {
    #[diesel(sql_type = BigInt)]
    views: i64,
}

/// Page views without an id are no facts of anybody, so they stand beside the figures.
async fn anonymous_views(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    query: &OverviewQuery,
) -> Result<i64, StoreError> {
    let row: ViewsRow = prepared(
        "SELECT coalesce(sum(views), 0)::bigint AS views FROM anonymous_views \
         WHERE profile_id = $1 AND local_date BETWEEN $2 AND $3",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<SqlDate, _>(query.question.period.from())
    .bind::<SqlDate, _>(query.question.period.to())
    .get_result(connection)
    .await
    .map_err(store)?;
    Ok(row.views)
}

impl Report for OverviewQuery {
    type Answer = Overview;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        memory: &Memory,
    ) -> Result<Overview, StoreError> {
        let seen = seen(connection, profile_id).await?;
        // Figures of an earlier instant wait for nothing.
        let mut warnings = match self.as_of {
            Some(_) => BTreeSet::new(),
            None => seen.warnings(),
        };
        let as_of = match self.as_of {
            Some(at) => Some(AsOf::find(connection, profile_id, at).await?),
            None => None,
        };
        let before = self.question.previous();
        let mut both = [OverviewMetrics::from(OverviewSums::default()); 2];
        for (metrics, question) in both.iter_mut().zip([&self.question, &before]) {
            let asked = Asked {
                memory,
                profile_id,
                seen: &seen,
                question,
            };
            let sums = match &as_of {
                Some(as_of) => as_of.sums(connection, &asked, &mut warnings).await?,
                None => asked.overview(connection, &mut warnings).await?,
            };
            *metrics = OverviewMetrics::from(sums);
        }
        let anonymous_pageviews = if seen.counts_anonymous {
            anonymous_views(connection, profile_id, self).await?
        } else {
            0
        };
        let [current, previous] = both;
        Ok(Overview {
            current,
            previous,
            warnings: warnings.into_iter().collect(),
            currency: as_of.map_or(seen.currency, |as_of| as_of.currency),
            anonymous_pageviews,
            reads_spend: seen.reads_spend && self.as_of.is_none(),
        })
    }
}

#[async_trait]
impl OverviewReader for PgOverviewReader {
    #[tracing::instrument(level = "debug", name = "OverviewReader::overview", skip_all)]
    async fn overview(
        &self,
        access: &ProfileAccess,
        query: &OverviewQuery,
    ) -> Result<Overview, StoreError> {
        snapshot(&self.reports, access, query).await
    }
}
