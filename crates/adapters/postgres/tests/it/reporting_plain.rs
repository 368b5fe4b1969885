//! The figures of reports, worked out from the rows themselves in one statement of plain SQL: what
//! rollups have to agree with.

use std::collections::BTreeMap;

use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Bool, Date, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{Accounting, Exact};
use reporting::breakdown::BreakdownBy;
use reporting::figures::{FigureSums, Figures};
use reporting::filter::{Dimension, Operator};
use reporting::question::Question;

use crate::world::World;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Bool)]
    is_total: bool,
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = Text)]
    spend: String,
    #[diesel(sql_type = Text)]
    revenue: String,
    #[diesel(sql_type = Text)]
    conversions: String,
    #[diesel(sql_type = Text)]
    payments: String,
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

const AD_SETS: &str = "(
    SELECT m.ad_id, min(m.ad_set_id) FILTER (WHERE m.ad_set_id <> '') AS ad_set_id,
        min(m.campaign_id) FILTER (WHERE m.campaign_id <> '') AS campaign_id
    FROM ads m WHERE m.profile_id = $1 AND m.ad_id <> '' GROUP BY m.ad_id
)";

fn column(dimension: Dimension, alias: &str) -> String {
    match dimension {
        Dimension::Channel => "n.channel".to_owned(),
        Dimension::Source => "n.source".to_owned(),
        Dimension::Medium => "n.medium".to_owned(),
        Dimension::Campaign => "g.utm_campaign".to_owned(),
        other => format!("{alias}.{}", other.as_str()),
    }
}

fn key(by: BreakdownBy, alias: &str) -> String {
    let column = match by {
        BreakdownBy::Dimension(dimension) => column(dimension, alias),
        BreakdownBy::AdCampaign if alias == "a" => "a.campaign_id".to_owned(),
        BreakdownBy::AdCampaign => "d.campaign_id".to_owned(),
        BreakdownBy::AdSet if alias == "a" => "a.ad_set_id".to_owned(),
        BreakdownBy::AdSet => "d.ad_set_id".to_owned(),
        // Spend knows its ad, and nothing of what that shows.
        BreakdownBy::Creative => format!(
            "(SELECT min(c.creative_id) FROM ad_creatives c \
             WHERE c.profile_id = $1 AND c.ad_id = {alias}.ad_id)"
        ),
        BreakdownBy::Ad => format!("{alias}.ad_id"),
        BreakdownBy::Keyword => "g.utm_term".to_owned(),
    };
    format!("coalesce({column}, '')")
}

fn filters(question: &Question, alias: &str) -> (String, Vec<Vec<String>>) {
    let (mut text, mut bound) = (String::new(), Vec::new());
    for (filter, number) in question.filters.iter().zip(5..) {
        let column = column(filter.dimension, alias);
        let operator = match filter.operator {
            Operator::Is => "= ANY",
            Operator::IsNot => "<> ALL",
            Operator::Contains => "ILIKE ANY",
        };
        let condition = format!(" AND coalesce({column}, '') {operator}(${number}::text[])");
        text.push_str(&condition);
        let values = filter.values.iter().map(|value| match filter.operator {
            Operator::Contains => format!("%{value}%"),
            Operator::Is | Operator::IsNot => value.clone(),
        });
        bound.push(values.collect());
    }
    (text, bound)
}

/// Only credits are of a goal. The keys are ours, and no one else's text.
fn goals(question: &Question, alias: &str) -> String {
    if alias != "r" || question.goals.is_empty() {
        return String::new();
    }
    format!(
        " AND r.conversion_key IN ('{}')",
        question.goals.join("', '")
    )
}

fn part(question: &Question, by: Option<BreakdownBy>, text: &str, of: (&str, &str)) -> String {
    let (alias, day) = of;
    let [total, shown, sets] = match by {
        None => ["true", "''", "()"],
        Some(_) => ["GROUPING(k.key) = 1", "coalesce(k.key, '')", "(k.key), ()"],
    };
    text.trim_end()
        .replace("{total}", total)
        .replace("{shown}", shown)
        .replace("{sets}", sets)
        .replace(
            "{key}",
            &by.map_or("''::text".to_owned(), |by| key(by, alias)),
        )
        .replace("{ad_sets}", AD_SETS)
        .replace("{share}", question.model.as_str())
        .replace("{day}", day)
        .replace(
            "{filters}",
            &(filters(question, alias).0 + &goals(question, alias)),
        )
}

fn statement(question: &Question, by: Option<BreakdownBy>) -> String {
    let day = match question.accounting {
        Accounting::ConversionDate => "local_date",
        Accounting::TouchDate => "touch_date",
    };
    let visits = include_str!("plain/visits.sql");
    let visits = part(question, by, visits, ("s", "local_date"));
    let credited = part(question, by, include_str!("plain/credited.sql"), ("r", day));
    let knows = |dimension: Dimension| dimension.splits_spend();
    let spent = include_str!("plain/spent.sql");
    let spent = if question.filters.iter().all(|it| knows(it.dimension)) {
        spent.to_owned()
    } else {
        spent.replace("{filters}", " AND false")
    };
    let spent = part(
        question,
        by.filter(|by| by.splits_spend()),
        &spent,
        ("a", "date"),
    );
    include_str!("plain/figures.sql")
        .replace("{visits}", &visits)
        .replace("{credited}", &credited)
        .replace("{spent}", &spent)
        .replace("{rank}", "0")
        .replace("{after}", "")
        .replace("{direction}", "ASC")
        .replace("{name}", "NULL::text")
        .replace("{limit}", "NULL")
}

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

/// The figures by key, and of everything under `None`.
pub(crate) async fn plain(
    world: &World,
    question: &Question,
    by: Option<BreakdownBy>,
) -> BTreeMap<Option<String>, Figures> {
    let mut connection = world.pool.connection().await.unwrap();
    let mut query = sql_query(statement(question, by))
        .into_boxed::<Pg>()
        .bind::<SqlUuid, _>(world.profile.id.uuid())
        .bind::<Date, _>(question.period.from())
        .bind::<Date, _>(question.period.to())
        .bind::<BigInt, _>(world.generation().await);
    for values in filters(question, "s").1 {
        query = query.bind::<Array<Text>, _>(values);
    }
    let rows: Vec<Row> = query.load(&mut connection).await.unwrap();
    let figures = |row: Row| {
        let sums = FigureSums {
            spend: exact(&row.spend),
            revenue: exact(&row.revenue),
            conversions: exact(&row.conversions),
            payments: exact(&row.payments),
            visitors: row.visitors,
            pageviews: row.pageviews,
            sessions: row.sessions,
            bounces: row.bounces,
            engaged_ms: row.engaged_ms,
        };
        ((!row.is_total).then_some(row.key), Figures::from(sums))
    };
    rows.into_iter().map(figures).collect()
}
