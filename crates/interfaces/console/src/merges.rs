//! `/p/{profile_id}/merges`: which customers people said are one, and what saying so does.
//!
//! Reading order: [`history`] (the page), [`find`] (with whom somebody may be one), [`preview`] (what that would do),
//! [`queue`] (who may be one as far as can be told), [`selection`] (several of them at once), [`repair`] (what can be filled in), [`act`] (the forms).

mod act;
mod find;
mod history;
mod preview;
mod queue;
mod repair;
mod selection;

pub(super) use preview::{ModelShown, models};

use actix_web::HttpResponse;
use actix_web::web::{self, ServiceConfig};
use http_kit::problem::{Code, Problem};
use kernel::{Personal, Scope};
use people_api::customers::list::starred;
use reporting::masking::PiiMode;

use super::error::PageError;
use super::format::sentence;
use super::viewer::AtProfile;

/// What a page or form is answered with.
pub(super) type Answered = Result<HttpResponse, PageError>;

const PAGE: &str = "/p/{profile_id}/merges";

/// Registers the pages and their forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(PAGE, web::get().to(history::show))
        .route(PAGE, web::post().to(act::merge))
        .route(&format!("{PAGE}/find"), web::get().to(find::show))
        .route(&format!("{PAGE}/preview"), web::get().to(preview::show))
        .route(&format!("{PAGE}/proposals"), web::get().to(queue::show))
        .route(&format!("{PAGE}/proposals/scan"), web::post().to(act::scan))
        .route(
            &format!("{PAGE}/proposals/selection"),
            web::post().to(selection::select),
        )
        .route(&format!("{PAGE}/undo"), web::post().to(selection::undo))
        .route(
            &format!("{PAGE}/proposals/{{id}}/decide"),
            web::post().to(act::decide),
        )
        .route(&format!("{PAGE}/repair"), web::get().to(repair::show))
        .route(&format!("{PAGE}/repair"), web::post().to(act::repair))
        .route(&format!("{PAGE}/{{id}}/undo"), web::post().to(act::undo));
}

/// Where the page is; its forms' tokens are named after it.
pub(super) fn path(at: &AtProfile) -> String {
    format!("/p/{}/merges", at.access.profile_id)
}

/// Where those are who may be one.
pub(super) fn queue_path(at: &AtProfile) -> String {
    format!("{}/proposals", path(at))
}

/// Where what is missing of customers is filled in.
fn repair_path(at: &AtProfile) -> String {
    format!("{}/repair", path(at))
}

/// Where somebody is looked for with whom a customer may be one.
pub(super) fn find_path(at: &AtProfile, customer: uuid::Uuid) -> String {
    format!("{}/find?one={customer}", path(at))
}

/// What a customer is called: by name, else by what is known of them, as much of it as the profile shows.
pub(super) fn called(
    names: [Option<&Personal>; 2],
    email: Option<&Personal>,
    phone: Option<&Personal>,
    mode: PiiMode,
) -> String {
    let told = |kind, value: Option<&Personal>| {
        starred(kind, value.map(|it| it.as_str().to_owned()), mode)
    };
    let [first, last] = names;
    let names = [told("first_name", first), told("last_name", last)];
    let names: Vec<String> = names.into_iter().flatten().collect();
    if !names.is_empty() {
        return names.join(" ");
    }
    let known = told("email", email).or_else(|| told("phone", phone));
    known.unwrap_or_else(|| "No name".to_owned())
}

/// Whether whoever looks may say who is one.
pub(super) fn writes(at: &AtProfile) -> bool {
    at.access.allows(Scope::AttributionWrite)
}

/// Why it cannot be done, in words.
pub(super) fn refused(problem: Problem) -> PageError {
    match problem.code() {
        Code::Conflict => PageError::Invalid(vec![sentence(problem.detail())]),
        _ => problem.into(),
    }
}
