//! `/p/{profile_id}/settings/developer/webhooks`: who is told of what, and what became of it.
//!
//! All is read and done by the functions of `webhooks-api`, so that the pages show, allow and refuse what the
//! interface does. A secret is in the answer to the form that made it and nowhere else.
//!
//! Reading order: [`written`] (what the form of a subscription says), [`words`] (how things are called),
//! [`subscriptions`] (all of them, a new one), [`subscription`] (one of them), [`deliveries`], [`delivery`],
//! [`samples`].

mod deliveries;
mod delivery;
mod samples;
mod subscription;
mod subscriptions;
mod words;
mod written;

use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use http_kit::extract::parse_uuid;
use http_kit::problem::{Code, Problem};
use kernel::{Id, Scope};

use super::error::PageError;
use super::form::Form;
use super::format::sentence;
use super::viewer::AtProfile;

/// What a page or form is answered with.
type Answered = Result<HttpResponse, PageError>;

const PAGE: &str = "/p/{profile_id}/settings/developer/webhooks";

/// Registers the pages and their forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    let (one, delivery) = (
        format!("{PAGE}/subscriptions/{{subscription_id}}"),
        format!("{PAGE}/deliveries/{{delivery_id}}"),
    );
    let below = |form: &str| format!("{one}/{form}");
    config
        .route(PAGE, web::get().to(subscriptions::show))
        .route(PAGE, web::post().to(subscriptions::create))
        .route(&one, web::get().to(subscription::show))
        .route(&one, web::post().to(subscription::change))
        .route(&below("enabled"), web::post().to(subscription::switch))
        .route(&below("secret"), web::post().to(subscription::rotate))
        .route(&below("test"), web::post().to(subscription::test))
        .route(&below("delete"), web::post().to(subscription::delete))
        .route(
            &format!("{PAGE}/deliveries"),
            web::get().to(deliveries::show),
        )
        .route(&delivery, web::get().to(delivery::show))
        .route(
            &format!("{delivery}/replay"),
            web::post().to(delivery::replay),
        );
}

/// Somebody who may see webhooks.
async fn reader(request: &HttpRequest) -> Result<AtProfile, PageError> {
    AtProfile::with(request, Scope::ExportsRead).await
}

/// Somebody who may change them, and the form that they sent.
async fn writer(request: &HttpRequest, body: &Bytes) -> Result<(AtProfile, Form), PageError> {
    let at = AtProfile::with(request, Scope::ExportsWrite).await?;
    let form = Form::accept(request, body, &at.viewer, &at.webhooks_path()).await?;
    Ok((at, form))
}

/// Whether whoever looks may change them.
fn writes(at: &AtProfile) -> bool {
    at.access.allows(Scope::ExportsWrite)
}

/// A token for the forms of a page, for those who may send them.
async fn token(at: &AtProfile) -> Result<String, PageError> {
    if writes(at) {
        at.viewer.form_token(&at.webhooks_path()).await
    } else {
        Ok(String::new())
    }
}

/// The id in the path; what is none names nothing.
fn id_in<K>(request: &HttpRequest, name: &str) -> Result<Id<K>, PageError> {
    let text = request.match_info().get(name).unwrap_or_default();
    Ok(parse_uuid(text).ok_or(PageError::NotFound)?.into())
}

/// A refusal as the page says it. What is in the way is told in the interface's words.
fn refused(problem: Problem) -> PageError {
    if problem.code() == Code::Conflict {
        PageError::Invalid(vec![sentence(problem.detail())])
    } else {
        problem.into()
    }
}
