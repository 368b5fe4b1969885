//! A browser in which somebody is signed in from now on.

use access_control::oauth::Secret;
use access_control::users::User;
use access_control::users::guard::KNOWN_DAYS;
use access_control::users::user::NewWebSession;
use accounts::users::AccountError;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, RETRY_AFTER, SET_COOKIE};
use application::keys::create::sha256;
use askama::Template;
use kernel::UserId;
use kernel::timestamp::{MICROS_PER_DAY, seconds_rounded_up};

use super::anonymous_form::set_cookie;
use crate::error::PageError;
use crate::page::{answer, see_other};
use http_kit::browser::{cookie_name, known_name};
use http_kit::state::AppState;

/// Days that a browser stays signed in.
const DAYS: i64 = 14;
/// Seconds that a browser is known after a sign-in.
const KNOWN_SECONDS: i32 = KNOWN_DAYS * 86_400;

/// Signs the browser in, always under a new secret, and sends it to a path of ours.
pub(super) async fn open(
    state: &AppState,
    user: &User,
    next: &str,
) -> Result<HttpResponse, PageError> {
    let secret = Secret::plain(state.randomness.bytes32());
    let now = state.clock.now();
    let session = NewWebSession {
        id: state.ids.new_id().into(),
        secret_hash: sha256(secret.reveal().as_bytes()),
        user_id: user.id,
        created_at: now,
        expires_at: now.plus_micros(DAYS * MICROS_PER_DAY),
    };
    let opened = state.sign_in.users.open_session(&session).await;
    opened.map_err(|error| PageError::internal(&error))?;
    let name = cookie_name(state.addresses.is_secure());
    let cookie = set_cookie(state, (name, secret.reveal()), DAYS * 86_400);
    Ok(with_cookie(see_other(next), cookie))
}

/// Knows the browser from now on, always by a new secret: what others try at this account makes nobody
/// wait there.
pub(super) async fn remember(
    state: &AppState,
    before: Option<[u8; 32]>,
    user: UserId,
    response: HttpResponse,
) -> Result<HttpResponse, PageError> {
    let secret = Secret::plain(state.randomness.bytes32());
    let hash = sha256(secret.reveal().as_bytes());
    let remembered = state.sign_in.guard.remember(&hash, before, user).await;
    remembered.map_err(|error| PageError::internal(&error))?;
    let name = known_name(state.addresses.is_secure());
    let cookie = set_cookie(state, (name, secret.reveal()), i64::from(KNOWN_SECONDS));
    Ok(with_cookie(response, cookie))
}

/// The answer with a cookie.
pub(super) fn with_cookie(mut response: HttpResponse, cookie: Option<HeaderValue>) -> HttpResponse {
    if let Some(cookie) = cookie {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// What is wrong, as the page says it, and when to try again.
pub(super) struct Wrong {
    /// The status.
    pub status: StatusCode,
    /// In words.
    pub words: String,
    retry_after: Option<u64>,
}

impl Wrong {
    /// 400: something that was typed.
    pub(super) fn input(words: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            words: words.into(),
            retry_after: None,
        }
    }

    /// 429, or a failure of ours.
    pub(super) fn account(error: &AccountError) -> Result<Self, PageError> {
        let AccountError::TooMany(micros) = error else {
            return Err(PageError::internal(error));
        };
        let seconds = seconds_rounded_up(*micros);
        Ok(Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            words: format!("Too many tries. Wait {seconds} seconds, then try again."),
            retry_after: Some(seconds),
        })
    }

    /// The page that shows it.
    pub(super) fn page(&self, template: &impl Template) -> HttpResponse {
        let mut response = answer(self.status, template);
        if let Some(seconds) = self.retry_after {
            let value = HeaderValue::from(seconds);
            response.headers_mut().insert(RETRY_AFTER, value);
        }
        response
    }
}
