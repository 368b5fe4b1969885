//! `POST /api/v1/webhooks/test/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use webhook_delivery::test;
use webhook_events::ids::kind;
use webhook_events::{DeliveryId, SubscriptionId};

use crate::delivery::Queued;

/// Send a test event
///
/// An event of the first type and provider on the subscription's lists, whose data has `test: true` and an example
/// of every field. It is signed, sent and repeated like any other, also while the subscription is disabled.
#[utoipa::path(
    operation_id = "testWebhookSubscription",
    tag = "Webhooks",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G10"))),
    params(("id" = String, Path, format = Uuid, description = "The subscription.")),
    responses(
        (status = 202, description = "It is on its way.", body = Envelope<Queued, ProfileMeta>),
    )
)]
#[post("/api/v1/webhooks/test/{id}")]
pub(crate) async fn test_webhook_subscription(
    call: Scoped<ExportsWrite, PathId<kind::Subscription>>,
) -> Result<HttpResponse, Problem> {
    let meta = ProfileMeta::from(call.access.profile_id);
    let delivery = tested(call.state.into_inner(), call.access, call.input.0).await?;
    let data = Queued::from(delivery);
    Ok(HttpResponse::Accepted().json(Envelope { data, meta }))
}

/// Sends it, even if the caller goes away. Also for the console.
pub async fn tested(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: SubscriptionId,
) -> Result<DeliveryId, Problem> {
    detached(async move {
        let input = (access, id);
        let sent = state.write(&input, |work, context, (access, id)| {
            Box::pin(test::test(work, context, access, *id))
        });
        sent.await?.ok_or_else(Problem::not_found)
    })
    .await
}
