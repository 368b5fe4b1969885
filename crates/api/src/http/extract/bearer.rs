//! The credential: `Authorization: Bearer …` and nothing else.

use access_control::{ApiKey, CredentialShape};
use actix_web::HttpRequest;
use actix_web::http::header;
use kernel::ProfileAccess;
use ring::digest::{SHA256, digest};

use crate::http::problem::Problem;
use crate::state::AppState;

/// What the caller's key may do. Every credential that does not count gets the same 401, and only
/// those with the shape of an API key are looked up.
pub(super) async fn authenticate(
    request: &HttpRequest,
    state: &AppState,
) -> Result<ProfileAccess, Problem> {
    let mut headers = request.headers().get_all(header::AUTHORIZATION);
    let Some(value) = headers.next() else {
        return Err(Problem::unauthenticated(false));
    };
    let refused = || Problem::unauthenticated(true);
    if headers.next().is_some() {
        return Err(refused());
    }
    let (scheme, credential) = value
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .ok_or_else(refused)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(refused());
    }
    let CredentialShape::ApiKey(secret) = CredentialShape::of(credential.trim()) else {
        return Err(refused());
    };
    let hash = sha256(secret.reveal().as_bytes());
    let found = state.api_keys.find_by_hash(&hash).await;
    let key: Option<ApiKey> = found.map_err(|failure| Problem::internal(&failure))?;
    key.and_then(|key| key.access()).ok_or_else(refused)
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, bytes).as_ref());
    hash
}
