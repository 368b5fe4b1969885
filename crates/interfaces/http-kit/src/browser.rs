//! The cookies of a browser: who is signed in there, and whether it is known.

use access_control::users::SignedInUser;
use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;
use application::keys::create::sha256;
use kernel::StoreError;

use crate::state::AppState;

/// The cookie of somebody who is signed in. On https no other host can set it.
pub const fn cookie_name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Host-tributary_session"
    } else {
        "tributary_session"
    }
}

/// Who is signed in.
pub async fn signed_in(
    request: &HttpRequest,
    state: &AppState,
) -> Result<Option<SignedInUser>, StoreError> {
    let Some(secret) = cookie(request, cookie_name(state.addresses.is_secure())) else {
        return Ok(None);
    };
    let hash = sha256(secret.as_bytes());
    let sessions = &state.console.web_sessions;
    sessions.signed_in(&hash, state.clock.now()).await
}

/// The cookie of a browser in which somebody was signed in with a password. It stays when they sign out.
pub const fn known_name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Host-tributary_known"
    } else {
        "tributary_known"
    }
}

/// The SHA-256 of what the browser calls itself by, if somebody was signed in there before.
pub fn known_browser(request: &HttpRequest, state: &AppState) -> Option<[u8; 32]> {
    let secret = cookie(request, known_name(state.addresses.is_secure()))?;
    Some(sha256(secret.as_bytes()))
}

/// A cookie's value.
pub fn cookie<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    let headers = request.headers().get_all(COOKIE);
    let texts = headers.filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';'));
    pairs
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(found, value)| (found == name).then_some(value))
}
