//! Ad spend, added up as finely as a question needs it.

use std::sync::LazyLock;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Text as SqlText, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Exact, StoreError};
use reporting::breakdown::BreakdownBy;
use reporting::filter::{Dimension, Filter};
use tributary_rollups::selection::Label;

use super::asked::{Asked, Grouping, Keyed};
use postgres_kit::error::store;
use postgres_kit::rows::printed;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<SqlDate>)]
    day: Option<Date>,
    #[diesel(sql_type = Nullable<BigInt>)]
    signature: Option<i64>,
    #[diesel(sql_type = Nullable<SqlText>)]
    ad: Option<String>,
    #[diesel(sql_type = SqlText)]
    spend: String,
    #[diesel(sql_type = BigInt)]
    without_rate: i64,
    #[diesel(sql_type = BigInt)]
    exceeded: i64,
}

/// What was spent, told apart by what the question asks for and nothing else.
pub(super) struct Spent {
    day: Option<Date>,
    pub(super) signature: Option<i64>,
    /// The ad, its set, its campaign or what it shows, whichever is asked for.
    ad: Option<String>,
    spend: Exact,
    /// Rows of a currency without a rate into the reporting currency.
    without_rate: i64,
    /// Wholes whose parts come to more than they do.
    exceeded: i64,
}

/// The spend of a question whose filters are all about the signature.
pub(super) async fn spent(
    connection: &mut AsyncPgConnection,
    asked: &Asked<'_>,
    grouping: Grouping,
) -> Result<Vec<Spent>, StoreError> {
    let text = statement(grouping, asked.question.filters.is_empty());
    let period = asked.question.period;
    let rows: Vec<Row> = prepared(text)
        .bind::<SqlUuid, _>(asked.profile_id.uuid())
        .bind::<SqlDate, _>(period.from())
        .bind::<SqlDate, _>(period.to())
        .load(connection)
        .await
        .map_err(store)?;
    let read = |row: Row| {
        Ok(Spent {
            day: row.day,
            signature: row.signature,
            ad: row.ad,
            spend: printed(&row.spend)?,
            without_rate: row.without_rate,
            exceeded: row.exceeded,
        })
    };
    rows.into_iter().map(read).collect()
}

/// What spend is told apart by, beside its signature.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Nothing,
    Day,
    Campaign,
    AdSet,
    Ad,
    Creative,
}

// A connection keeps a statement prepared by its text, so each has one text for good.
type Text = LazyLock<String>;
static WHOLE: Text = LazyLock::new(|| text(Key::Nothing, false));
static SIGNATURES: Text = LazyLock::new(|| text(Key::Nothing, true));
static DAYS: Text = LazyLock::new(|| text(Key::Day, false));
static DAYS_OF_SIGNATURES: Text = LazyLock::new(|| text(Key::Day, true));
static CAMPAIGNS: Text = LazyLock::new(|| text(Key::Campaign, false));
static CAMPAIGNS_OF_SIGNATURES: Text = LazyLock::new(|| text(Key::Campaign, true));
static AD_SETS: Text = LazyLock::new(|| text(Key::AdSet, false));
static AD_SETS_OF_SIGNATURES: Text = LazyLock::new(|| text(Key::AdSet, true));
static ADS: Text = LazyLock::new(|| text(Key::Ad, false));
static ADS_OF_SIGNATURES: Text = LazyLock::new(|| text(Key::Ad, true));
static CREATIVES: Text = LazyLock::new(|| text(Key::Creative, false));
static CREATIVES_OF_SIGNATURES: Text = LazyLock::new(|| text(Key::Creative, true));

/// What an ad shows, the first by id where several accounts have an ad of that id.
const CREATIVE: &str = "coalesce((SELECT min(m.creative_id) FROM ad_creatives m \
    WHERE m.profile_id = d.profile_id AND m.ad_id = d.ad_id), '')";

