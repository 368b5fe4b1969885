//! Breakdowns.

use std::collections::BTreeSet;

use async_trait::async_trait;
use diesel_async::AsyncPgConnection;
use kernel::{ProfileAccess, ProfileId};
use reporting::ReadError;
use reporting::breakdown::{
    Breakdown, BreakdownBy, BreakdownQuery, BreakdownReader, BreakdownRow, Metric, Order,
    RankKeyset,
};
use reporting::figures::Figures;

use super::engine::{Asked, Grouping, Keyed, Shown};
use super::{Report, generation, snapshot};
use crate::pool::PgPool;

/// Breakdowns on a pool.
#[derive(Clone)]
pub struct PgBreakdownReader {
    pool: PgPool,
}

impl PgBreakdownReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// The published figure as the store computes it, digit for digit.
const fn rank(metric: Metric) -> &'static str {
    match metric {
        Metric::Spend => "f.spend",
        Metric::Revenue => "f.revenue",
        Metric::Roas => {
            "coalesce(sign(f.revenue) * sign(f.spend) * div(abs(f.revenue) * 2000000 + \
             abs(f.spend), nullif(abs(f.spend), 0) * 2) * 0.000001, 0)"
        }
        Metric::Conversions => "f.conversions",
        Metric::Visitors => "f.visitors",
        Metric::Sessions => "f.sessions",
        Metric::BounceRate => {
            "coalesce(div(f.bounces::numeric * 200000000 + f.sessions, \
             nullif(f.sessions, 0)::numeric * 2) * 0.000001, 0)"
        }
    }
}

/// What the ads catalogue calls the key; the first name where there are several.
const fn name(by: BreakdownBy) -> &'static str {
    match by {
        BreakdownBy::Ad => {
            "(SELECT min(m.ad_name) FROM ads m WHERE m.profile_id = $1 AND m.ad_id = f.key \
             AND f.key <> '')"
        }
        BreakdownBy::AdSet => {
            "(SELECT min(m.ad_set_name) FROM ads m WHERE m.profile_id = $1 \
             AND m.ad_set_id = f.key AND f.key <> '')"
        }
        BreakdownBy::Dimension(_) | BreakdownBy::Keyword => "NULL::text",
    }
}

fn shown(query: &BreakdownQuery) -> Shown {
    let after = query.after.as_ref();
    Shown {
        rank: rank(query.sort),
        direction: match query.order {
            Order::Ascending => "ASC",
            Order::Descending => "DESC",
        },
        name: name(query.by),
        limit: Some(i64::from(query.limit.get()) + 1),
        after: after.map(|after| (after.value, after.key.clone())),
    }
}

impl Report for BreakdownQuery {
    type Answer = Breakdown;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
    ) -> Result<Breakdown, ReadError> {
        let mut warnings = BTreeSet::new();
        let asked = Asked {
            profile_id,
            generation: generation(connection, profile_id).await?,
            question: &self.question,
        };
        let grouping = Grouping::By(self.by);
        let found = asked
            .figures(connection, grouping, shown(self), &mut warnings)
            .await?;
        let (totals, mut rows): (Vec<Keyed>, Vec<Keyed>) =
            found.into_iter().partition(|row| row.is_total);
        let total = totals.first().map(|row| row.sums).unwrap_or_default();
        let all = asked.conversions(connection, &total, &mut warnings).await?;
        let limit = usize::try_from(self.limit.get()).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let rows: Vec<BreakdownRow> = rows.into_iter().map(row).collect();
        let last = rows.last().filter(|_| more);
        Ok(Breakdown {
            next: last.map(|row| RankKeyset {
                value: self.sort.of(&row.figures),
                key: row.key.clone(),
            }),
            rows,
            unattributed_conversions: self
                .question
                .filters
                .is_empty()
                .then(|| all.outcomes - total.conversions),
            total: Figures::from(total),
            warnings: warnings.into_iter().collect(),
        })
    }
}

fn row(row: Keyed) -> BreakdownRow {
    BreakdownRow {
        key: row.key,
        name: row.name,
        figures: Figures::from(row.sums),
    }
}

#[async_trait]
impl BreakdownReader for PgBreakdownReader {
    async fn breakdown(
        &self,
        access: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, ReadError> {
        snapshot(&self.pool, access, query).await
    }
}
