//! Ad spend, added up as finely as a question needs it.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Exact};
use reporting::ReadError;
use reporting::breakdown::BreakdownBy;
use reporting::filter::{Dimension, Filter};
use tributary_rollups::selection::Label;

use super::engine::{Asked, Grouping, Keyed};
use super::{exact, failed};

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<SqlDate>)]
    day: Option<Date>,
    #[diesel(sql_type = Nullable<BigInt>)]
    signature: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    ad_set: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ad: Option<String>,
    #[diesel(sql_type = Text)]
    spend: String,
    #[diesel(sql_type = BigInt)]
    without_rate: i64,
}

/// What was spent, told apart by what the question asks for and nothing else.
pub(super) struct Spent {
    day: Option<Date>,
    pub(super) signature: Option<i64>,
    ad_set: Option<String>,
    ad: Option<String>,
    spend: Exact,
    /// Rows of a currency without a rate into the reporting currency.
    without_rate: i64,
}

/// The spend of a question whose filters are all about the signature.
pub(super) async fn spent(
    connection: &mut AsyncPgConnection,
    asked: &Asked<'_>,
    grouping: Grouping,
) -> Result<Vec<Spent>, ReadError> {
    let statement = statement(grouping, asked.question.filters.is_empty());
    let rows: Vec<Row> = asked
        .of_days(statement)
        .load(connection)
        .await
        .map_err(failed)?;
    let read = |row: Row| {
        Ok(Spent {
            day: row.day,
            signature: row.signature,
            ad_set: row.ad_set,
            ad: row.ad,
            spend: exact(&row.spend)?,
            without_rate: row.without_rate,
        })
    };
    rows.into_iter().map(read).collect()
}

/// The statement, told apart by what is needed of the rows.
fn statement(grouping: Grouping, is_unfiltered: bool) -> String {
    let known = splits(grouping);
    let by_signature = !is_unfiltered || matches!(known, Grouping::By(BreakdownBy::Dimension(_)));
    let pick = |wanted: bool, column: &'static str, nothing: &'static str| {
        if wanted { column } else { nothing }
    };
    include_str!("spent.sql")
        .replace(
            "{day}",
            pick(matches!(known, Grouping::Every(_)), "a.date", "NULL::date"),
        )
        .replace(
            "{signature}",
            pick(by_signature, "a.signature_id", "NULL::bigint"),
        )
        .replace(
            "{ad_set}",
            pick(
                matches!(known, Grouping::By(BreakdownBy::AdSet)),
                "a.ad_set_id",
                "NULL::text",
            ),
        )
        .replace(
            "{ad}",
            pick(
                matches!(known, Grouping::By(BreakdownBy::Ad)),
                "a.ad_id",
                "NULL::text",
            ),
        )
}

/// Of a dimension that nobody knows of spend, only the whole has any.
const fn splits(grouping: Grouping) -> Grouping {
    match grouping {
        Grouping::By(by) if !by.splits_spend() => Grouping::Whole,
        other => other,
    }
}

impl Spent {
    /// Adds it to the figures that it counts in; false when some of it has no rate.
    pub(super) fn add(
        self,
        keyed: &mut Keyed,
        grouping: Grouping,
        (filters, label): (&[Filter], Option<&Label>),
        bucket: &dyn Fn(Date) -> String,
    ) -> bool {
        let unlabelled = Label::default();
        let label = label.unwrap_or(&unlabelled);
        if !label.passes(filters) {
            return true;
        }
        let key = match splits(grouping) {
            Grouping::Whole => None,
            Grouping::Every(_) => self.day.map(bucket),
            Grouping::By(BreakdownBy::AdSet) => self.ad_set,
            Grouping::By(BreakdownBy::Ad) => self.ad,
            Grouping::By(BreakdownBy::Keyword) => Some(label.keyword.clone()),
            Grouping::By(BreakdownBy::Dimension(dimension)) => Some(match dimension {
                Dimension::Source => label.source.clone(),
                Dimension::Medium => label.medium.clone(),
                Dimension::Campaign => label.campaign.clone(),
                _ => label.channel.clone(),
            }),
        };
        let total = (key.is_some() && !matches!(grouping, Grouping::Every(_))).then_some(None);
        for key in total.into_iter().chain([key]) {
            let figures = keyed.entry(key).or_default();
            figures.spend = figures.spend + self.spend;
        }
        self.without_rate == 0
    }
}
