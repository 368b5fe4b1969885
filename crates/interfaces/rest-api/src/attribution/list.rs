//! `GET /api/v1beta/attribution/recomputes`

use actix_web::{HttpResponse, get};
use reporting::recomputes::RecomputesQuery;

use super::body::RecomputeBody;
use http_kit::documented::{PageCursor, RowLimit};
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_keyset, read_limit,
};
use http_kit::problem::Problem;

const DEFAULT_LIMIT: u32 = 20;

/// The parameters of the list of full replays.
#[derive(Debug)]
pub enum RecomputesParameters {}

impl FromQuery for RecomputesParameters {
    type Query = RecomputesQuery;

    fn from_query(query: &mut QueryReader) -> Result<RecomputesQuery, Invalid> {
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = query.optional("cursor", read_keyset);
        Ok(RecomputesQuery {
            limit: limit?,
            after: after?,
        })
    }
}

/// List full replays
///
/// The latest request first.
#[utoipa::path(
    operation_id = "listRecomputes",
    tag = "Attribution",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G47"))),
    params(
        RowLimit<DEFAULT_LIMIT>,
        PageCursor,
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<RecomputeBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1beta/attribution/recomputes")]
pub(crate) async fn list_recomputes(
    call: Scoped<AnalyticsRead, ApiQuery<RecomputesParameters>>,
) -> Result<HttpResponse, Problem> {
    let page = call
        .state
        .recomputes
        .recomputes(&call.access, &call.input.0)
        .await
        .map_err(|error| Problem::internal(&error))?;
    Ok(HttpResponse::Ok().json(Page {
        data: page.rows.into_iter().map(RecomputeBody::from).collect(),
        meta: ProfileMeta::from(call.access.profile_id),
        pagination: CursorPagination::to(page.next.map(|next| next.to_string())),
    }))
}
