//! `GET`, `POST` and `DELETE /api/v1beta/workspaces/{id}/deletion`

use actix_web::{HttpResponse, delete, get, post};
use kernel::ids::kind;

use super::body::{DeletionBody, DeletionRequestBody};
use super::{ask, envelope, keep, shown, workspace};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::extract::{ApiJson, InPerson, PathId};
use http_kit::problem::Problem;

/// Whether a workspace is to be deleted
#[utoipa::path(
    operation_id = "getWorkspaceDeletion",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G136"))),
    params(("id" = String, Path, format = Uuid, description = "The workspace.")),
    responses(
        (status = 200, description = "It is.", body = Envelope<DeletionBody, NoMeta>),
        (status = 404, description = "It is not, or there is no such workspace."),
    )
)]
#[get("/api/v1beta/workspaces/{id}/deletion")]
pub(crate) async fn get_workspace_deletion(
    call: InPerson<PathId<kind::Workspace>>,
) -> Result<HttpResponse, Problem> {
    let place = workspace(&call.state, call.person.user_id, call.input.0).await?;
    shown(&call.state, place).await
}

/// Delete a workspace
///
/// In a week, with all its profiles and everything in them; of the workspace's own trail one line stays
/// that says so. Until then it goes on as before and can be kept. Only owners may, in person.
#[utoipa::path(
    operation_id = "requestWorkspaceDeletion",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G136"))),
    params(("id" = String, Path, format = Uuid, description = "The workspace.")),
    request_body = DeletionRequestBody,
    responses(
        (status = 202, description = "It is to be deleted, or was already.",
            body = Envelope<DeletionBody, NoMeta>),
        (status = 404, description = "There is no such workspace."),
    )
)]
#[post("/api/v1beta/workspaces/{id}/deletion")]
pub(crate) async fn request_workspace_deletion(
    call: InPerson<(PathId<kind::Workspace>, ApiJson<DeletionRequestBody>)>,
) -> Result<HttpResponse, Problem> {
    let (state, user) = (call.state.into_inner(), call.person.user_id);
    let (PathId(id), ApiJson(body)) = call.input;
    let place = workspace(&state, user, id).await?;
    let deletion = detached(async move { ask(&state, place, user, &body.confirm).await }).await?;
    Ok(HttpResponse::Accepted().json(envelope(deletion)))
}

/// Keep a workspace that was to be deleted
#[utoipa::path(
    operation_id = "withdrawWorkspaceDeletion",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G136"))),
    params(("id" = String, Path, format = Uuid, description = "The workspace.")),
    responses(
        (status = 204, description = "It stays."),
        (status = 404, description = "It was not to be deleted, or there is no such workspace."),
    )
)]
#[delete("/api/v1beta/workspaces/{id}/deletion")]
pub(crate) async fn withdraw_workspace_deletion(
    call: InPerson<PathId<kind::Workspace>>,
) -> Result<HttpResponse, Problem> {
    let (state, user) = (call.state.into_inner(), call.person.user_id);
    let place = workspace(&state, user, call.input.0).await?;
    detached(async move { keep(&state, place, user).await }).await?;
    Ok(HttpResponse::NoContent().finish())
}
