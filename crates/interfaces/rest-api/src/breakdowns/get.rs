//! `GET /api/v1beta/breakdowns/{dimension}`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::breakdown::BreakdownQuery;

use super::query::{Asked, DEFAULT_LIMIT, PathDimension, SortParameter};
use super::wire::{BreakdownAnswer, BreakdownData, BreakdownTotal, FiguresMeta};
use crate::overview::QuestionParameters;
use crate::overview::goals::with_known_goals;
use http_kit::documented::RowLimit;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use spend_api::warnings::with_spend;

/// Break figures down by a dimension
///
/// Spend, credited revenue and conversions, and web figures of each value of the dimension, with
/// the total over all values. Every figure means what it means in the overview, under the same
/// filters; a conversion that no touch is credited with stands in no row.
#[utoipa::path(
    operation_id = "getBreakdown",
    tag = "Analytics",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G44"))),
    params(
        ("dimension" = String, Path, description = "channel, source, medium, campaign, \
            campaign_id (the platform's; `campaign` is what `utm_campaign` says), ad_set, ad, referrer_host, landing_path, country, device, browser, os or keyword \
            (`utm_term`). Spend is known by the first seven alone."),
        QuestionParameters,
        SortParameter,
        ("order" = Option<String>, Query,
            description = "desc (the default) or asc. Rows of equal value stand in ascending \
            order of their keys."),
        RowLimit<DEFAULT_LIMIT>,
        ("cursor" = Option<String>, Query,
            description = "The cursor of the page before, with the same `sort` and `order`.",
            example = "1250.5|Email"),
    ),
    responses(
        (status = 200, description = "One page, and the total.", body = BreakdownAnswer),
    )
)]
#[get("/api/v1beta/breakdowns/{dimension}")]
pub(crate) async fn get_breakdown(
    call: Scoped<AnalyticsRead, (PathDimension, ApiQuery<Asked>)>,
) -> Result<HttpResponse, Problem> {
    let (dimension, ApiQuery(asked)) = call.input;
    let answer = breakdown(&call.state, &call.access, &asked.by(dimension)).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn breakdown(
    state: &AppState,
    access: &ProfileAccess,
    query: &BreakdownQuery,
) -> Result<BreakdownAnswer, Problem> {
    let question = with_known_goals(state, access, &query.question).await?;
    let query = &BreakdownQuery {
        question,
        ..query.clone()
    };
    let breakdown = state
        .breakdowns
        .breakdown(access, query)
        .await
        .map_err(|error| Problem::internal(&error))?;
    let told = (breakdown.warnings, breakdown.reads_spend);
    let days = (query.question.period.from(), query.question.period.to());
    let warnings = with_spend(state, access, told, days).await?;
    let unattributed = breakdown.unattributed_conversions;
    Ok(BreakdownAnswer {
        data: BreakdownData {
            rows: breakdown.rows.into_iter().map(Into::into).collect(),
            total: BreakdownTotal::new(breakdown.total, unattributed),
        },
        meta: FiguresMeta::new(
            access.profile_id,
            &query.question,
            (breakdown.currency, warnings),
        ),
        pagination: breakdown.next.into(),
    })
}
