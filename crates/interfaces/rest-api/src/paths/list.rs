//! `GET /api/v1beta/paths`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::paths::{PathRow, PathsQuery};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::breakdowns::{RankedPagination, read_cursor};
use crate::overview::goals::{known_goals, read_goals, told_goals};
use crate::overview::{read_filters, refuse_as_of};
use http_kit::decimal::DecimalNumber;
use http_kit::documented::{PeriodParameters, RowLimit};
use http_kit::envelope::Page;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_limit, read_period,
};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

/// One path with those who took it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TouchPath {
    /// Channels in the order of the touches; touches of one channel in a row are one step. At most
    /// 20 steps. A touch whose traffic is not classified yet is an empty string.
    pub path: Vec<String>,
    /// Whether the path goes on after the steps that are shown.
    pub truncated: bool,
    /// Conversions that the path led to, refunds not counted; 0 where nobody converted.
    pub conversions: i64,
    /// Cash of those conversions in the reporting currency, before refunds.
    pub revenue: DecimalNumber,
    /// Distinct people.
    pub people: i64,
    /// Touches a conversion, or a person where nobody converted, repeats counted; six decimals.
    pub avg_touches: DecimalNumber,
}

impl From<PathRow> for TouchPath {
    fn from(row: PathRow) -> Self {
        Self {
            avg_touches: DecimalNumber(row.avg_touches()),
            path: row.channels,
            truncated: row.is_truncated,
            conversions: row.conversions,
            revenue: DecimalNumber(row.revenue),
            people: row.people,
        }
    }
}

/// What the list is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct PathsMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// Whether paths end in a conversion.
    pub converting: bool,
    /// The conversion keys that count, separated by commas; null for every key.
    pub goal: Option<String>,
    /// ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
    /// profile's own yet.
    #[schema(extensions(("x-spec-gap" = json!("G125"))))]
    pub reporting_currency: String,
    /// `replay_pending`: a full replay waits or runs, and the rows are those of before it. Absent
    /// when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, extensions(("x-spec-gap" = json!("G125"))))]
    pub warnings: Vec<String>,
}

const DEFAULT_LIMIT: u32 = 20;

/// The parameters of the touch paths.
#[derive(Debug)]
pub enum PathsParameters {}

impl FromQuery for PathsParameters {
    type Query = PathsQuery;

    fn from_query(query: &mut QueryReader) -> Result<PathsQuery, Invalid> {
        let period = read_period(query);
        let converting = query.optional("converting", |text| match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err((FieldCode::UnknownValue, "is neither true nor false")),
        });
        let goals = read_goals(query);
        let filters = read_filters(query);
        let as_of = refuse_as_of(query);
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = read_cursor(query);
        Ok(PathsQuery {
            period: period?,
            converting: converting?.unwrap_or(true),
            goals: goals?,
            filters: as_of.and(filters)?,
            limit: limit?,
            after: after?,
        })
    }
}

/// List touch paths
///
/// The most frequent paths of the conversions of a period, each with all its touches inside the
/// window; or, with `converting=false`, of the people who came in the period and have no conversion
/// at all, each with the touches of the sessions that began in it.
#[utoipa::path(
    operation_id = "listPaths",
    tag = "Analytics",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G46"))),
    params(
        PeriodParameters,
        ("converting" = Option<bool>, Query, description = "true (the default): paths that end \
            in a conversion, by their conversions. false: paths of people without any, by people."),
        ("goal" = Option<String>, Query, min_length = 1,
            description = "Conversion keys that count, one or several separated by commas; every \
            key by default.",
            example = "payment_received"),
        ("filter[channel]" = Option<String>, Query,
            description = "Only paths with a touch that fits. A filter on any dimension of the \
                overview; several must all fit one and the same touch.",
            example = "is:Paid Search|Email"),
        RowLimit<DEFAULT_LIMIT>,
        ("cursor" = Option<String>, Query,
            description = "The cursor of the page before.",
            example = "12|[\"Paid Search\", \"Direct\"]"),
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<TouchPath, PathsMeta, RankedPagination>),
    )
)]
#[get("/api/v1beta/paths")]
pub(crate) async fn list_paths(
    call: Scoped<AnalyticsRead, ApiQuery<PathsParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = paths(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn paths(
    state: &AppState,
    access: &ProfileAccess,
    query: PathsQuery,
) -> Result<Page<TouchPath, PathsMeta, RankedPagination>, Problem> {
    let goals = known_goals(state, access, &query.goals).await?;
    let query = PathsQuery { goals, ..query };
    let internal = |error| Problem::internal(&error);
    let page = state.paths.paths(access, &query).await.map_err(internal)?;
    Ok(Page {
        data: page.rows.into_iter().map(TouchPath::from).collect(),
        meta: PathsMeta {
            date_from: query.period.from().to_string(),
            date_to: query.period.to().to_string(),
            profile_id: access.profile_id.uuid(),
            converting: query.converting,
            goal: told_goals(&query.goals),
            reporting_currency: page.currency.code().to_owned(),
            warnings: page.warnings,
        },
        pagination: RankedPagination::from(page.next),
    })
}
