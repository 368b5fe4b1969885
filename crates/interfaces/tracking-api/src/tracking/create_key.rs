//! `POST /api/v1/tracking/keys`

use actix_web::{HttpResponse, post};
use event_intake::{TrackingKey, TrackingKeyText};
use kernel::{ProfileId, StoreError};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ACTIVE;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::TrackingWrite;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// The profile's tracking key.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrackingKeyResult {
    /// Names the key.
    pub id: Uuid,
    /// What a page's tracker sends; not secret. Begins with `trk_live_`.
    pub public_key: String,
    /// `active`.
    pub status: &'static str,
    /// Whether this call issued it; `false` when the profile had one.
    pub created: bool,
}

/// Issue the tracking key
///
/// A profile has one active tracking key. The first call issues it, every other call gives the
/// same one back.
#[utoipa::path(
    operation_id = "createTrackingKey",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    responses(
        (status = 201, description = "The key is issued.",
            body = Envelope<TrackingKeyResult, ProfileMeta>),
        (status = 200, description = "The profile had a key; this is it.",
            body = Envelope<TrackingKeyResult, ProfileMeta>),
    )
)]
#[post("/api/v1/tracking/keys")]
pub(crate) async fn create_tracking_key(
    call: Scoped<TrackingWrite>,
) -> Result<HttpResponse, Problem> {
    let profile = call.access.profile_id;
    let (key, created) = active_or_new(&call.state, profile).await?;
    let data = TrackingKeyResult {
        id: key.id.uuid(),
        public_key: key.public_key,
        status: ACTIVE,
        created,
    };
    let mut response = if created {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    Ok(response.json(Envelope {
        data,
        meta: ProfileMeta::from(profile),
    }))
}

/// The active key, and whether it is new. Of two callers at once, one issues and both get its key.
pub async fn active_or_new(
    state: &AppState,
    profile: ProfileId,
) -> Result<(TrackingKey, bool), StoreError> {
    if let Some(key) = state.tracking_keys.active(profile).await? {
        return Ok((key, false));
    }
    let text = TrackingKeyText::from_random(state.randomness.bytes32());
    let new = TrackingKey {
        id: state.ids.new_id().into(),
        public_key: text.as_str().to_owned(),
        created_at: state.clock.now(),
    };
    let kept = state.tracking_keys.issue(profile, &new).await?;
    let created = kept.id == new.id;
    Ok((kept, created))
}
