//! The last section of a profile's and a workspace's pages: what deletes them, and what keeps them.

use access_control::Role;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use application::ports::DeletionTarget;
use kernel::TimeZone;

use super::error::PageError;
use super::form::Form;
use super::format::instant;
use super::page::see_other;
use super::viewer::{AtProfile, AtWorkspace, Viewer};
use accounts_api::deletions::{Deletable, ask, found, keep};

/// What the section shows.
pub(super) struct Leaving {
    /// `profile` or `workspace`.
    pub what: &'static str,
    /// What has to be typed.
    pub name: String,
    /// From when on it cannot be taken back, when it is to be deleted.
    pub due: Option<String>,
}

/// Of a profile, for those who may delete it.
pub(super) async fn of_profile(at: &AtProfile) -> Result<Option<Leaving>, PageError> {
    if !at.manages() {
        return Ok(None);
    }
    let deletion = found(&at.viewer.state, place(at)).await?;
    Ok(Some(Leaving {
        what: "profile",
        name: at.profile.name.clone(),
        due: deletion.map(|it| instant(it.due_at, &at.profile.timezone)),
    }))
}

fn place(at: &AtProfile) -> Deletable {
    let target = DeletionTarget::Profile(at.access.profile_id);
    (at.profile.workspace_id, target)
}

/// Of a workspace, for those who may delete it.
pub(super) async fn of_workspace(
    at: &AtWorkspace,
    name: String,
) -> Result<Option<Leaving>, PageError> {
    if at.reach.role != Role::Owner {
        return Ok(None);
    }
    let deletion = found(&at.viewer.state, (at.id, DeletionTarget::Workspace)).await?;
    Ok(Some(Leaving {
        what: "workspace",
        name,
        due: deletion.map(|it| instant(it.due_at, &TimeZone::utc())),
    }))
}

/// Has a profile deleted, or keeps it.
pub(super) async fn decide_profile(
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let at = AtProfile::enter(&request).await?;
    if !at.manages() {
        return Err(PageError::Role(
            "Only owners and admins may delete a profile.",
        ));
    }
    let path = at.developer_path();
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    decide(&at.viewer, place(&at), &form).await?;
    Ok(see_other(&format!("{path}#deletion")))
}

/// Has a workspace deleted, or keeps it.
pub(super) async fn decide_workspace(
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let at = AtWorkspace::enter(&request).await?;
    if at.reach.role != Role::Owner {
        return Err(PageError::Role("Only owners may delete a workspace."));
    }
    let path = at.members_path();
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    decide(&at.viewer, (at.id, DeletionTarget::Workspace), &form).await?;
    Ok(see_other(&format!("{path}#deletion")))
}

async fn decide(viewer: &Viewer, place: Deletable, form: &Form) -> Result<(), PageError> {
    let user = viewer.who.user_id;
    if form.one("what") == Some("keep") {
        keep(&viewer.state, place, user).await?;
    } else {
        let typed = form.one("confirm").unwrap_or_default();
        ask(&viewer.state, place, user, typed).await?;
    }
    Ok(())
}
