//! One engine for every report of figures. It makes statements of three populations (visits, credit,
//! spend), each narrowed by the same filters and added up by the same key, and of nothing else.

use std::collections::BTreeSet;

use diesel::pg::Pg;
use diesel::query_builder::{BoxedSqlQuery, SqlQuery};
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Accounting, Exact, ProfileId};
use reporting::ReadError;
use reporting::breakdown::BreakdownBy;
use reporting::figures::FigureSums;
use reporting::question::Question;
use reporting::timeseries::Interval;

use super::predicate::{Column, column, predicate};
use super::{exact, failed};

/// What figures are added up by.
#[derive(Clone, Copy)]
pub(super) enum Grouping {
    /// Everything in one row.
    Whole,
    /// A row a value of the dimension, and one for all.
    By(BreakdownBy),
    /// A row a bucket in which something happened, named by its first day.
    Every(Interval),
}

/// Which rows of which profile and generation are asked for.
pub(super) struct Asked<'a> {
    pub(super) profile_id: ProfileId,
    pub(super) generation: i64,
    pub(super) question: &'a Question,
}

/// Which rows of the figures are shown, and in what order: texts of SQL, and the values that they
/// bind after those of the question.
pub(super) struct Shown {
    pub(super) rank: &'static str,
    pub(super) direction: &'static str,
    pub(super) name: &'static str,
    /// A row more than a page; every row when absent.
    pub(super) limit: Option<i64>,
    pub(super) after: Option<(Exact, String)>,
}

impl Shown {
    /// Every row, in the order of the keys.
    pub(super) const EVERYTHING: Self = Self {
        rank: "0",
        direction: "ASC",
        name: "NULL::text",
        limit: None,
        after: None,
    };
}

/// Figures of one key, or of all (`is_total`).
pub(super) struct Keyed {
    pub(super) is_total: bool,
    pub(super) key: String,
    pub(super) name: Option<String>,
    pub(super) sums: FigureSums,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Bool)]
    is_total: bool,
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = Text)]
    spend: String,
    #[diesel(sql_type = BigInt)]
    without_rate: i64,
    #[diesel(sql_type = Text)]
    revenue: String,
    #[diesel(sql_type = Text)]
    conversions: String,
    #[diesel(sql_type = Text)]
    payments: String,
    #[diesel(embed)]
    visits: VisitsRow,
}

/// Columns of visits, in every statement that counts them.
#[derive(QueryableByName)]
pub(super) struct VisitsRow {
    #[diesel(sql_type = BigInt)]
    pub(super) visitors: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) pageviews: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) sessions: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) bounces: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) engaged_ms: i64,
}

fn keyed(row: Row) -> Result<Keyed, ReadError> {
    Ok(Keyed {
        sums: FigureSums {
            spend: exact(&row.spend)?,
            revenue: exact(&row.revenue)?,
            conversions: exact(&row.conversions)?,
            payments: exact(&row.payments)?,
            visitors: row.visits.visitors,
            pageviews: row.visits.pageviews,
            sessions: row.visits.sessions,
            bounces: row.visits.bounces,
            engaged_ms: row.visits.engaged_ms,
        },
        is_total: row.is_total,
        key: row.key,
        name: row.name,
    })
}

/// The ad set of each ad of the catalogue; the first by id where an ad was moved.
const AD_SETS: &str = "(
    SELECT m.ad_id, min(m.ad_set_id) FILTER (WHERE m.ad_set_id <> '') AS ad_set_id
    FROM ads m WHERE m.profile_id = $1 AND m.ad_id <> '' GROUP BY m.ad_id
)";

