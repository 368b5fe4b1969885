//! `/` leads to where somebody works; `/w/{workspace_id}` lists the profiles of a workspace.

use access_control::ports::{ReachableProfile, ReachableWorkspace};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::chrome::{Chrome, Section, role_name};
use super::error::PageError;
use super::found::{WORKSPACES, profiles_path};
use super::page::{page, see_other};
use super::viewer::{AtWorkspace, Viewer};

#[derive(Template)]
#[template(path = "console/nowhere.html")]
struct NowherePage {
    chrome: Chrome,
    action: &'static str,
    token: String,
}

#[derive(Template)]
#[template(path = "console/workspace.html")]
struct WorkspacePage {
    chrome: Chrome,
    name: String,
    role: &'static str,
    profiles: Vec<ReachableProfile>,
    /// For those who may make one.
    new_profile: Option<NewProfileForm>,
}

/// The form of a new profile.
struct NewProfileForm {
    action: String,
    token: String,
}

/// The first profile, else the first workspace, else what to do without either.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let viewer = Viewer::of(&request).await?;
    let (_, places) = viewer.surroundings().await?;
    let profile = places.iter().flat_map(|place| &place.profiles).next();
    match (profile, places.first()) {
        (Some(profile), _) => Ok(see_other(&format!("/p/{}", profile.id))),
        (None, Some(place)) => Ok(see_other(&format!("/w/{}", place.id))),
        (None, None) => Ok(page(&NowherePage {
            chrome: viewer.chrome("Welcome").await?,
            action: WORKSPACES,
            token: viewer.form_token(WORKSPACES).await?,
        })),
    }
}

/// The profiles of a workspace.
pub(super) async fn workspace(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let at = AtWorkspace::enter(&request).await?;
    let chrome = at.chrome("Profiles", Section::Profiles).await?;
    let mut places = chrome.places.iter();
    let place = places.find(|place| place.id == at.id).cloned();
    let ReachableWorkspace { name, profiles, .. } = place.ok_or(PageError::NotFound)?;
    let new_profile = if at.reach.role.reaches_all() {
        let action = profiles_path(&at);
        let token = at.viewer.form_token(&action).await?;
        Some(NewProfileForm { action, token })
    } else {
        None
    };
    Ok(page(&WorkspacePage {
        chrome,
        new_profile,
        name,
        role: role_name(at.reach.role),
        profiles,
    }))
}
