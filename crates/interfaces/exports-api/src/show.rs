//! `GET /api/v1beta/connections/{id}`

use actix_web::{HttpResponse, get};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use kernel::ids::kind;

use crate::connection::{ConnectionBody, shown};

/// Get a connection
#[utoipa::path(
    operation_id = "getConnection",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G100"))),
    params(("id" = String, Path, format = Uuid, description = "The connection.")),
    responses(
        (status = 200, description = "The connection.",
            body = Envelope<ConnectionBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/connections/{id}")]
pub(crate) async fn get_connection(
    call: Scoped<ExportsRead, PathId<kind::Connection>>,
) -> Result<HttpResponse, Problem> {
    let now = shown(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(now))
}
