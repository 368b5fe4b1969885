//! `/p/{profile_id}/settings/developer/exports`: what conversions are sent with and to, which of them are, and what of
//! a person may leave.
//!
//! All is read and done by the functions of `exports-api`, so that the page shows, allows and refuses what the interface
//! does; but for what lets more leave, which is decided here alone, by owners and admins.
//!
//! Reading order: [`show`](mod@show) (the page), [`act`] (its forms).

mod act;
mod show;

use actix_web::HttpRequest;
use actix_web::web::{self, Bytes, ServiceConfig};
use http_kit::extract::parse_uuid;
use http_kit::problem::{Code, Problem};
use kernel::{Id, Scope};

use super::error::PageError;
use super::form::Form;
use super::viewer::AtProfile;

const PAGE: &str = "/p/{profile_id}/settings/developer/exports";

/// Registers the page and its forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    let below = |form: &str| format!("{PAGE}/{form}");
    config
        .route(PAGE, web::get().to(show::show))
        .route(&below("compliance"), web::post().to(act::decide))
        .route(&below("connections"), web::post().to(act::connect))
        .route(&below("destinations"), web::post().to(act::create))
        .route(
            &below("destinations/{id}/enabled"),
            web::post().to(act::switch_destination),
        )
        .route(
            &below("destinations/{id}/provision"),
            web::post().to(act::provision),
        )
        .route(
            &below("rules/{id}/enabled"),
            web::post().to(act::switch_rule),
        )
        .route(&below("rules/{id}/archive"), web::post().to(act::archive));
}

/// Somebody who may change exports, and the form that they sent.
async fn writer(request: &HttpRequest, body: &Bytes) -> Result<(AtProfile, Form), PageError> {
    let at = AtProfile::with(request, Scope::ExportsWrite).await?;
    let form = Form::accept(request, body, &at.viewer, &at.exports_path()).await?;
    Ok((at, form))
}

/// The id in the path; what is none names nothing.
fn id_in<K>(request: &HttpRequest) -> Result<Id<K>, PageError> {
    let text = request.match_info().get("id").unwrap_or_default();
    Ok(parse_uuid(text).ok_or(PageError::NotFound)?.into())
}

/// A refusal as the page says it. What is in the way is told in the interface's words.
fn refused(problem: Problem) -> PageError {
    match problem.code() {
        Code::Conflict => PageError::Invalid(vec![problem.detail().to_owned()]),
        Code::InsufficientScope => PageError::Role(
            "More of people's data would leave by this. An owner or admin of the workspace decides that, on this page.",
        ),
        _ => problem.into(),
    }
}
