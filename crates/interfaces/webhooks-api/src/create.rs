//! `POST /api/v1/webhooks/subscriptions`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use webhook_delivery::create::{self, CreateSubscription};
use webhook_events::{SigningSecret, Subscription};

use crate::problem::of_create;
use crate::subscription::{BODY_BYTES, CreatedSubscription, NewBody};

/// Create a webhook subscription
///
/// From now on events of these types are sent to the address, signed with the secret of the answer, which is not
/// shown again. [How to receive them](/docs/webhooks.md).
#[utoipa::path(
    operation_id = "createWebhookSubscription",
    tag = "Webhooks",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G10"))),
    request_body = NewBody,
    responses(
        (status = 201, description = "The subscription with its secret.",
            body = Envelope<CreatedSubscription, ProfileMeta>),
        (status = 409, description = "The profile has 100 subscriptions."),
    )
)]
#[post("/api/v1/webhooks/subscriptions")]
pub(crate) async fn create_webhook_subscription(
    call: Scoped<ExportsWrite, ApiJson<NewBody, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let meta = ProfileMeta::from(call.access.profile_id);
    let made = created(call.state.into_inner(), call.access, call.input.0).await?;
    let data = CreatedSubscription::new(&made.0, &made.1);
    Ok(HttpResponse::Created().json(Envelope { data, meta }))
}

/// Subscribes, even if the caller goes away. Also for the console.
pub async fn created(
    state: Arc<AppState>,
    access: ProfileAccess,
    body: NewBody,
) -> Result<(Subscription, SigningSecret), Problem> {
    let command = CreateSubscription {
        new: body.read(&state.webhooks.settings.judge)?,
        random: state.randomness.bytes32(),
    };
    detached(async move {
        let input = (access, command);
        let made = state.write(&input, |work, context, (access, command)| {
            Box::pin(create::create(work, context, access, command))
        });
        made.await.map_err(of_create)
    })
    .await
}
