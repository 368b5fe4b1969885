//! `GET /api/v1beta/exports/deliveries/{id}`

use actix_web::{HttpResponse, get};
use export_rules::ids::kind;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;

use super::record::ExportDeliveryBody;

/// Get an export delivery
#[utoipa::path(
    operation_id = "getExportDelivery",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(("id" = String, Path, format = Uuid, description = "The delivery.")),
    responses(
        (status = 200, description = "The delivery.",
            body = Envelope<ExportDeliveryBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/exports/deliveries/{id}")]
pub(crate) async fn get_export_delivery(
    call: Scoped<ExportsRead, PathId<kind::ExportDelivery>>,
) -> Result<HttpResponse, Problem> {
    let reader = &call.state.exports.deliveries;
    let found = reader.find(&call.access, call.input.0).await?;
    let found = found.ok_or_else(Problem::not_found)?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ExportDeliveryBody::from(&found),
        meta: ProfileMeta::from(call.access.profile_id),
    }))
}
