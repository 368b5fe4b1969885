//! `DELETE /api/v1/webhooks/subscriptions/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, delete};
use http_kit::detached::detached;
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use webhook_delivery::delete;
use webhook_events::SubscriptionId;
use webhook_events::ids::kind;

/// Delete a webhook subscription
///
/// What waits is not sent any more, and its deliveries are not told of any more.
#[utoipa::path(
    operation_id = "deleteWebhookSubscription",
    tag = "Webhooks",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G10"))),
    params(("id" = String, Path, format = Uuid, description = "The subscription.")),
    responses((status = 204, description = "The subscription is gone."))
)]
#[delete("/api/v1/webhooks/subscriptions/{id}")]
pub(crate) async fn delete_webhook_subscription(
    call: Scoped<ExportsWrite, PathId<kind::Subscription>>,
) -> Result<HttpResponse, Problem> {
    deleted(call.state.into_inner(), call.access, call.input.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes it, even if the caller goes away. Also for the console.
pub async fn deleted(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: SubscriptionId,
) -> Result<(), Problem> {
    detached(async move {
        let input = (access, id);
        let gone = state.write(&input, |work, context, (access, id)| {
            Box::pin(delete::delete(work, context, access, *id))
        });
        if gone.await? {
            Ok(())
        } else {
            Err(Problem::not_found())
        }
    })
    .await
}
