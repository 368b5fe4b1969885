//! A browser in which nobody is signed in. It gets a cookie of its own, so that a form of ours that
//! somebody else put into it is not accepted (login CSRF).

use access_control::oauth::Secret;
use access_control::users::{Attempts, Holder, LocalPath};
use actix_web::http::header::{COOKIE, HeaderValue, ORIGIN};
use actix_web::{HttpRequest, web};
use application::keys::create::sha256;
use kernel::timestamp::MICROS_PER_SECOND;
use percent_encoding::percent_decode_str;

use crate::error::PageError;
use crate::form::Form;
use http_kit::address::{client_address, take_try};
use http_kit::browser::cookie;
use http_kit::network::address_bucket;
use http_kit::state::AppState;

/// Microseconds in which a form must be sent.
const FORM_LASTS: i64 = 3_600 * MICROS_PER_SECOND;

/// A form for a stranger: its token, and the cookie that must come with it.
pub(super) struct Issued {
    /// For the hidden field.
    pub token: String,
    /// For the answer, when the browser has none yet.
    pub set_cookie: Option<HeaderValue>,
}

const fn cookie_name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Host-tributary_browser"
    } else {
        "tributary_browser"
    }
}

/// A cookie that scripts cannot read and other sites' forms do not send.
pub(super) fn set_cookie(
    state: &AppState,
    (name, value): (&str, &str),
    seconds: i64,
) -> Option<HeaderValue> {
    let secure = if state.addresses.is_secure() {
        "; Secure"
    } else {
        ""
    };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).ok()
}

/// A browser that is going to leave for some minutes: its cookie is set anew, so that it is still
/// there when it comes back.
pub(super) fn leaving(request: &HttpRequest, state: &AppState) -> (Holder, Option<HeaderValue>) {
    let name = cookie_name(state.addresses.is_secure());
    let known = cookie(request, name).map(str::to_owned);
    let secret = known.unwrap_or_else(|| random(state));
    let holder = Holder::Browser(sha256(secret.as_bytes()));
    (holder, set_cookie(state, (name, &secret), 86_400))
}

/// A browser that was here before.
pub(super) fn returning(request: &HttpRequest, state: &AppState) -> Option<Holder> {
    let secret = cookie(request, cookie_name(state.addresses.is_secure()))?;
    Some(Holder::Browser(sha256(secret.as_bytes())))
}

/// Issues a form, and a cookie if the browser has none.
pub(super) async fn issue(
    request: &HttpRequest,
    state: &AppState,
    purpose: &str,
) -> Result<Issued, PageError> {
    limit(request, state).await?;
    let name = cookie_name(state.addresses.is_secure());
    let known = cookie(request, name).map(str::to_owned);
    let secret = known.clone().unwrap_or_else(|| random(state));
    let token = random(state);
    let now = state.clock.now();
    let hash = sha256(token.as_bytes());
    let holder = Holder::Browser(sha256(secret.as_bytes()));
    let issued = state.console.web_sessions.issue_form_token(
        &hash,
        &holder,
        purpose,
        now.plus_micros(FORM_LASTS),
        now,
    );
    issued.await.map_err(|error| PageError::internal(&error))?;
    let set_cookie = match known {
        Some(_) => None,
        None => set_cookie(state, (name, &secret), 86_400),
    };
    Ok(Issued { token, set_cookie })
}

/// Every page that is made for a stranger is remembered for a while, so one address gets so many.
pub(super) async fn limit(request: &HttpRequest, state: &AppState) -> Result<(), PageError> {
    let wait = take_try(request, state, ("page", Attempts::PAGES)).await;
    match wait.map_err(|error| PageError::internal(&error))? {
        None => Ok(()),
        Some(seconds) => Err(PageError::TooMany(seconds)),
    }
}

pub(super) fn random(state: &AppState) -> String {
    Secret::plain(state.randomness.bytes32())
        .reveal()
        .to_owned()
}

/// Reads a form and spends its token.
pub(super) async fn accept(
    request: &HttpRequest,
    state: &AppState,
    body: &web::Bytes,
    purpose: &str,
) -> Result<Form, PageError> {
    let own = |origin: &HeaderValue| origin.as_bytes() == state.addresses.base().as_bytes();
    if !request.headers().get(ORIGIN).is_none_or(own) || !request.headers().contains_key(COOKIE) {
        return Err(PageError::Form);
    }
    let form = Form::read(request, body).ok_or(PageError::Form)?;
    let secret = cookie(request, cookie_name(state.addresses.is_secure()));
    let secret = secret.ok_or(PageError::Form)?;
    let token = form.one("form_token").unwrap_or_default();
    let hash = sha256(token.as_bytes());
    let holder = Holder::Browser(sha256(secret.as_bytes()));
    let spent =
        state
            .console
            .web_sessions
            .redeem_form_token(&hash, &holder, purpose, state.clock.now());
    if spent.await.map_err(|error| PageError::internal(&error))? {
        Ok(form)
    } else {
        Err(PageError::Form)
    }
}

/// Where to go afterwards, from the query; the start page when it is not here.
pub(super) fn next_of(request: &HttpRequest) -> String {
    let value = request
        .query_string()
        .split('&')
        .find_map(|part| part.strip_prefix("next="));
    let decoded = value.and_then(|value| percent_decode_str(value).decode_utf8().ok());
    local(decoded.as_deref())
}

/// A path of this service, or the start page.
pub(super) fn local(text: Option<&str>) -> String {
    text.and_then(LocalPath::parse)
        .map_or_else(|| "/".to_owned(), |path| path.as_str().to_owned())
}

/// Names the sender for the limits.
pub(super) fn sender(request: &HttpRequest, state: &AppState) -> String {
    address_bucket("sender", client_address(request, state))
}
