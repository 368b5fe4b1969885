//! `GET /api/v1beta/tracking/exclusions`

use actix_web::{HttpResponse, get};
use event_intake::ports::StoredExclusion;
use kernel::ProfileId;

use super::body::ExclusionBody;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::TrackingWrite;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// List tracking exclusions
///
/// Those in force; a profile has at most 100.
#[utoipa::path(
    operation_id = "listTrackingExclusions",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G135"))),
    responses(
        (status = 200, description = "The exclusions in force, oldest first.",
            body = Envelope<Vec<ExclusionBody>, ProfileMeta>),
    )
)]
#[get("/api/v1beta/tracking/exclusions")]
pub(crate) async fn list_tracking_exclusions(
    call: Scoped<TrackingWrite>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let listed = in_force(&call.state, profile_id).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: listed
            .into_iter()
            .map(ExclusionBody::from)
            .collect::<Vec<_>>(),
        meta: ProfileMeta::from(profile_id),
    }))
}

/// Also for the console.
pub async fn in_force(
    state: &AppState,
    profile_id: ProfileId,
) -> Result<Vec<(StoredExclusion, u64)>, Problem> {
    let listed = state.read(&profile_id, |work, _, profile_id| {
        Box::pin(async move { work.exclusions().list(*profile_id).await })
    });
    Ok(listed.await?)
}
