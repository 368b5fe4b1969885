//! `GET /api/v1/webhooks/subscriptions`

use actix_web::{HttpResponse, get};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::ExportsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use webhook_events::Subscription;

use crate::subscription::SubscriptionBody;

/// List webhook subscriptions
///
/// All of the profile's, oldest first; there are at most 100. Secrets are never shown here.
#[utoipa::path(
    operation_id = "listWebhookSubscriptions",
    tag = "Webhooks",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G10"))),
    responses(
        (status = 200, description = "The subscriptions.",
            body = Envelope<Vec<SubscriptionBody>, ProfileMeta>),
    )
)]
#[get("/api/v1/webhooks/subscriptions")]
pub(crate) async fn list_webhook_subscriptions(
    call: Scoped<ExportsRead, ()>,
) -> Result<HttpResponse, Problem> {
    let all = subscriptions(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: all.iter().map(SubscriptionBody::from).collect::<Vec<_>>(),
        meta: ProfileMeta::from(call.access.profile_id),
    }))
}

/// All of the profile's. Also for the console.
pub async fn subscriptions(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Vec<Subscription>, Problem> {
    Ok(state.webhooks.subscriptions.list(access).await?)
}
