//! The overview.

use std::collections::BTreeSet;

use async_trait::async_trait;
use diesel::pg::Pg;
use diesel::query_builder::BoxedSqlQuery;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Exact, Model, Period, ProfileAccess, ProfileId};
use reporting::ReadError;
use reporting::filter::Filter;
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery, OverviewReader, OverviewSums};

use super::predicate::predicate;
use super::{Failed, exact, failed, unavailable};
use crate::pool::PgPool;

/// Overviews on a pool.
#[derive(Clone)]
pub struct PgOverviewReader {
    pool: PgPool,
}

impl PgOverviewReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct WebRow {
    #[diesel(sql_type = BigInt)]
    visitors: i64,
    #[diesel(sql_type = BigInt)]
    pageviews: i64,
    #[diesel(sql_type = BigInt)]
    sessions: i64,
    #[diesel(sql_type = BigInt)]
    bounces: i64,
    #[diesel(sql_type = BigInt)]
    engaged_ms: i64,
}

#[derive(QueryableByName)]
struct ConversionsRow {
    #[diesel(sql_type = Text)]
    outcomes: String,
    #[diesel(sql_type = Text)]
    cash_revenue: String,
    #[diesel(sql_type = Text)]
    cash_payments: String,
    #[diesel(sql_type = BigInt)]
    pending: i64,
}

#[derive(QueryableByName)]
struct CreditsRow {
    #[diesel(sql_type = Text)]
    revenue: String,
    #[diesel(sql_type = BigInt)]
    attributed: i64,
    #[diesel(sql_type = Text)]
    outcomes: String,
    #[diesel(sql_type = Text)]
    cash_payments: String,
}

#[derive(QueryableByName)]
struct SpendRow {
    #[diesel(sql_type = Text)]
    spend: String,
    #[diesel(sql_type = BigInt)]
    without_rate: i64,
}

#[derive(QueryableByName)]
struct GenerationRow {
    #[diesel(sql_type = BigInt)]
    generation: i64,
}

/// The generation that readers of the profile see; 0 for a profile that does not exist.
pub(super) async fn generation(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<i64, ReadError> {
    let rows: Vec<GenerationRow> =
        sql_query("SELECT generation FROM attribution_state WHERE profile_id = $1")
            .bind::<SqlUuid, _>(profile_id.uuid())
            .load(connection)
            .await
            .map_err(failed)?;
    Ok(rows.into_iter().next().map_or(0, |row| row.generation))
}

/// One period's question.
struct Question<'a> {
    profile_id: ProfileId,
    period: Period,
    generation: i64,
    model: Model,
    filters: &'a [Filter],
}

impl Question<'_> {
    /// A statement over the period with the filters appended, whose binds so far are the profile,
    /// the days and, when asked for, the generation.
    fn statement(
        &self,
        statement: &str,
        row_alias: &str,
        with_generation: bool,
    ) -> BoxedSqlQuery<'static, Pg, diesel::query_builder::SqlQuery> {
        let first = if with_generation { 5 } else { 4 };
        let (conditions, values) = predicate(self.filters, row_alias, first);
        let text = statement.replace("{share}", self.model.as_str()) + &conditions;
        let mut query = sql_query(text)
            .into_boxed::<Pg>()
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<SqlDate, _>(self.period.from())
            .bind::<SqlDate, _>(self.period.to());
        if with_generation {
            query = query.bind::<BigInt, _>(self.generation);
        }
        for values in values {
            query = query.bind::<Array<Text>, _>(values);
        }
        query
    }

    async fn sums(
        &self,
        connection: &mut AsyncPgConnection,
        warnings: &mut BTreeSet<String>,
    ) -> Result<OverviewSums, ReadError> {
        let web: WebRow = self
            .statement(include_str!("overview_web.sql"), "s", false)
            .get_result(connection)
            .await
            .map_err(failed)?;
        let mut sums = OverviewSums {
            visitors: web.visitors,
            pageviews: web.pageviews,
            sessions: web.sessions,
            bounces: web.bounces,
            engaged_ms: web.engaged_ms,
            ..OverviewSums::default()
        };
        self.add_conversions(connection, &mut sums, warnings)
            .await?;
        sums.spend = self.spend(connection, warnings).await?;
        Ok(sums)
    }

    async fn add_conversions(
        &self,
        connection: &mut AsyncPgConnection,
        sums: &mut OverviewSums,
        warnings: &mut BTreeSet<String>,
    ) -> Result<(), ReadError> {
        let credits: CreditsRow = self
            .statement(include_str!("overview_credits.sql"), "r", true)
            .get_result(connection)
            .await
            .map_err(failed)?;
        let unfiltered = Question {
            filters: &[],
            ..*self
        };
        let all: ConversionsRow = unfiltered
            .statement(include_str!("overview_conversions.sql"), "c", true)
            .get_result(connection)
            .await
            .map_err(failed)?;
        if all.pending > 0 {
            warnings.insert("conversions_pending_fx".to_owned());
        }
        sums.revenue = exact(&credits.revenue)?;
        if self.filters.is_empty() {
            sums.outcomes = exact(&all.outcomes)?;
            sums.attributed_outcomes = Exact::whole(credits.attributed);
            sums.cash_revenue = exact(&all.cash_revenue)?;
            sums.cash_payments = exact(&all.cash_payments)?;
        } else {
            // Under a filter a conversion belongs to the touches that match, by their shares.
            sums.outcomes = exact(&credits.outcomes)?;
            sums.attributed_outcomes = sums.outcomes;
            sums.cash_revenue = sums.revenue;
            sums.cash_payments = exact(&credits.cash_payments)?;
        }
        Ok(())
    }

    async fn spend(
        &self,
        connection: &mut AsyncPgConnection,
        warnings: &mut BTreeSet<String>,
    ) -> Result<Exact, ReadError> {
        let unknown: Vec<_> = self
            .filters
            .iter()
            .filter(|filter| !filter.dimension.splits_spend())
            .map(|filter| format!("spend_has_no_{}", filter.dimension.as_str()))
            .collect();
        if !unknown.is_empty() {
            warnings.extend(unknown);
            return Ok(Exact::ZERO);
        }
        let row: SpendRow = self
            .statement(include_str!("overview_spend.sql"), "a", false)
            .get_result(connection)
            .await
            .map_err(failed)?;
        if row.without_rate > 0 {
            warnings.insert("spend_without_fx_rate".to_owned());
        }
        exact(&row.spend)
    }
}

async fn read(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    query: &OverviewQuery,
) -> Result<Overview, ReadError> {
    let mut warnings = BTreeSet::new();
    let current = Question {
        profile_id,
        period: query.period,
        generation: generation(connection, profile_id).await?,
        model: query.model,
        filters: &query.filters,
    };
    let previous = Question {
        period: query.period.previous(),
        ..current
    };
    let current = current.sums(connection, &mut warnings).await?;
    let previous = previous.sums(connection, &mut warnings).await?;
    Ok(Overview {
        current: OverviewMetrics::from(current),
        previous: OverviewMetrics::from(previous),
        warnings: warnings.into_iter().collect(),
    })
}

#[async_trait]
impl OverviewReader for PgOverviewReader {
    async fn overview(
        &self,
        access: &ProfileAccess,
        query: &OverviewQuery,
    ) -> Result<Overview, ReadError> {
        let mut connection = self.pool.connection().await.map_err(unavailable)?;
        connection
            .build_transaction()
            .read_only()
            .repeatable_read()
            .run(async |connection| {
                read(connection, access.profile_id, query)
                    .await
                    .map_err(Failed)
            })
            .await
            .map_err(|Failed(error)| error)
    }
}
