//! `POST /api/v1/webhooks/deliveries/{id}/replay`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use webhook_delivery::replay;
use webhook_events::DeliveryId;
use webhook_events::ids::kind;

use crate::delivery::Queued;
use crate::problem::of_replay;

/// Replay a delivery
///
/// Sends the same bytes once more under the same `webhook-id`, with a new timestamp, signed with the secrets of
/// now, whatever became of the delivery. One that still waits is sent at once.
#[utoipa::path(
    operation_id = "replayWebhookDelivery",
    tag = "Webhooks",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G10"))),
    params(("id" = String, Path, format = Uuid,
        description = "The delivery: `webhook-id` of its requests.")),
    responses(
        (status = 202, description = "It is on its way.", body = Envelope<Queued, ProfileMeta>),
        (status = 409, description = "Its payload is not kept any more."),
    )
)]
#[post("/api/v1/webhooks/deliveries/{id}/replay")]
pub(crate) async fn replay_webhook_delivery(
    call: Scoped<ExportsWrite, PathId<kind::Delivery>>,
) -> Result<HttpResponse, Problem> {
    let meta = ProfileMeta::from(call.access.profile_id);
    let id = call.input.0;
    replayed(call.state.into_inner(), call.access, id).await?;
    let data = Queued::from(id);
    Ok(HttpResponse::Accepted().json(Envelope { data, meta }))
}

/// Replays it, even if the caller goes away. Also for the console.
pub async fn replayed(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: DeliveryId,
) -> Result<(), Problem> {
    detached(async move {
        let input = (access, (id, state.webhooks.settings.payload_retention));
        let done = state.write(&input, |work, context, (access, which)| {
            Box::pin(replay::replay(work, context, access, *which))
        });
        done.await.map_err(of_replay)
    })
    .await
}
