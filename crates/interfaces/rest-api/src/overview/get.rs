//! `GET /api/v1/overview`

use actix_web::{HttpResponse, get};
use kernel::{Exact, ProfileAccess};
use reporting::overview::{OverviewMetrics, OverviewQuery};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::OverviewParameters;
use crate::overview::goals::{told_goals, with_known_goals};
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;
use spend_api::warnings::with_spend;

/// A period's figures beside those of the period before.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverviewData {
    /// The period that was asked for.
    pub current: OverviewFigures,
    /// The period of equal length that ends the day before it begins.
    pub previous: OverviewFigures,
}

/// Figures of one period. Every number is exact or, for ratios, rounded to six decimals.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OverviewMetrics)]
pub struct OverviewFigures {
    /// Total ad spend in the reporting currency.
    pub spend: DecimalNumber,
    /// Attributed cash revenue.
    pub revenue: DecimalNumber,
    /// Revenue divided by spend; 0 without spend.
    pub roas: DecimalNumber,
    /// Conversions, refunds not counted.
    pub outcomes: DecimalNumber,
    /// Conversions with at least one credited touch.
    pub attributed_outcomes: DecimalNumber,
    /// Attributed outcomes in percent of all.
    pub coverage_percent: DecimalNumber,
    /// Distinct anonymous ids.
    pub visitors: i64,
    /// Page views.
    pub pageviews: i64,
    /// Sessions with a single page view, in percent.
    pub bounce_rate: DecimalNumber,
    /// Engaged seconds a session.
    pub avg_engaged_seconds: DecimalNumber,
    /// All cash, refunds subtracted.
    pub cash_revenue: DecimalNumber,
    /// Cash payments, refunds not counted.
    pub cash_payments: DecimalNumber,
}

/// What the figures are about.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverviewMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// `replay_pending`: a full replay waits or runs, and the figures are those of before it. What was left
    /// out of them: `spend_without_fx_rate`, `spend_parts_exceed_total`, `conversions_pending_fx`,
    /// `spend_has_no_<dimension>`. With `goal`, `spend_of_all_goals`; with `as_of` also what is not of
    /// then: `web_channels_are_current`. Of accounts that are read: `spend_incomplete`,
    /// `spend_in_other_timezone`. Absent when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, extensions(("x-spec-gap" = json!("G40"))))]
    pub warnings: Vec<String>,
    /// Page views of the period that came without an id (`data-consent="anonymous"`), whatever the
    /// filters. No figure counts them: neither page views, visitors, sessions nor credit. Absent when
    /// there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, extensions(("x-spec-gap" = json!("G129"))))]
    pub anonymous_pageviews: Option<i64>,
    /// The instant of the figures; only when `as_of` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime, extensions(("x-spec-gap" = json!("G28"))))]
    pub as_of: Option<String>,
    /// ISO 4217 code of every amount, at the instant of `as_of` when it was sent. While `warnings` says
    /// `replay_pending` it may not be the profile's own yet.
    #[schema(extensions(("x-spec-gap" = json!("G125"))))]
    pub reporting_currency: String,
    /// The conversion keys that count, separated by commas; only when `goal` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, extensions(("x-spec-gap" = json!("G130"))))]
    pub goal: Option<String>,
}

impl From<OverviewMetrics> for OverviewFigures {
    fn from(metrics: OverviewMetrics) -> Self {
        let number = |value: Exact| DecimalNumber(value);
        Self {
            spend: number(metrics.spend),
            revenue: number(metrics.revenue),
            roas: number(metrics.roas),
            outcomes: number(metrics.outcomes),
            attributed_outcomes: number(metrics.attributed_outcomes),
            coverage_percent: number(metrics.coverage_percent),
            visitors: metrics.visitors,
            pageviews: metrics.pageviews,
            bounce_rate: number(metrics.bounce_rate),
            avg_engaged_seconds: number(metrics.avg_engaged_seconds),
            cash_revenue: number(metrics.cash_revenue),
            cash_payments: number(metrics.cash_payments),
        }
    }
}

/// Get the overview
///
/// Spend, attributed revenue, conversions, coverage and web figures of a period and of the period
/// of equal length before it. Days are local to the profile's time zone.
#[utoipa::path(
    operation_id = "getOverview",
    tag = "Analytics",
    security(("api_key" = ["analytics:read"])),
    params(OverviewParameters),
    responses(
        (status = 200, description = "The figures of both periods.",
            body = Envelope<OverviewData, OverviewMeta>),
    )
)]
#[get("/api/v1/overview")]
pub(crate) async fn get_overview(
    call: Scoped<AnalyticsRead, ApiQuery<OverviewParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = overview(&call.state, &call.access, &call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn overview(
    state: &AppState,
    access: &ProfileAccess,
    query: &OverviewQuery,
) -> Result<Envelope<OverviewData, OverviewMeta>, Problem> {
    let question = with_known_goals(state, access, &query.question).await?;
    let query = &OverviewQuery { question, ..*query };
    if query.as_of.is_some_and(|at| at > state.clock.now()) {
        let error = FieldError::parameter("as_of", FieldCode::OutOfRange, "lies in the future");
        return Err(Problem::invalid_field(error));
    }
    let overview = state
        .overviews
        .overview(access, query)
        .await
        .map_err(|error| Problem::internal(&error))?;
    let told = (overview.warnings, overview.reads_spend);
    let period = query.question.period;
    let days = (period.previous().from(), period.to());
    let warnings = with_spend(state, access, told, days).await?;
    let data = OverviewData {
        current: overview.current.into(),
        previous: overview.previous.into(),
    };
    let meta = OverviewMeta {
        date_from: query.question.period.from().to_string(),
        date_to: query.question.period.to().to_string(),
        profile_id: access.profile_id.uuid(),
        warnings,
        anonymous_pageviews: Some(overview.anonymous_pageviews).filter(|views| *views > 0),
        as_of: query.as_of.map(|at| at.to_string()),
        reporting_currency: overview.currency.code().to_owned(),
        goal: told_goals(&query.question.goals),
    };
    Ok(Envelope { data, meta })
}
