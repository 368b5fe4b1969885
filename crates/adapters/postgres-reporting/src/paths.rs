//! Touch paths.

use async_trait::async_trait;
use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Exact, ProfileAccess, ProfileId, StoreError};
use reporting::breakdown::RankKeyset;
use reporting::paths::{LONGEST_PATH, PathRow, PathsPage, PathsQuery, PathsReader};

use super::predicate::predicate;
use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::rows::printed;

/// Paths on a pool.
#[derive(Clone)]
pub struct PgPathsReader {
    reports: Reports,
}

impl PgPathsReader {
    /// Reads there.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = Array<Text>)]
    channels: Vec<String>,
    #[diesel(sql_type = Bool)]
    is_truncated: bool,
    #[diesel(sql_type = BigInt)]
    journeys: i64,
    #[diesel(sql_type = Text)]
    revenue: String,
    #[diesel(sql_type = BigInt)]
    people: i64,
    #[diesel(sql_type = BigInt)]
    touches: i64,
}

fn path(row: Row, converting: bool) -> Result<PathRow, StoreError> {
    Ok(PathRow {
        channels: row.channels,
        is_truncated: row.is_truncated,
        conversions: if converting { row.journeys } else { 0 },
        revenue: printed(&row.revenue)?,
        people: row.people,
        touches: row.touches,
    })
}

/// The first value of a filter is bound as this.
const FIRST_FILTER: usize = 9;

/// The statement, and the values of its filters.
fn statement(query: &PathsQuery) -> (String, Vec<Vec<String>>) {
    let touched = if query.converting {
        include_str!("paths_converting.sql")
    } else {
        include_str!("paths_open.sql")
    };
    let (filters, values) = predicate(&query.filters, "r", FIRST_FILTER);
    let text = include_str!("paths.sql")
        .replace("{touched}", touched.trim_end())
        .replace("{filters}", &filters)
        .replace("{longest}", &LONGEST_PATH.to_string());
    (text, values)
}

impl Report for PathsQuery {
    type Answer = PathsPage;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _: &Memory,
    ) -> Result<PathsPage, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let after = self.after.as_ref();
        let limit = self.limit.get();
        let goals = (!self.goals.is_empty()).then_some(&self.goals);
        let (text, filters) = statement(self);
        let mut bound = sql_query(text)
            .into_boxed::<Pg>()
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlDate, _>(self.period.from())
            .bind::<SqlDate, _>(self.period.to())
            .bind::<BigInt, _>(seen.generation)
            .bind::<Nullable<Array<Text>>, _>(goals)
            .bind::<Nullable<Text>, _>(after.map(|after| after.value.to_string()))
            .bind::<Nullable<Text>, _>(after.map(|after| after.key.as_str()))
            .bind::<BigInt, _>(i64::from(limit) + 1);
        for values in filters {
            bound = bound.bind::<Array<Text>, _>(values);
        }
        let mut rows: Vec<Row> = bound.load(connection).await.map_err(store)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| more);
        let next = last.map(|row| RankKeyset {
            value: Exact::whole(row.journeys),
            key: row.key.clone(),
        });
        Ok(PathsPage {
            rows: rows
                .into_iter()
                .map(|row| path(row, self.converting))
                .collect::<Result<_, _>>()?,
            next,
            currency: seen.currency,
            warnings: seen.warnings().into_iter().collect(),
        })
    }
}

#[async_trait]
impl PathsReader for PgPathsReader {
    #[tracing::instrument(level = "debug", name = "PathsReader::paths", skip_all)]
    async fn paths(
        &self,
        access: &ProfileAccess,
        query: &PathsQuery,
    ) -> Result<PathsPage, StoreError> {
        snapshot(&self.reports, access, query).await
    }
}
