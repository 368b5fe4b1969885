//! `GET /api/v1beta/attribution/recomputes/{id}`

use actix_web::{HttpResponse, get};
use kernel::ids::kind;

use super::body::RecomputeBody;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;

/// Get a full replay
///
/// Why it is made, how far it has come, and when reports began to show it.
#[utoipa::path(
    operation_id = "getRecompute",
    tag = "Attribution",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G47"))),
    params(("id" = String, Path, format = Uuid, description = "The replay.")),
    responses(
        (status = 200, description = "The replay.",
            body = Envelope<RecomputeBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/attribution/recomputes/{id}")]
pub(crate) async fn get_recompute(
    call: Scoped<AnalyticsRead, PathId<kind::Recompute>>,
) -> Result<HttpResponse, Problem> {
    let recompute = call
        .state
        .recomputes
        .recompute(&call.access, call.input.0)
        .await
        .map_err(|error| Problem::internal(&error))?
        .ok_or_else(Problem::not_found)?;
    let data = RecomputeBody::from(recompute);
    let meta = ProfileMeta::from(call.access.profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
