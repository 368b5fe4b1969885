//! `GET /api/v1beta/webhooks/deliveries/{id}`

use actix_web::{HttpResponse, get};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use webhook_events::DeliveryId;
use webhook_events::ids::kind;
use webhook_events::ports::DeliveryDetail;

use crate::delivery::DetailBody;

/// Show a webhook delivery
///
/// With every request, and the beginning of what was answered.
#[utoipa::path(
    operation_id = "getWebhookDelivery",
    tag = "Webhooks",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G138"))),
    params(("id" = String, Path, format = Uuid, description = "The delivery.")),
    responses(
        (status = 200, description = "The delivery.", body = Envelope<DetailBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/webhooks/deliveries/{id}")]
pub(crate) async fn get_webhook_delivery(
    call: Scoped<ExportsRead, PathId<kind::Delivery>>,
) -> Result<HttpResponse, Problem> {
    let found = delivery(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: DetailBody::from(&found),
        meta: ProfileMeta::from(call.access.profile_id),
    }))
}

/// The delivery. Also for the console.
pub async fn delivery(
    state: &AppState,
    access: &ProfileAccess,
    id: DeliveryId,
) -> Result<DeliveryDetail, Problem> {
    let found = state.webhooks.deliveries.find(access, id).await?;
    found.ok_or_else(Problem::not_found)
}
