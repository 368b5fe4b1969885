//! `/p/{profile_id}/settings/developer/spend`: accounts whose spend is read, how that goes, and what of which day is there;
//! and files of spend.
//!
//! Reading order: [`show`](mod@show) (the page), [`act`] (its forms), [`upload`] (a file, before and after it is written)
//! with its [`preview`], [`restated`] (how spend moved).

mod act;
mod preview;
mod restated;
mod show;
mod upload;

use actix_web::HttpResponse;
use actix_web::web::{self, ServiceConfig};
use kernel::Scope;

use super::error::PageError;
use super::viewer::AtProfile;

/// What a page or form is answered with.
type Answered = Result<HttpResponse, PageError>;

const PAGE: &str = "/p/{profile_id}/settings/developer/spend";

/// Registers the page and its forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    let below = |path: &str| format!("{PAGE}/{{id}}/{path}");
    config
        .route(PAGE, web::get().to(show::show))
        .route(&format!("{PAGE}/upload"), web::get().to(upload::show))
        .route(&format!("{PAGE}/upload"), web::post().to(upload::preview))
        .route(
            &format!("{PAGE}/upload/written"),
            web::post().to(upload::write),
        )
        .route(&below("enabled"), web::post().to(act::switch))
        .route(&below("sync"), web::post().to(act::sync));
}

/// Where the page is, for those who may open it.
pub(super) fn opened(at: &AtProfile) -> Option<String> {
    at.access
        .allows(Scope::ExportsRead)
        .then(|| at.spend_path())
}

/// Whether whoever looks may say what is read.
fn writes(at: &AtProfile) -> bool {
    at.access.allows(Scope::AttributionWrite)
}
