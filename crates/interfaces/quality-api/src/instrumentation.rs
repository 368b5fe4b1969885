//! `GET /api/v1/quality/instrumentation-health`

use actix_web::{HttpResponse, get};
use kernel::{Exact, ProfileAccess};
use reporting::masking::PiiMode;
use reporting::quality::checks::{CheckStatus, checks};
use reporting::quality::dangling::WINDOW_DAYS;
use reporting::quality::feeds::Feed;
use reporting::quality::measured::{FoundCheck, Sample};
use reporting::quality::surveillance::Anomaly;
use serde::Serialize;
use utoipa::ToSchema;

use super::utm::body::{QualityMeta, shown};
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A value that shows what is wrong.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstrumentationSample {
    /// What the check is about: an ad's id, a source, a host, a channel, the first part of a path, a type of event, a
    /// conversion key, a currency, or why something was refused. While the profile masks personal values, of one with
    /// an `@` the first letter and the domain.
    pub value: String,
    /// How much of it: touches of an ad, clicks, payments, page views, events or amounts, whichever the check counts.
    pub count: u64,
}

impl InstrumentationSample {
    fn new(sample: &Sample, mode: PiiMode) -> Self {
        Self {
            value: shown(&sample.value, mode),
            count: sample.count,
        }
    }
}

/// One check.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstrumentationCheck {
    /// `ads_without_spend`, `spend_without_touches`, `internal_utms`, `converting_referrer`, `clicks_without_visits`,
    /// `doubled_page_views`, `doubled_payments`, `unidentified_outcomes`, `unclaimed_event_types`,
    /// `money_without_rate`, `refused_events` or `bot_share`; more may come.
    pub code: &'static str,
    /// `pass`, `warn`, `fail`, or `no_data` where there was nothing to look at.
    pub status: &'static str,
    /// What is wrong.
    pub count: u64,
    /// Of what.
    pub of: u64,
    /// `count` in percent of `of`, one decimal; null where there was nothing to look at.
    pub pct: Option<DecimalNumber>,
    /// At most five values that show it, the most first.
    #[schema(max_items = 5)]
    pub samples: Vec<InstrumentationSample>,
    /// What to do, in English; null where nothing is.
    pub recommendation: Option<&'static str>,
    /// What to do, as a word that never changes; null where nothing is. Two checks may share one.
    pub recommendation_code: Option<&'static str>,
}

impl InstrumentationCheck {
    fn new(found: &FoundCheck, mode: PiiMode) -> Self {
        let check = found.check;
        let is_wrong = matches!(check.status, CheckStatus::Warn | CheckStatus::Fail);
        let samples = found.samples.iter();
        Self {
            code: check.code.as_str(),
            status: check.status.as_str(),
            count: check.count,
            of: check.of,
            pct: check.pct.map(DecimalNumber),
            samples: samples
                .map(|sample| InstrumentationSample::new(sample, mode))
                .collect(),
            recommendation: is_wrong.then(|| check.code.recommendation()),
            recommendation_code: is_wrong.then(|| check.code.recommendation_code()),
        }
    }
}

/// Something that comes in day by day.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstrumentationFeed {
    /// `page_views`, `page_views:<host>` of visits that began there, `outcomes:<event type>` or `spend:<platform>`.
    pub feed: String,
    /// When the last of it came, RFC 3339; of a host, the last page view on it. Null for a host of which days alone are
    /// known: its page views were imported, or came before hosts were noted.
    #[schema(format = DateTime)]
    pub last_at: Option<String>,
    /// What is expected of a day, the mean of a week; null for a feed that is new.
    pub expected_daily: Option<DecimalNumber>,
    /// What came on a day, the mean of the last seven complete ones.
    pub observed_daily: DecimalNumber,
    /// `live`; `silent` where nothing comes and something was to be expected; `new` where fewer than 42 days are known.
    pub status: &'static str,
    /// The first of the complete local days that it was judged by; null of a look of an earlier release.
    #[schema(format = Date)]
    pub first_date: Option<String>,
    /// What came on each of them, without a gap, the oldest first; null of a look of an earlier release.
    #[schema(max_items = 150)]
    pub counts: Option<Vec<u64>>,
}

impl From<&Feed> for InstrumentationFeed {
    fn from(feed: &Feed) -> Self {
        Self {
            feed: feed.name.clone(),
            last_at: feed.last_at.map(|at| at.to_string()),
            expected_daily: feed.expected_daily.map(rounded),
            observed_daily: rounded(feed.observed_daily),
            status: feed.status.as_str(),
            first_date: feed.series.as_ref().map(|it| it.first.to_string()),
            counts: feed.series.as_ref().map(|it| it.counts.clone()),
        }
    }
}

