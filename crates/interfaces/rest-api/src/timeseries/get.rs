//! `GET /api/v1beta/timeseries`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::timeseries::{Bucket, Interval, TimeSeriesQuery};
use serde::Serialize;
use utoipa::ToSchema;

use crate::breakdowns::FiguresMeta;
use crate::overview::goals::with_known_goals;
use crate::overview::{QuestionParameters, read_question, refuse_as_of};
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

/// The figures of a part of the period. Numbers are exact or, for ratios, rounded to six decimals.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeBucket {
    /// First day.
    #[schema(format = Date)]
    pub start: String,
    /// Last day; it belongs to the bucket.
    #[schema(format = Date)]
    pub end: String,
    /// Ad spend in the reporting currency.
    pub spend: DecimalNumber,
    /// Cash credited to touches.
    pub revenue: DecimalNumber,
    /// Revenue divided by spend; 0 without spend.
    pub roas: DecimalNumber,
    /// Credited conversions, a sum of shares; refunds not counted.
    pub conversions: DecimalNumber,
    /// Distinct anonymous ids. Who came in two buckets counts in both.
    pub visitors: i64,
    /// Sessions with at least one page view.
    pub sessions: i64,
    /// Sessions with a single page view, in percent.
    pub bounce_rate: DecimalNumber,
    /// Page views.
    pub pageviews: i64,
}

impl From<Bucket> for TimeBucket {
    fn from(bucket: Bucket) -> Self {
        let figures = bucket.figures;
        Self {
            start: bucket.start.to_string(),
            end: bucket.end.to_string(),
            spend: DecimalNumber(figures.spend),
            revenue: DecimalNumber(figures.revenue),
            roas: DecimalNumber(figures.roas),
            conversions: DecimalNumber(figures.conversions),
            visitors: figures.visitors,
            sessions: figures.sessions,
            bounce_rate: DecimalNumber(figures.bounce_rate),
            pageviews: figures.pageviews,
        }
    }
}

/// A time series.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeSeriesData {
    /// Every bucket of the period, earliest first, those in which nothing happened too.
    pub buckets: Vec<TimeBucket>,
}

/// The parameters of a time series.
#[derive(Debug)]
pub enum TimeSeriesParameters {}

impl FromQuery for TimeSeriesParameters {
    type Query = TimeSeriesQuery;

    fn from_query(query: &mut QueryReader) -> Result<TimeSeriesQuery, Invalid> {
        let question = read_question(query);
        let as_of = refuse_as_of(query);
        let interval = query.optional("interval", |text| {
            Interval::parse(text).ok_or((FieldCode::UnknownValue, "is none of day, week, month"))
        });
        Ok(TimeSeriesQuery {
            question: as_of.and(question)?,
            interval: interval?.unwrap_or_default(),
        })
    }
}

/// Get a time series
///
/// The figures of a breakdown for each day, week (from Monday) or month of a period. Days are local
/// to the profile's time zone; the first and the last bucket are clipped to the period.
#[utoipa::path(
    operation_id = "getTimeSeries",
    tag = "Analytics",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G45"))),
    params(
        ("interval" = Option<String>, Query, description = "day (the default), week or month."),
        QuestionParameters,
    ),
    responses(
        (status = 200, description = "Every bucket of the period.",
            body = Envelope<TimeSeriesData, FiguresMeta>),
    )
)]
#[get("/api/v1beta/timeseries")]
pub(crate) async fn get_time_series(
    call: Scoped<AnalyticsRead, ApiQuery<TimeSeriesParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = time_series(&call.state, &call.access, &call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn time_series(
    state: &AppState,
    access: &ProfileAccess,
    query: &TimeSeriesQuery,
) -> Result<Envelope<TimeSeriesData, FiguresMeta>, Problem> {
    let question = with_known_goals(state, access, &query.question).await?;
    let query = &TimeSeriesQuery { question, ..*query };
    let series = state
        .time_series
        .time_series(access, query)
        .await
        .map_err(|error| Problem::internal(&error))?;
    Ok(Envelope {
        data: TimeSeriesData {
            buckets: series.buckets.into_iter().map(TimeBucket::from).collect(),
        },
        meta: FiguresMeta::new(
            access.profile_id,
            &query.question,
            (series.currency, series.warnings),
        ),
    })
}
