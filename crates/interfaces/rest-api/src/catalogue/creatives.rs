//! `GET /api/v1beta/creatives`

use actix_web::{HttpResponse, get};
use ad_spend::catalogue::CatalogueLevel;

use super::list::{DEFAULT_LIMIT, listed};
use super::wire::CatalogueAnswer;
use crate::breakdowns::{Asked, SortParameter};
use crate::overview::QuestionParameters;
use http_kit::documented::RowLimit;
use http_kit::extract::scopes::CampaignsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::problem::Problem;

/// List creatives
///
/// Everything that ads show, where the platform keeps that apart from them (Meta does, Google does not), and what it came to.
///
/// What it came to in the period, under the same question as an overview: spend and credit where a visit named
/// one of the ads that show it now. Also what has no figures is in the list. Sorted by a figure, the highest first.
#[utoipa::path(
    operation_id = "listCreatives",
    tag = "Campaigns",
    security(("api_key" = ["campaigns:read"])),
    extensions(("x-spec-gap" = json!("G105"))),
    params(
        QuestionParameters,
        SortParameter,
        ("order" = Option<String>, Query,
            description = "desc (the default) or asc. Rows of equal value stand in ascending \
            order of their ids."),
        RowLimit<DEFAULT_LIMIT>,
        ("cursor" = Option<String>, Query,
            description = "The cursor of the page before, with the same `sort` and `order`.",
            example = "1250.5|912345"),
    ),
    responses((status = 200, description = "One page.", body = CatalogueAnswer))
)]
#[get("/api/v1beta/creatives")]
pub(crate) async fn list_creatives(
    call: Scoped<CampaignsRead, ApiQuery<Asked>>,
) -> Result<HttpResponse, Problem> {
    let asked = (CatalogueLevel::Creative, call.input.0);
    let answer = listed(&call.state, &call.access, asked).await?;
    Ok(HttpResponse::Ok().json(answer))
}