/// Days of a feed that are unusual together.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstrumentationAnomaly {
    /// The feed.
    pub series: String,
    /// The first of them.
    #[schema(format = Date)]
    pub from: String,
    /// The last of them so far.
    #[schema(format = Date)]
    pub to: String,
    /// What was expected of all of them together.
    pub expected: DecimalNumber,
    /// What came.
    pub observed: u64,
    /// `low` or `high`.
    pub direction: &'static str,
    /// The chance of a day that is as usual to look so unusual.
    pub p: f64,
    /// Whether it may go on: one of the last two complete days was still unusual.
    pub open: bool,
}

impl InstrumentationAnomaly {
    fn new(feed: &Feed, anomaly: &Anomaly) -> Self {
        Self {
            series: feed.name.clone(),
            from: anomaly.from.to_string(),
            to: anomaly.to.to_string(),
            expected: rounded(anomaly.expected),
            observed: anomaly.observed,
            direction: anomaly.direction.as_str(),
            p: anomaly.p,
            open: anomaly.open,
        }
    }
}

/// How the site is measured.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstrumentationHealth {
    /// When it was looked at, RFC 3339; null when nobody has looked yet, which does not mean that all is well.
    #[schema(format = DateTime)]
    pub checked_at: Option<String>,
    /// Whole local days that are looked at, beside today. Checks of page views and payments are of yesterday alone,
    /// those of refused events of yesterday and today.
    pub window_days: u16,
    /// Every check, always in this order.
    pub checks: Vec<InstrumentationCheck>,
    /// What comes in, of what ever came in the last 150 days.
    pub feeds: Vec<InstrumentationFeed>,
    /// Unusual days that go on or ended within the window, the latest first.
    pub anomalies: Vec<InstrumentationAnomaly>,
}

/// Show how the site is measured
///
/// What the last look found: whether what comes in is usable, whether it still comes, and which days were unusual. The
/// look is that at links, once a night and on request.
#[utoipa::path(
    operation_id = "getInstrumentationHealth",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "How the site is measured.",
            body = Envelope<InstrumentationHealth, QualityMeta>),
    )
)]
#[get("/api/v1/quality/instrumentation-health")]
pub(crate) async fn get_instrumentation_health(
    call: Scoped<AnalyticsRead>,
) -> Result<HttpResponse, Problem> {
    let answer = instrumentation_health(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// How the site is measured, whoever asked.
pub async fn instrumentation_health(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<InstrumentationHealth, QualityMeta>, Problem> {
    let scan = state.quality.scan(access).await;
    let scan = scan.map_err(|error| Problem::internal(&error))?;
    let mode = state.customers.pii_mode(access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let found = scan.as_ref().and_then(|scan| scan.instrumentation.as_ref());
    let checked_at = scan.as_ref().filter(|_| found.is_some());
    let feeds = found
        .map(|found| found.feeds.as_slice())
        .unwrap_or_default();
    Ok(Envelope {
        data: InstrumentationHealth {
            checked_at: checked_at.map(|scan| scan.scanned_at.to_string()),
            window_days: WINDOW_DAYS,
            checks: found
                .map_or_else(unmeasured, |found| found.checks.clone())
                .iter()
                .map(|check| InstrumentationCheck::new(check, mode))
                .collect(),
            feeds: feeds.iter().map(InstrumentationFeed::from).collect(),
            anomalies: anomalies(feeds),
        },
        meta: QualityMeta::new(access.profile_id, None),
    })
}

/// Every check, when nobody has looked yet.
fn unmeasured() -> Vec<FoundCheck> {
    let checks = checks(&[]).into_iter();
    checks
        .map(|check| FoundCheck {
            check,
            samples: Vec::new(),
        })
        .collect()
}

/// The latest first.
fn anomalies(feeds: &[Feed]) -> Vec<InstrumentationAnomaly> {
    let mut found: Vec<(&Feed, &Anomaly)> = feeds
        .iter()
        .flat_map(|feed| feed.anomalies.iter().map(move |anomaly| (feed, anomaly)))
        .collect();
    found.sort_by_key(|(_, anomaly)| std::cmp::Reverse((anomaly.to, anomaly.from)));
    found
        .into_iter()
        .map(|(feed, anomaly)| InstrumentationAnomaly::new(feed, anomaly))
        .collect()
}

/// A statistic with one decimal.
fn rounded(number: f64) -> DecimalNumber {
    DecimalNumber(format!("{number:.1}").parse().unwrap_or(Exact::ZERO))
}
