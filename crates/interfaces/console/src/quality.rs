//! `/p/{profile_id}/quality`: how much of what reports rest on is there, what is wrong, and links before they go live.
//!
//! Reading order: [`show`](mod@show) (the page) with its [`score`], what comes in ([`feeds`]), its [`findings`], its [`dangling`]
//! ads, its [`checks`] and its [`history`], [`act`] (its forms), [`links`] (the page of links that are judged) with [`judged`] (what is said of
//! each), [`csv`] (the same as a file) and [`build`] (one that is put together); [`paste`] (what to put in place of a
//! link) and [`words`] serve both.

mod act;
mod build;
mod checks;
mod csv;
mod dangling;
mod feeds;
mod findings;
mod history;
mod judged;
mod links;
mod paste;
mod score;
mod show;
mod words;

use actix_web::HttpResponse;
use actix_web::web::{self, ServiceConfig};
use kernel::Scope;

use super::error::PageError;
use super::viewer::AtProfile;

/// What a page or form is answered with.
type Answered = Result<HttpResponse, PageError>;

const PAGE: &str = "/p/{profile_id}/quality";

/// Registers the pages and their forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(PAGE, web::get().to(show::show))
        .route(&format!("{PAGE}/look"), web::post().to(act::look))
        .route(
            &format!("{PAGE}/faults/{{category}}/mute"),
            web::post().to(act::mute),
        )
        .route(&format!("{PAGE}/links"), web::get().to(links::show))
        .route(&format!("{PAGE}/links"), web::post().to(links::check))
        .route(
            &format!("{PAGE}/links/csv"),
            web::post().to(links::download),
        );
}

/// Where the page is; its forms' tokens are named after it.
fn path(at: &AtProfile) -> String {
    format!("/p/{}/quality", at.access.profile_id)
}

/// Where links are judged; its forms' tokens are named after it.
fn links_path(at: &AtProfile) -> String {
    format!("{}/links", path(at))
}

/// Whether whoever looks may say that a fault is let be.
fn mutes(at: &AtProfile) -> bool {
    at.access.allows(Scope::AttributionWrite)
}
