//! `/p/{profile_id}/settings/developer/exports`: what conversions are sent with and to, which of them are, what became
//! of it, and what of a person may leave.
//!
//! All is read and done by the functions of `exports-api`, so that the pages show, allow and refuse what the interface
//! does; but for what lets more leave, which is decided here alone, by owners and admins.
//!
//! Reading order: [`words`] and [`names`] (how things are called); [`show`](mod@show) (the first page), [`act`] (its
//! forms); [`destination`] (one of them, and its test); [`written`] (what the form of a rule says), [`new_rule`],
//! [`rule`], [`trial`] (what a rule would have told); [`deliveries`], [`delivery`], [`conversion`].

mod act;
mod conversion;
mod deliveries;
mod delivery;
mod destination;
mod names;
mod new_rule;
mod rule;
mod show;
mod trial;
mod words;
mod written;

use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use http_kit::extract::parse_uuid;
use http_kit::problem::{Code, Problem};
use kernel::{ConversionId, Id, Scope};

use super::connections::name_of;
use super::error::PageError;
use super::form::Form;
use super::format::sentence;
use super::viewer::AtProfile;

/// What a page or form is answered with.
type Answered = Result<HttpResponse, PageError>;

const PAGE: &str = "/p/{profile_id}/settings/developer/exports";

/// Registers the pages and their forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    let below = |path: &str| format!("{PAGE}/{path}");
    let pages = below("destinations/{id}");
    config
        .route(PAGE, web::get().to(show::show))
        .route(&below("compliance"), web::post().to(act::decide))
        .route(&below("connections"), web::post().to(act::connect))
        .route(&below("destinations"), web::post().to(act::create))
        .route(&pages, web::get().to(destination::show))
        .route(
            &below("destinations/{id}/enabled"),
            web::post().to(act::switch_destination),
        )
        .route(
            &below("destinations/{id}/provision"),
            web::post().to(act::provision),
        )
        .route(
            &below("destinations/{id}/test"),
            web::post().to(destination::test),
        )
        .route(&below("deliveries"), web::get().to(deliveries::show))
        .route(&below("deliveries/{id}"), web::get().to(delivery::show))
        .route(&below("conversions/{id}"), web::get().to(conversion::show));
    configure_rules(config);
}

fn configure_rules(config: &mut ServiceConfig) {
    let below = |path: &str| format!("{PAGE}/rules{path}");
    config
        .route(&below(""), web::post().to(new_rule::create))
        .route(&below("/new"), web::get().to(new_rule::show))
        .route(&below("/preview"), web::post().to(new_rule::preview))
        .route(&below("/{id}"), web::get().to(rule::show))
        .route(&below("/{id}/enabled"), web::post().to(act::switch_rule))
        .route(&below("/{id}/archive"), web::post().to(act::archive));
}

/// Where a conversion is explained, for those who may open that.
pub fn conversion_path(at: &AtProfile, id: ConversionId) -> Option<String> {
    let may_open = at.access.allows(Scope::ExportsRead);
    may_open.then(|| format!("{}/conversions/{id}", at.exports_path()))
}

/// Somebody who may see exports.
async fn reader(request: &HttpRequest) -> Result<AtProfile, PageError> {
    AtProfile::with(request, Scope::ExportsRead).await
}

/// Somebody who may change exports, and the form that they sent.
async fn writer(request: &HttpRequest, body: &Bytes) -> Result<(AtProfile, Form), PageError> {
    let at = AtProfile::with(request, Scope::ExportsWrite).await?;
    let form = Form::accept(request, body, &at.viewer, &at.exports_path()).await?;
    Ok((at, form))
}

/// Whether whoever looks may change them.
fn writes(at: &AtProfile) -> bool {
    at.access.allows(Scope::ExportsWrite)
}

/// A token for the forms of a page, for those who may send them.
async fn token(at: &AtProfile) -> Result<String, PageError> {
    if writes(at) {
        at.viewer.form_token(&at.exports_path()).await
    } else {
        Ok(String::new())
    }
}

/// The id in the path; what is none names nothing.
fn id_in<K>(request: &HttpRequest) -> Result<Id<K>, PageError> {
    let text = request.match_info().get("id").unwrap_or_default();
    Ok(parse_uuid(text).ok_or(PageError::NotFound)?.into())
}

/// The platforms that are asked elsewhere than at their own addresses, as a sentence begins; nothing when none is.
fn elsewhere(at: &AtProfile) -> String {
    let platforms = &at.viewer.state.exports.elsewhere;
    let names: Vec<_> = platforms.iter().map(|it| name_of(*it)).collect();
    let verb = match names.len() {
        0 => return String::new(),
        1 => "is",
        _ => "are",
    };
    format!("{} {verb}", names.join(" and "))
}

/// A refusal as the page says it. What is in the way is told in the interface's words.
fn refused(problem: Problem) -> PageError {
    match problem.code() {
        Code::Conflict => PageError::Invalid(vec![sentence(problem.detail())]),
        Code::InsufficientScope => PageError::Role(
            "More of people's data would leave by this. An owner or admin of the workspace decides that, on this page.",
        ),
        _ => problem.into(),
    }
}
