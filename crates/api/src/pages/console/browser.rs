//! The browser that a request comes from: who is signed in there, and the tokens of its forms.

use access_control::people::{Holder, SignedInUser};
use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;
use application::keys::create::sha256;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::timestamp::MICROS_PER_SECOND;

use super::error::PageError;
use crate::state::AppState;

/// For how long a page's forms can be sent.
const FORM_LASTS: i64 = 12 * 3_600 * MICROS_PER_SECOND;

/// The cookie of somebody who is signed in. On https no other host can set it.
pub(in crate::pages) const fn cookie_name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Host-tributary_session"
    } else {
        "tributary_session"
    }
}

/// Who is signed in.
pub(crate) async fn signed_in(
    request: &HttpRequest,
    state: &AppState,
) -> Result<Option<SignedInUser>, PageError> {
    let Some(secret) = cookie(request, cookie_name(state.addresses.is_secure())) else {
        return Ok(None);
    };
    let hash = sha256(secret.as_bytes());
    let browsers = &state.console.browsers;
    let found = browsers.signed_in(&hash, state.clock.now()).await;
    found.map_err(|error| PageError::internal(&error))
}

/// The cookie of a browser in which somebody was signed in with a password. It stays when they sign out.
pub(in crate::pages) const fn known_name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Host-tributary_known"
    } else {
        "tributary_known"
    }
}

/// The SHA-256 of what the browser calls itself by, if somebody was signed in there before.
pub(crate) fn known_browser(request: &HttpRequest, state: &AppState) -> Option<[u8; 32]> {
    let secret = cookie(request, known_name(state.addresses.is_secure()))?;
    Some(sha256(secret.as_bytes()))
}

/// A cookie's value.
pub(in crate::pages) fn cookie<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    let headers = request.headers().get_all(COOKIE);
    let texts = headers.filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';'));
    pairs
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(found, value)| (found == name).then_some(value))
}

/// A token for the forms of one page, each of which can be sent once.
pub(in crate::pages) async fn issue(
    who: &SignedInUser,
    state: &AppState,
    purpose: &str,
) -> Result<String, PageError> {
    let token = URL_SAFE_NO_PAD.encode(state.randomness.bytes32());
    let now = state.clock.now();
    let (hash, holder) = (sha256(token.as_bytes()), Holder::Session(who.session_id));
    let until = now.plus_micros(FORM_LASTS);
    let browsers = &state.console.browsers;
    let issued = browsers.issue_form_token(&hash, &holder, purpose, until, now);
    issued.await.map_err(|error| PageError::internal(&error))?;
    Ok(token)
}

/// Whether the token was issued to this browser for this purpose, and was not spent yet. It is now.
pub(in crate::pages) async fn redeem(
    who: &SignedInUser,
    state: &AppState,
    (purpose, token): (&str, &str),
) -> Result<bool, PageError> {
    let hash = sha256(token.as_bytes());
    let holder = Holder::Session(who.session_id);
    let browsers = &state.console.browsers;
    let spent = browsers.redeem_form_token(&hash, &holder, purpose, state.clock.now());
    spent.await.map_err(|error| PageError::internal(&error))
}
