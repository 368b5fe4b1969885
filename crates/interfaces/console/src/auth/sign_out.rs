//! `/auth/sign-out`

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::anonymous_form::set_cookie;
use super::session::with_cookie;
use crate::error::PageError;
use crate::form::Form;
use crate::page::{page, see_other};
use crate::viewer::Viewer;
use http_kit::browser::cookie_name;
use http_kit::extract::state_of;

const PURPOSE: &str = "sign-out";

#[derive(Template)]
#[template(path = "auth/sign_out.html")]
struct SignOutPage {
    token: String,
    name: String,
}

#[derive(Template)]
#[template(path = "auth/signed_out.html")]
struct SignedOutPage;

/// Asks; a link alone signs nobody out.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let viewer = Viewer::of(&request).await?;
    Ok(page(&SignOutPage {
        token: viewer.form_token(PURPOSE).await?,
        name: viewer.who.name.clone(),
    }))
}

/// Ends the session on our side, and then in the browser.
pub(super) async fn send(
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, PageError> {
    let viewer = Viewer::of(&request).await?;
    Form::accept(&request, &body, &viewer, PURPOSE).await?;
    let state = &viewer.state;
    let closed = state
        .sign_in
        .users
        .close_session(viewer.who.session_id, state.clock.now())
        .await;
    closed.map_err(|error| PageError::internal(&error))?;
    let name = cookie_name(state.addresses.is_secure());
    // The sign-in page would lead to the external issuer, which still knows who it is.
    let next = match state.sign_in.external {
        Some(_) => "/auth/signed-out",
        None => "/auth/sign-in",
    };
    let gone = set_cookie(state, (name, ""), 0);
    Ok(with_cookie(see_other(next), gone))
}

/// Says that nobody is signed in here any more, where the issuer may still know them.
pub(super) async fn done(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    match state.sign_in.external {
        Some(_) => Ok(page(&SignedOutPage)),
        None => Ok(see_other("/auth/sign-in")),
    }
}
