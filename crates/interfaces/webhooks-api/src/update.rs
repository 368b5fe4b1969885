//! `PATCH /api/v1/webhooks/subscriptions/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, patch};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use webhook_delivery::update::{self, UpdateSubscription, Updated};
use webhook_events::SubscriptionId;
use webhook_events::ids::kind;

use crate::subscription::{BODY_BYTES, ChangeBody, SubscriptionBody, UpdatedSubscription};

/// What is read of the request.
type Update = (PathId<kind::Subscription>, ApiJson<ChangeBody, BODY_BYTES>);

/// Update a webhook subscription
///
/// Fields that are absent stay as they are. When the address has another host, the subscription gets a new secret,
/// which the answer shows, and deliveries are signed with no other from then on.
#[utoipa::path(
    operation_id = "updateWebhookSubscription",
    tag = "Webhooks",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G10"))),
    params(("id" = String, Path, format = Uuid, description = "The subscription.")),
    request_body = ChangeBody,
    responses(
        (status = 200, description = "The subscription as it is now.",
            body = Envelope<UpdatedSubscription, ProfileMeta>),
    )
)]
#[patch("/api/v1/webhooks/subscriptions/{id}")]
pub(crate) async fn update_webhook_subscription(
    call: Scoped<ExportsWrite, Update>,
) -> Result<HttpResponse, Problem> {
    let meta = ProfileMeta::from(call.access.profile_id);
    let (PathId(id), ApiJson(body)) = call.input;
    let updated = updated(call.state.into_inner(), call.access, (id, body)).await?;
    let data = UpdatedSubscription {
        subscription: SubscriptionBody::from(&updated.subscription),
        secret: updated.secret.map(|secret| secret.reveal()),
    };
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// Changes it, even if the caller goes away. Also for the console.
pub async fn updated(
    state: Arc<AppState>,
    access: ProfileAccess,
    (id, body): (SubscriptionId, ChangeBody),
) -> Result<Updated, Problem> {
    let command = UpdateSubscription {
        id,
        patch: body.read(&state.webhooks.settings.judge)?,
        random: state.randomness.bytes32(),
    };
    detached(async move {
        let input = (access, command);
        let updated = state.write(&input, |work, context, (access, command)| {
            Box::pin(update::update(work, context, access, command))
        });
        updated.await?.ok_or_else(Problem::not_found)
    })
    .await
}
