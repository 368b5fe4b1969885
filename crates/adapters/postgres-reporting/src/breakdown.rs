//! Breakdowns.

use async_trait::async_trait;
use diesel_async::AsyncPgConnection;
use kernel::{Exact, ProfileAccess, ProfileId, StoreError};
use reporting::breakdown::{
    Breakdown, BreakdownBy, BreakdownQuery, BreakdownReader, BreakdownRow, Order, RankKeyset,
};
use reporting::figures::Figures;

use super::asked::{Asked, Grouping, Keyed};
use super::labels::{catalogue_ids, catalogue_names};
use super::{Memory, Report, Reports, seen, snapshot};

/// Breakdowns on a pool.
#[derive(Clone)]
pub struct PgBreakdownReader {
    reports: Reports,
}

impl PgBreakdownReader {
    /// Reads there.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

/// Rows in the order that is asked for, from behind the end of the page before.
fn ranked(query: &BreakdownQuery, found: Keyed) -> Vec<BreakdownRow> {
    let keyed = found
        .into_iter()
        .filter_map(|(key, sums)| Some((key?, sums)));
    let mut rows: Vec<BreakdownRow> = keyed
        .map(|(key, sums)| BreakdownRow {
            key,
            name: None,
            figures: Figures::from(sums),
        })
        .collect();
    let compare = |one: (Exact, &str), other: (Exact, &str)| {
        let by_value = match query.order {
            Order::Ascending => one.0.cmp(&other.0),
            Order::Descending => other.0.cmp(&one.0),
        };
        by_value.then_with(|| one.1.cmp(other.1))
    };
    let place = |row: &BreakdownRow| query.sort.of(&row.figures);
    if let Some(after) = &query.after {
        rows.retain(|row| compare((place(row), &row.key), (after.value, &after.key)).is_gt());
    }
    rows.sort_by(|one, other| compare((place(one), &one.key), (place(other), &other.key)));
    rows
}

/// Gives rows of campaigns, ad sets, ads and creatives the names of the catalogue.
async fn name(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    by: BreakdownBy,
    rows: &mut [BreakdownRow],
) -> Result<(), StoreError> {
    let keys = rows.iter().map(|row| row.key.clone()).collect();
    let mut names = catalogue_names(connection, profile_id, (by, keys)).await?;
    for row in rows {
        row.name = names.remove(&row.key);
    }
    Ok(())
}

impl Report for BreakdownQuery {
    type Answer = Breakdown;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        memory: &Memory,
    ) -> Result<Breakdown, StoreError> {
        broken_down(connection, (profile_id, memory), (self, false)).await
    }
}

/// The same with rows of the catalogue, also without figures, and no others.
struct OfCatalogue<'a>(&'a BreakdownQuery);

impl Report for OfCatalogue<'_> {
    type Answer = Breakdown;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        memory: &Memory,
    ) -> Result<Breakdown, StoreError> {
        broken_down(connection, (profile_id, memory), (self.0, true)).await
    }
}

async fn broken_down(
    connection: &mut AsyncPgConnection,
    (profile_id, memory): (ProfileId, &Memory),
    (query, of_catalogue): (&BreakdownQuery, bool),
) -> Result<Breakdown, StoreError> {
    let seen = seen(connection, profile_id).await?;
    let mut warnings = seen.warnings();
    let asked = Asked {
        memory,
        profile_id,
        seen: &seen,
        question: &query.question,
    };
    let grouping = Grouping::By(query.by);
    let mut found = asked.figures(connection, grouping, &mut warnings).await?;
    let total = found.get(&None).copied().unwrap_or_default();
    let all = asked.conversions(connection, &total, &mut warnings).await?;
    if of_catalogue {
        let known = catalogue_ids(connection, profile_id, query.by).await?;
        found.retain(|key, _| key.as_ref().is_some_and(|key| known.contains(key)));
        for id in known {
            found.entry(Some(id)).or_default();
        }
    }
    let mut rows = ranked(query, found);
    let limit = usize::try_from(query.limit.get()).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    name(connection, profile_id, query.by, &mut rows).await?;
    let last = rows.last().filter(|_| more);
    Ok(Breakdown {
        next: last.map(|row| RankKeyset {
            value: query.sort.of(&row.figures),
            key: row.key.clone(),
        }),
        rows,
        unattributed_conversions: query
            .question
            .filters
            .is_empty()
            .then(|| all.outcomes - total.conversions),
        total: Figures::from(total),
        currency: seen.currency,
        reads_spend: seen.reads_spend,
        warnings: warnings.into_iter().collect(),
    })
}

#[async_trait]
impl BreakdownReader for PgBreakdownReader {
    #[tracing::instrument(level = "debug", name = "BreakdownReader::breakdown", skip_all)]
    async fn breakdown(
        &self,
        access: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError> {
        snapshot(&self.reports, access, query).await
    }

    #[tracing::instrument(level = "debug", name = "BreakdownReader::of_catalogue", skip_all)]
    async fn of_catalogue(
        &self,
        access: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError> {
        snapshot(&self.reports, access, &OfCatalogue(query)).await
    }
}
