//! `GET /api/v1/tracking/keys`

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ACTIVE;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::TrackingWrite;
use http_kit::problem::Problem;

/// A tracking key of the profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrackingKeyRow {
    /// Names the key.
    pub id: Uuid,
    /// What a page's tracker sends; not secret.
    pub public_key: String,
    /// `active`.
    pub status: &'static str,
    /// When it was issued, RFC 3339.
    #[schema(format = DateTime, extensions(("x-spec-gap" = json!("G37"))))]
    pub created_at: String,
}

/// List active tracking keys
#[utoipa::path(
    operation_id = "listTrackingKeys",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    responses(
        (status = 200, description = "The active keys, oldest first.",
            body = Envelope<Vec<TrackingKeyRow>, ProfileMeta>),
    )
)]
#[get("/api/v1/tracking/keys")]
pub(crate) async fn list_tracking_keys(
    call: Scoped<TrackingWrite>,
) -> Result<HttpResponse, Problem> {
    let profile = call.access.profile_id;
    let keys = call.state.tracking_keys.list(profile).await?;
    let row = |key: event_intake::TrackingKey| TrackingKeyRow {
        id: key.id.uuid(),
        public_key: key.public_key,
        status: ACTIVE,
        created_at: key.created_at.to_string(),
    };
    let data: Vec<_> = keys.into_iter().map(row).collect();
    Ok(HttpResponse::Ok().json(Envelope {
        data,
        meta: ProfileMeta::from(profile),
    }))
}
