//! `PATCH /api/v1beta/profiles/{id}/retention`

use actix_web::{HttpResponse, patch};
use kernel::ids::kind;
use personal_data::retention::change::RetentionChange;

use super::body::{RetentionBody, RetentionPatch};
use super::{decide, envelope};
use crate::deletions::managed;
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::extract::{ApiJson, InPerson, PathId};
use http_kit::problem::Problem;

/// Decide how long personal text of a profile is kept
///
/// What has become old enough goes within a day, and does not come back. No figure changes by it: rows stay,
/// with all that figures are made of. A browser that comes back after it lost its id is a new one. Only
/// owners and admins of the workspace may, in person.
#[utoipa::path(
    operation_id = "updateProfileRetention",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G137"))),
    params(("id" = String, Path, format = Uuid, description = "The profile.")),
    request_body = RetentionPatch,
    responses(
        (status = 200, description = "What is decided.", body = Envelope<RetentionBody, NoMeta>),
        (status = 404, description = "There is no such profile."),
    )
)]
#[patch("/api/v1beta/profiles/{id}/retention")]
pub(crate) async fn update_profile_retention(
    call: InPerson<(PathId<kind::Profile>, ApiJson<RetentionPatch>)>,
) -> Result<HttpResponse, Problem> {
    let (state, user) = (call.state.into_inner(), call.person.user_id);
    let (PathId(id), ApiJson(body)) = call.input;
    managed(&state, user, id).await?;
    let wanted = RetentionChange::try_from(body)?;
    let settings = detached(async move { decide(&state, id, user, wanted).await }).await?;
    Ok(HttpResponse::Ok().json(envelope(settings)))
}
