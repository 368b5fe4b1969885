//! `GET /api/v1beta/connections/{id}`

use actix_web::{HttpResponse, get};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use kernel::ids::kind;

use crate::connection::ConnectionBody;

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
    let reader = &call.state.connections.connections;
    let found = reader.find(&call.access, call.input.0).await?;
    let found = found.ok_or_else(Problem::not_found)?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ConnectionBody::from(&found),
        meta: ProfileMeta::from(call.access.profile_id),
    }))
}
