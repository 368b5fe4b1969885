//! `POST /api/v1/webhooks/subscriptions/{id}/rotate-secret`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use serde::Serialize;
use utoipa::ToSchema;
use webhook_delivery::rotate_secret::{self, NewSecret, RotateSecret};
use webhook_events::SubscriptionId;
use webhook_events::ids::kind;

use crate::problem::of_rotation;

/// A new secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RotatedWebhookSecret)]
pub struct RotatedSecret {
    /// What deliveries are signed with from now on. It is shown this once.
    pub secret: String,
    /// Until when deliveries are signed with the former secret, too.
    #[schema(format = DateTime)]
    pub previous_secret_expires_at: String,
}

/// Rotate a webhook secret
///
/// Deliveries are signed with the new secret and, for a day, with each that it replaces, so that a receiver that
/// knows either can verify them. At most ten old secrets sign at a time.
#[utoipa::path(
    operation_id = "rotateWebhookSecret",
    tag = "Webhooks",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G10"))),
    params(("id" = String, Path, format = Uuid, description = "The subscription.")),
    responses(
        (status = 200, description = "The new secret.",
            body = Envelope<RotatedSecret, ProfileMeta>),
        (status = 409, description = "Ten old secrets still sign."),
    )
)]
#[post("/api/v1/webhooks/subscriptions/{id}/rotate-secret")]
pub(crate) async fn rotate_webhook_secret(
    call: Scoped<ExportsWrite, PathId<kind::Subscription>>,
) -> Result<HttpResponse, Problem> {
    let meta = ProfileMeta::from(call.access.profile_id);
    let new = rotated(call.state.into_inner(), call.access, call.input.0).await?;
    let data = RotatedSecret {
        secret: new.secret.reveal(),
        previous_secret_expires_at: new.previous_expires_at.to_string(),
    };
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// Replaces it, even if the caller goes away. Also for the console.
pub async fn rotated(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: SubscriptionId,
) -> Result<NewSecret, Problem> {
    let command = RotateSecret {
        id,
        random: state.randomness.bytes32(),
        grace: state.webhooks.settings.rotation_grace,
    };
    detached(async move {
        let input = (access, command);
        let rotated = state.write(&input, |work, context, (access, command)| {
            Box::pin(rotate_secret::rotate_secret(work, context, access, command))
        });
        rotated.await.map_err(of_rotation)
    })
    .await
}
