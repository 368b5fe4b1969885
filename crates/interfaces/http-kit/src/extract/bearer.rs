//! The credential: `Authorization: Bearer …` and nothing else.
//!
//! What it is shows in its shape, and only what has a shape is looked up. Every credential that
//! does not count gets the same 401; an address that sends too many of them gets 429.

use access_control::{Allowance, Charge, CredentialShape, SessionTokenFailure, UserToken};
use actix_web::HttpRequest;
use actix_web::http::header;
use ring::digest::{SHA256, digest};

use super::caller::Caller;
use super::units::too_many;
use crate::address::client_address;
use crate::challenge;
use crate::network::address_bucket;
use crate::problem::{Code, Problem};
use crate::state::AppState;

/// Credentials that do not count, a minute and address.
const FAILURES_PER_MINUTE: u32 = 1_000;

/// Who calls.
pub(super) async fn authenticate(
    request: &HttpRequest,
    state: &AppState,
) -> Result<Caller, Problem> {
    let shape = sent_shape(request, state)?;
    match look_up(shape, state).await? {
        Some(caller) => Ok(caller),
        None => Err(refused(request, state).await),
    }
}

/// The application that calls. Other kinds of credential do not count, and are not looked up.
pub async fn authenticate_application(
    request: &HttpRequest,
    state: &AppState,
) -> Result<UserToken, Problem> {
    let shape = sent_shape(request, state)?;
    let caller = match shape {
        CredentialShape::UserToken(_) => look_up(shape, state).await?,
        _ => None,
    };
    match caller {
        Some(Caller::UserToken(token)) => Ok(token),
        _ => Err(refused(request, state).await),
    }
}

/// What the one credential looks like; several are none that could count.
fn sent_shape(request: &HttpRequest, state: &AppState) -> Result<CredentialShape, Problem> {
    let mut headers = request.headers().get_all(header::AUTHORIZATION);
    let Some(value) = headers.next() else {
        return Err(challenge::unauthenticated(&state.addresses, false));
    };
    Ok(match headers.next() {
        Some(_) => CredentialShape::Unknown,
        None => shape_of(value),
    })
}

fn shape_of(value: &header::HeaderValue) -> CredentialShape {
    let bearer = value
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    bearer.map_or(CredentialShape::Unknown, |(_, credential)| {
        CredentialShape::of(credential.trim())
    })
}

async fn look_up(shape: CredentialShape, state: &AppState) -> Result<Option<Caller>, Problem> {
    match shape {
        CredentialShape::ApiKey(secret) => {
            let hash = sha256(secret.reveal().as_bytes());
            let found = state.api_keys.find_by_hash(&hash).await;
            let key = found.map_err(|failure| Problem::internal(&failure))?;
            let key = key.filter(|key| key.revoked_at.is_none());
            if let Some(key) = &key {
                state.console.uses.touch(key.id, state.clock.now());
            }
            Ok(key.map(Caller::ApiKey))
        }
        CredentialShape::UserToken(secret) => {
            let hash = sha256(secret.reveal().as_bytes());
            let found = state.access.user_tokens.find_by_hash(&hash).await;
            let token = found.map_err(|failure| Problem::internal(&failure))?;
            let (now, resource) = (state.clock.now(), state.addresses.mcp());
            Ok(token
                .filter(|token| token.is_alive(now, resource))
                .map(Caller::UserToken))
        }
        CredentialShape::SessionToken(token) => {
            let judged = state.access.session_tokens.verify(token.reveal()).await;
            judged
                .map(|user| user.map(Caller::Session))
                .map_err(|failure| session_failure(&failure))
        }
        CredentialShape::Unknown => Ok(None),
    }
}

fn session_failure(failure: &SessionTokenFailure) -> Problem {
    match failure {
        SessionTokenFailure::NoKeys => Problem::new(
            Code::Unavailable,
            "session tokens cannot be judged now; try again later",
        ),
        SessionTokenFailure::Store(failure) => Problem::internal(failure),
    }
}

/// Only failures are counted: whoever shares an address with a guesser gets in as before.
async fn refused(request: &HttpRequest, state: &AppState) -> Problem {
    let allowance = Allowance {
        bucket: address_bucket("failed", client_address(request, state)),
        units_per_minute: FAILURES_PER_MINUTE,
    };
    match state.access.addresses.charge(&allowance, 1).await {
        Err(failure) => Problem::internal(&failure),
        Ok(charge @ Charge::Refused { .. }) => too_many(charge.retry_after_seconds()),
        Ok(Charge::Passed { .. }) => challenge::unauthenticated(&state.addresses, true),
    }
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, bytes).as_ref());
    hash
}
