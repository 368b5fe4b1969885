//! `GET /api/v1beta/timeseries`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::breakdown::Metric;
use reporting::timeseries::{Bucket, Interval, TimeSeriesQuery};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::breakdowns::{FiguresMeta, figures};
use crate::overview::goals::with_known_goals;
use crate::overview::{QuestionParameters, read_question, refuse_as_of};
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;
use spend_api::warnings::with_spend;

/// A part of the period with its figures.
#[derive(Debug)]
pub struct TimeBucket(Bucket);

impl Serialize for TimeBucket {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Bucket {
            start,
            end,
            figures,
        } = &self.0;
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("start", &start.to_string())?;
        members.serialize_entry("end", &end.to_string())?;
        for (metric, _) in Metric::ALL {
            figures::write(&mut members, metric, figures)?;
        }
        members.serialize_entry("pageviews", &figures.pageviews)?;
        members.end()
    }
}

impl PartialSchema for TimeBucket {
    fn schema() -> RefOr<Schema> {
        let day = |description| {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
                .description(Some(description))
        };
        let object = ObjectBuilder::new()
            .description(Some(
                "The figures of a part of the period. Numbers are exact or, for ratios, rounded to \
                 six decimals.",
            ))
            .property("start", day("First day."))
            .required("start")
            .property("end", day("Last day; it belongs to the bucket."))
            .required("end");
        let own = |metric| match metric {
            Metric::Visitors => {
                Some("Distinct anonymous ids. Who came in two buckets counts in both.")
            }
            _ => None,
        };
        figures::describe(object, own)
            .property("pageviews", figures::count("Page views."))
            .required("pageviews")
            .into()
    }
}

impl ToSchema for TimeBucket {
    fn schemas(found: &mut Vec<(String, RefOr<Schema>)>) {
        figures::schemas(found);
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
    let told = (series.warnings, series.reads_spend);
    let days = (query.question.period.from(), query.question.period.to());
    let warnings = with_spend(state, access, told, days).await?;
    Ok(Envelope {
        data: TimeSeriesData {
            buckets: series.buckets.into_iter().map(TimeBucket).collect(),
        },
        meta: FiguresMeta::new(
            access.profile_id,
            &query.question,
            (series.currency, warnings),
        ),
    })
}
