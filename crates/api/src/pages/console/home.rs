//! `/` leads to where somebody works; `/w/{workspace_id}` lists the profiles of a workspace.

use actix_web::{HttpRequest, HttpResponse};
use application::ports::{Place, PlaceProfile};
use askama::Template;

use super::chrome::{Chrome, Section, role_name};
use super::error::PageError;
use super::page::{page, see_other};
use super::viewer::{AtWorkspace, Viewer};

#[derive(Template)]
#[template(path = "console/nowhere.html")]
struct NowherePage {
    chrome: Chrome,
}

#[derive(Template)]
#[template(path = "console/workspace.html")]
struct WorkspacePage {
    chrome: Chrome,
    name: String,
    role: &'static str,
    profiles: Vec<PlaceProfile>,
}

/// The first profile, else the first workspace, else what to do without either.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let viewer = Viewer::of(&request).await?;
    let (person, places) = viewer.surroundings().await?;
    let profile = places.iter().flat_map(|place| &place.profiles).next();
    match (profile, places.first()) {
        (Some(profile), _) => Ok(see_other(&format!("/p/{}", profile.id))),
        (None, Some(place)) => Ok(see_other(&format!("/w/{}", place.id))),
        (None, None) => Ok(page(&NowherePage {
            chrome: Chrome::alone("Welcome", person, places),
        })),
    }
}

/// The profiles of a workspace.
pub(super) async fn workspace(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let at = AtWorkspace::enter(&request).await?;
    let chrome = at.chrome("Profiles", Section::Profiles).await?;
    let mut places = chrome.places.iter();
    let place = places.find(|place| place.id == at.id).cloned();
    let Place { name, profiles, .. } = place.ok_or(PageError::NotFound)?;
    Ok(page(&WorkspacePage {
        chrome,
        name,
        role: role_name(at.reach.role),
        profiles,
    }))
}
