//! `/auth/callback`: sign-in through an external issuer, there and back.
//!
//! What belongs to one sign-in is kept here, sealed and for some minutes, under the hash of its state.
//! It counts once, and in the browser alone that it was made for.

use access_control::oauth::Parameters;
use access_control::users::{ExternalSignInFailure, IssuerAnswer, SignInSecrets};
use accounts::users::AccountError;
use accounts::users::enter::{EnterError, enter};
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse};
use application::keys::create::sha256;
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::timestamp::{MICROS_PER_SECOND, seconds_rounded_up};
use url::form_urlencoded;

use super::anonymous_form;
use super::session::{open, with_cookie};
use super::sign_in::next_query;
use crate::error::PageError;
use crate::page::{answer, see_other};
use http_kit::extract::state_of;
use http_kit::sign_in::ExternalPorts;
use http_kit::state::AppState;

/// Microseconds in which a browser must be back.
const LASTS: i64 = 600 * MICROS_PER_SECOND;

const EXPIRED: &str = "This sign-in was finished before, took too long, or was begun in another \
                       browser. Begin again.";
const REFUSED: &str = "Your sign-in service did not confirm who you are.";
const UNREACHABLE: &str = "Your sign-in service does not answer. Try again in a moment.";
const TOO_MANY: &str = "There were too many tries. Wait a moment, then try again.";

#[derive(Template)]
#[template(path = "auth/not_signed_in.html")]
struct NotSignedInPage {
    words: &'static str,
    next_query: String,
}

/// A sign-in under way, as it is sealed.
struct Pending {
    secrets: SignInSecrets,
    next: String,
}

/// Pages with passwords are not there beside an external issuer.
pub(super) fn refuse_passwords(state: &AppState) -> Result<(), PageError> {
    match state.sign_in.external {
        Some(_) => Err(PageError::NotFound),
        None => Ok(()),
    }
}

/// Sends the browser to the issuer; afterwards it goes to `next`.
pub(super) async fn leave(
    request: &HttpRequest,
    state: &AppState,
    issuer: &ExternalPorts,
    next: &str,
) -> Result<HttpResponse, PageError> {
    anonymous_form::limit(request, state).await?;
    let pending = Pending {
        secrets: SignInSecrets {
            state: anonymous_form::random(state),
            nonce: anonymous_form::random(state),
            verifier: anonymous_form::random(state),
        },
        next: next.to_owned(),
    };
    let page = match issuer.sign_in.page(&pending.secrets).await {
        Ok(page) => page,
        Err(error) => return failed(&error, next),
    };
    let hash = sha256(pending.secrets.state.as_bytes());
    let sealed = pending.seal(state).ok_or(PageError::Internal)?;
    let (holder, cookie) = anonymous_form::leaving(request, state);
    let now = state.clock.now();
    let kept = issuer
        .pending
        .keep(&hash, &holder, &sealed, now.plus_micros(LASTS), now)
        .await;
    kept.map_err(|error| PageError::internal(&error))?;
    Ok(with_cookie(see_other(&page), cookie))
}

/// Takes the issuer's answer and signs the browser in.
pub(super) async fn come_back(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    let issuer = state.sign_in.external.as_ref();
    let issuer = issuer.ok_or(PageError::NotFound)?;
    let Some((returned, answer)) = read(&request) else {
        return Ok(not_signed_in(StatusCode::BAD_REQUEST, EXPIRED, "/"));
    };
    let Some(pending) = take(&request, &state, issuer, returned).await? else {
        return Ok(not_signed_in(StatusCode::BAD_REQUEST, EXPIRED, "/"));
    };
    let accounts = state.sign_in.accounts();
    let brought = (&answer, &pending.secrets);
    let sender = anonymous_form::sender(&request, &state);
    match enter(&accounts, &*issuer.sign_in, brought, &sender).await {
        Ok(user) => open(&state, &user, &pending.next).await,
        Err(EnterError::Issuer(error)) => failed(&error, &pending.next),
        Err(EnterError::Account(AccountError::TooMany(micros))) => {
            Ok(too_many(micros, &pending.next))
        }
        Err(EnterError::Account(error)) => Err(PageError::internal(&error)),
    }
}

/// The state and the answer; `None` when something is there twice, or no state.
fn read(request: &HttpRequest) -> Option<(String, IssuerAnswer)> {
    let pairs = form_urlencoded::parse(request.query_string().as_bytes());
    let parameters = Parameters::new(pairs.into_owned().collect());
    let get = |name| {
        let value = parameters.get(name).ok()?;
        Some(value.map(str::to_owned))
    };
    let answer = IssuerAnswer {
        issuer: get("iss")?,
        code: get("code")?,
        error: get("error")?,
    };
    Some((get("state")??, answer))
}

async fn take(
    request: &HttpRequest,
    state: &AppState,
    issuer: &ExternalPorts,
    returned: String,
) -> Result<Option<Pending>, PageError> {
    let Some(holder) = anonymous_form::returning(request, state) else {
        return Ok(None);
    };
    let hash = sha256(returned.as_bytes());
    let taken = issuer.pending.take(&hash, &holder, state.clock.now()).await;
    let taken = taken.map_err(|error| PageError::internal(&error))?;
    Ok(taken.and_then(|sealed| Pending::open(state, &sealed, returned)))
}

impl Pending {
    fn seal(&self, state: &AppState) -> Option<Vec<u8>> {
        let parts = [&self.secrets.nonce, &self.secrets.verifier, &self.next];
        let plain = serde_json::to_vec(&parts).ok()?;
        state.sealing.seal(&plain, &bound_to(&self.secrets.state))
    }

    fn open(state: &AppState, sealed: &[u8], returned: String) -> Option<Self> {
        let plain = state.sealing.open(sealed, &bound_to(&returned))?;
        let [nonce, verifier, next]: [String; 3] = serde_json::from_slice(&plain).ok()?;
        Some(Self {
            secrets: SignInSecrets {
                state: returned,
                nonce,
                verifier,
            },
            next,
        })
    }
}

/// What was sealed for one state opens for no other.
fn bound_to(state: &str) -> String {
    let hash = URL_SAFE_NO_PAD.encode(sha256(state.as_bytes()));
    format!("pending_sign_ins/{hash}")
}

fn failed(error: &ExternalSignInFailure, next: &str) -> Result<HttpResponse, PageError> {
    let (status, words) = match error {
        ExternalSignInFailure::Store(failure) => return Err(PageError::internal(failure)),
        ExternalSignInFailure::Unreachable(_) => (StatusCode::SERVICE_UNAVAILABLE, UNREACHABLE),
        ExternalSignInFailure::Refused(_) => (StatusCode::BAD_REQUEST, REFUSED),
    };
    tracing::warn!(error = %error, "nobody was signed in: {error}");
    Ok(not_signed_in(status, words, next))
}

fn too_many(micros: i64, next: &str) -> HttpResponse {
    let mut response = not_signed_in(StatusCode::TOO_MANY_REQUESTS, TOO_MANY, next);
    let seconds = seconds_rounded_up(micros);
    let value = HeaderValue::from(seconds);
    response.headers_mut().insert(RETRY_AFTER, value);
    response
}

fn not_signed_in(status: StatusCode, words: &'static str, next: &str) -> HttpResponse {
    let next_query = next_query(next);
    answer(status, &NotSignedInPage { words, next_query })
}
