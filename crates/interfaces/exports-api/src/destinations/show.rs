//! `GET /api/v1beta/exports/destinations/{id}`

use actix_web::{HttpResponse, get};
use export_rules::ids::kind;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;

use super::list::destination;
use super::record::DestinationBody;

/// Get an export destination
#[utoipa::path(
    operation_id = "getExportDestination",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(("id" = String, Path, format = Uuid, description = "The destination.")),
    responses(
        (status = 200, description = "The destination.",
            body = Envelope<DestinationBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/exports/destinations/{id}")]
pub(crate) async fn get_export_destination(
    call: Scoped<ExportsRead, PathId<kind::Destination>>,
) -> Result<HttpResponse, Problem> {
    let found = destination(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(found))
}