/// Days of spend say all but its ads.
fn text(key: Key, by_signature: bool) -> String {
    let pick = |wanted: bool, column: &'static str, nothing: &'static str| {
        if wanted { column } else { nothing }
    };
    let (spend, ad) = match key {
        Key::Nothing | Key::Day => ("spend_days", "NULL::text"),
        Key::Campaign => ("spend_ads", "d.campaign_id"),
        Key::AdSet => ("spend_ads", "d.ad_set_id"),
        Key::Ad => ("spend_ads", "d.ad_id"),
        Key::Creative => ("spend_ads", CREATIVE),
    };
    let day = pick(key == Key::Day, "d.local_date", "NULL::date");
    let signature = pick(by_signature, "d.signature_id", "NULL::bigint");
    // Of no rows there is no row, in one group either.
    let is_whole = key == Key::Nothing && !by_signature;
    let grouped = pick(is_whole, "HAVING count(*) > 0", "GROUP BY 1, 2, 3");
    include_str!("spend.sql")
        .replace("{day}", day)
        .replace("{signature}", signature)
        .replace("{ad}", ad)
        .replace("{spend}", spend)
        .replace("{grouped}", grouped)
}

/// The statement, told apart by what is needed of the rows.
fn statement(grouping: Grouping, is_unfiltered: bool) -> &'static str {
    let known = splits(grouping);
    let key = match known {
        Grouping::Every(_) => Key::Day,
        Grouping::By(BreakdownBy::AdCampaign) => Key::Campaign,
        Grouping::By(BreakdownBy::AdSet) => Key::AdSet,
        Grouping::By(BreakdownBy::Ad) => Key::Ad,
        Grouping::By(BreakdownBy::Creative) => Key::Creative,
        _ => Key::Nothing,
    };
    let by_signature = !is_unfiltered || matches!(known, Grouping::By(BreakdownBy::Dimension(_)));
    match (key, by_signature) {
        (Key::Nothing, false) => &WHOLE,
        (Key::Nothing, true) => &SIGNATURES,
        (Key::Day, false) => &DAYS,
        (Key::Day, true) => &DAYS_OF_SIGNATURES,
        (Key::Campaign, false) => &CAMPAIGNS,
        (Key::Campaign, true) => &CAMPAIGNS_OF_SIGNATURES,
        (Key::AdSet, false) => &AD_SETS,
        (Key::AdSet, true) => &AD_SETS_OF_SIGNATURES,
        (Key::Ad, false) => &ADS,
        (Key::Ad, true) => &ADS_OF_SIGNATURES,
        (Key::Creative, false) => &CREATIVES,
        (Key::Creative, true) => &CREATIVES_OF_SIGNATURES,
    }
}

/// Of a dimension that nobody knows of spend, only the whole has any.
const fn splits(grouping: Grouping) -> Grouping {
    match grouping {
        Grouping::By(by) if !by.splits_spend() => Grouping::Whole,
        other => other,
    }
}

impl Spent {
    /// Adds it to the figures that it counts in, and says what a reader should know of it.
    pub(super) fn add(
        self,
        keyed: &mut Keyed,
        grouping: Grouping,
        (filters, label): (&[Filter], Option<&Label>),
        bucket: &dyn Fn(Date) -> String,
    ) -> impl Iterator<Item = &'static str> + use<> {
        let unlabelled = Label::default();
        let label = label.unwrap_or(&unlabelled);
        let passes = label.passes(filters);
        let warning = |is: bool, word| (passes && is).then_some(word);
        let warnings = [
            warning(self.without_rate > 0, "spend_without_fx_rate"),
            warning(self.exceeded > 0, "spend_parts_exceed_total"),
        ];
        let warnings = warnings.into_iter().flatten();
        if !passes {
            return warnings;
        }
        let key = match splits(grouping) {
            Grouping::Whole => None,
            Grouping::Every(_) => self.day.map(bucket),
            Grouping::By(
                BreakdownBy::AdCampaign
                | BreakdownBy::AdSet
                | BreakdownBy::Ad
                | BreakdownBy::Creative,
            ) => self.ad,
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
        warnings
    }
}