impl Asked<'_> {
    /// Figures by the key; warnings are added to those given.
    pub(super) async fn figures(
        &self,
        connection: &mut AsyncPgConnection,
        grouping: Grouping,
        shown: Shown,
        warnings: &mut BTreeSet<String>,
    ) -> Result<Vec<Keyed>, ReadError> {
        let (text, values) = self.statement(grouping, &shown);
        let mut query = self.bound(text);
        for values in values {
            query = query.bind::<Array<Text>, _>(values);
        }
        query = query.bind::<Nullable<BigInt>, _>(shown.limit);
        if let Some((rank, key)) = shown.after {
            query = query.bind::<Text, _>(rank.to_string()).bind::<Text, _>(key);
        }
        let rows: Vec<Row> = query.load(connection).await.map_err(failed)?;
        self.warn_of_spend(grouping, warnings);
        if rows.iter().any(|row| row.without_rate > 0) {
            warnings.insert("spend_without_fx_rate".to_owned());
        }
        rows.into_iter().map(keyed).collect()
    }

    /// The one row of everything; zeros when nothing happened.
    pub(super) async fn whole(
        &self,
        connection: &mut AsyncPgConnection,
        warnings: &mut BTreeSet<String>,
    ) -> Result<FigureSums, ReadError> {
        let rows = self
            .figures(connection, Grouping::Whole, Shown::EVERYTHING, warnings)
            .await?;
        Ok(rows
            .into_iter()
            .next()
            .map_or_else(FigureSums::default, |row| row.sums))
    }

    /// A statement with the profile, the days and the generation bound.
    pub(super) fn bound(&self, text: String) -> BoxedSqlQuery<'static, Pg, SqlQuery> {
        sql_query(text)
            .into_boxed::<Pg>()
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<SqlDate, _>(self.question.period.from())
            .bind::<SqlDate, _>(self.question.period.to())
            .bind::<BigInt, _>(self.generation)
    }

    /// The text of the statement, and the values of its filters.
    fn statement(&self, grouping: Grouping, shown: &Shown) -> (String, Vec<Vec<String>>) {
        let day = match self.question.accounting {
            Accounting::ConversionDate => "local_date",
            Accounting::TouchDate => "touch_date",
        };
        let visits = self.part((include_str!("visits.sql"), "s", "local_date"), grouping);
        let credited = self.part((include_str!("credited.sql"), "r", day), grouping);
        let spent = self.spent(grouping);
        let (_, values) = predicate(&self.question.filters, "s", FIRST_FILTER);
        let next = FIRST_FILTER + values.len();
        let after = match (&shown.after, shown.direction) {
            (None, _) => String::new(),
            (Some(_), direction) => after(direction, next + 1),
        };
        let text = include_str!("figures.sql")
            .replace("{visits}", &visits)
            .replace("{credited}", &credited)
            .replace("{spent}", &spent)
            .replace("{rank}", shown.rank)
            .replace("{after}", &after)
            .replace("{direction}", shown.direction)
            .replace("{name}", shown.name)
            .replace("{limit}", &format!("${next}"));
        (text, values)
    }

    /// Spend, of which nobody knows some dimensions: filtered by one there is none, and a row of
    /// one has none.
    fn spent(&self, grouping: Grouping) -> String {
        let grouping = match grouping {
            Grouping::By(by) if !by.splits_spend() => Grouping::Whole,
            other => other,
        };
        let spent = include_str!("spent.sql");
        let known = self.question.filters.iter();
        if known.clone().all(|filter| filter.dimension.splits_spend()) {
            return self.part((spent, "a", "date"), grouping);
        }
        let nothing = spent.replace("{filters}", " AND false");
        self.part((&nothing, "a", "date"), grouping)
    }

    /// The statement of a population with everything put in: `alias` names its row, `day` the
    /// column of its local day.
    fn part(&self, (text, alias, day): (&str, &str, &str), grouping: Grouping) -> String {
        let (filters, _) = predicate(&self.question.filters, alias, FIRST_FILTER);
        let [total, shown, sets] = match grouping {
            Grouping::Whole => ["true", "''", "()"],
            Grouping::By(_) => ["GROUPING(k.key) = 1", "coalesce(k.key, '')", "(k.key), ()"],
            Grouping::Every(_) => ["false", "k.key", "(k.key)"],
        };
        text.trim_end()
            .replace("{total}", total)
            .replace("{shown}", shown)
            .replace("{sets}", sets)
            .replace("{key}", &key(grouping, alias, day))
            .replace("{ad_sets}", AD_SETS)
            .replace("{share}", self.question.model.as_str())
            .replace("{day}", day)
            .replace("{filters}", &filters)
    }

    fn warn_of_spend(&self, grouping: Grouping, warnings: &mut BTreeSet<String>) {
        let filtered = self.question.filters.iter().map(|filter| filter.dimension);
        let unknown = filtered.filter(|dimension| !dimension.splits_spend());
        warnings.extend(unknown.map(|dimension| warning(dimension.as_str())));
        if let Grouping::By(by) = grouping
            && !by.splits_spend()
        {
            warnings.insert(warning(by.as_str()));
        }
    }
}

/// The number under which the first filter is bound.
const FIRST_FILTER: usize = 5;

fn warning(dimension: &str) -> String {
    format!("spend_has_no_{dimension}")
}

/// What a row of the population counts under.
fn key(grouping: Grouping, alias: &str, day: &str) -> String {
    match grouping {
        Grouping::Whole => "''::text".to_owned(),
        Grouping::By(by) => {
            let column = match by {
                BreakdownBy::Dimension(dimension) => column(Column::Of(dimension), alias),
                BreakdownBy::AdSet => column(Column::AdSet, alias),
                BreakdownBy::Ad => column(Column::Ad, alias),
                BreakdownBy::Keyword => column(Column::Keyword, alias),
            };
            format!("coalesce({column}, '')")
        }
        Grouping::Every(interval) => {
            let unit = interval.as_str();
            format!(
                "to_char(greatest(date_trunc('{unit}', {alias}.{day}::timestamp)::date, $2), \
                 'YYYY-MM-DD')"
            )
        }
    }
}

/// The rows that follow the one whose rank and key are bound from `first` on.
fn after(direction: &str, first: usize) -> String {
    let beyond = if direction == "DESC" { "<" } else { ">" };
    let (rank, key) = (format!("${first}::text::numeric"), first + 1);
    format!(
        "\n        AND (r.rank {beyond} {rank} OR r.rank = {rank} AND r.key COLLATE \"C\" > ${key}::text)"
    )
}
