//! `GET`, `POST` and `DELETE /api/v1beta/profiles/{id}/deletion`

use actix_web::{HttpResponse, delete, get, post};
use kernel::ids::kind;

use super::body::{DeletionBody, DeletionRequestBody};
use super::{ask, envelope, keep, managed, shown};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::extract::{ApiJson, InPerson, PathId};
use http_kit::problem::Problem;

/// Whether a profile is to be deleted
#[utoipa::path(
    operation_id = "getProfileDeletion",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G136"))),
    params(("id" = String, Path, format = Uuid, description = "The profile.")),
    responses(
        (status = 200, description = "It is.", body = Envelope<DeletionBody, NoMeta>),
        (status = 404, description = "It is not, or there is no such profile."),
    )
)]
#[get("/api/v1beta/profiles/{id}/deletion")]
pub(crate) async fn get_profile_deletion(
    call: InPerson<PathId<kind::Profile>>,
) -> Result<HttpResponse, Problem> {
    let place = managed(&call.state, call.person.user_id, call.input.0).await?;
    shown(&call.state, place).await
}

/// Delete a profile
///
/// In a week, with everything that was ever received for it and all that follows from it. Until then it
/// goes on as before and can be kept. Only owners and admins of its workspace may, in person.
#[utoipa::path(
    operation_id = "requestProfileDeletion",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G136"))),
    params(("id" = String, Path, format = Uuid, description = "The profile.")),
    request_body = DeletionRequestBody,
    responses(
        (status = 202, description = "It is to be deleted, or was already.",
            body = Envelope<DeletionBody, NoMeta>),
        (status = 404, description = "There is no such profile."),
    )
)]
#[post("/api/v1beta/profiles/{id}/deletion")]
pub(crate) async fn request_profile_deletion(
    call: InPerson<(PathId<kind::Profile>, ApiJson<DeletionRequestBody>)>,
) -> Result<HttpResponse, Problem> {
    let (state, user) = (call.state.into_inner(), call.person.user_id);
    let (PathId(id), ApiJson(body)) = call.input;
    let place = managed(&state, user, id).await?;
    let deletion = detached(async move { ask(&state, place, user, &body.confirm).await }).await?;
    Ok(HttpResponse::Accepted().json(envelope(deletion)))
}

/// Keep a profile that was to be deleted
#[utoipa::path(
    operation_id = "withdrawProfileDeletion",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G136"))),
    params(("id" = String, Path, format = Uuid, description = "The profile.")),
    responses(
        (status = 204, description = "It stays."),
        (status = 404, description = "It was not to be deleted, or there is no such profile."),
    )
)]
#[delete("/api/v1beta/profiles/{id}/deletion")]
pub(crate) async fn withdraw_profile_deletion(
    call: InPerson<PathId<kind::Profile>>,
) -> Result<HttpResponse, Problem> {
    let (state, user) = (call.state.into_inner(), call.person.user_id);
    let place = managed(&state, user, call.input.0).await?;
    detached(async move { keep(&state, place, user).await }).await?;
    Ok(HttpResponse::NoContent().finish())
}
