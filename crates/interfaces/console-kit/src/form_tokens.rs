//! The tokens of a page's forms.

use access_control::users::{Holder, SignedInUser};
use application::keys::create::sha256;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::timestamp::MICROS_PER_SECOND;

use crate::error::PageError;
use http_kit::state::AppState;

/// For how long a page's forms can be sent.
const FORM_LASTS: i64 = 12 * 3_600 * MICROS_PER_SECOND;

/// A token for the forms of one page, each of which can be sent once.
pub async fn issue(
    who: &SignedInUser,
    state: &AppState,
    purpose: &str,
) -> Result<String, PageError> {
    let token = URL_SAFE_NO_PAD.encode(state.randomness.bytes32());
    let now = state.clock.now();
    let (hash, holder) = (sha256(token.as_bytes()), Holder::Session(who.session_id));
    let until = now.plus_micros(FORM_LASTS);
    let sessions = &state.console.web_sessions;
    let issued = sessions.issue_form_token(&hash, &holder, purpose, until, now);
    issued.await.map_err(|error| PageError::internal(&error))?;
    Ok(token)
}

/// Whether the token was issued to this browser for this purpose, and was not spent yet. It is now.
pub async fn redeem(
    who: &SignedInUser,
    state: &AppState,
    (purpose, token): (&str, &str),
) -> Result<bool, PageError> {
    let hash = sha256(token.as_bytes());
    let holder = Holder::Session(who.session_id);
    let sessions = &state.console.web_sessions;
    let spent = sessions.redeem_form_token(&hash, &holder, purpose, state.clock.now());
    spent.await.map_err(|error| PageError::internal(&error))
}
