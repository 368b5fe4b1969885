//! Which client is calling.

use access_control::oauth::pkce::same;
use access_control::oauth::{Client, ClientKind, OAuthError, Parameters};
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE};
use application::keys::create::sha256;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::StoreError;
use url::form_urlencoded;

use super::flat::Failure;
use http_kit::extract::read_body;
use http_kit::state::AppState;

const MOST_BYTES: usize = 64 * 1024;

/// The client of this id.
pub async fn find_client(state: &AppState, id: &str) -> Result<Option<Client>, StoreError> {
    if id.contains('\0') {
        return Ok(None);
    }
    let found = state.read(id, |work, _, id| {
        Box::pin(async move { work.clients().find(id).await })
    });
    found.await
}

/// The fields of a form, which is the one kind of body that token endpoints read.
pub(super) async fn read_form(
    request: &HttpRequest,
    payload: &mut Payload,
) -> Result<Parameters, Failure> {
    let kind = request.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        let description = "the body must be sent as application/x-www-form-urlencoded";
        return Err(OAuthError::request(description).into());
    }
    let body = read_body(request, payload, MOST_BYTES).await?;
    let pairs = form_urlencoded::parse(&body).into_owned().collect();
    Ok(Parameters::new(pairs))
}

/// A client without a secret, named in the body.
pub(super) async fn public(state: &AppState, form: &Parameters) -> Result<Client, Failure> {
    let id = form.required("client_id")?;
    let found = find_client(state, id).await?;
    found
        .filter(|client| client.kind == ClientKind::Public)
        .ok_or_else(Failure::unknown_client)
}

/// A client that proves itself by its secret: in the header or in the body, not in both.
pub(super) async fn confidential(
    state: &AppState,
    request: &HttpRequest,
    form: &Parameters,
) -> Result<Client, Failure> {
    let basic = basic(request)?;
    let tried_basic = basic.is_some();
    let refused = move || Failure::Client { basic: true };
    let in_body = form.get("client_secret")?;
    let (id, secret) = match (basic, in_body) {
        (Some(_), Some(_)) => {
            let description = "a client proves itself by the header or by the body, not by both";
            return Err(OAuthError::request(description).into());
        }
        (Some((id, secret)), None) => {
            if form.get("client_id")?.is_some_and(|other| other != id) {
                return Err(OAuthError::request("client_id names another client").into());
            }
            (id, secret)
        }
        (None, Some(secret)) => (form.required("client_id")?.to_owned(), secret.to_owned()),
        (None, None) => return Err(refused()),
    };
    let found = find_client(state, &id).await?;
    let hash = sha256(secret.as_bytes());
    let proven = found.filter(|client| {
        client.kind == ClientKind::Confidential
            && client.secret_hash.is_some_and(|kept| same(&kept, &hash))
    });
    tracing::debug!(oauth.basic = tried_basic, "a client tried to prove itself");
    proven.ok_or_else(refused)
}

/// Whether a request tries to prove a secret at all.
pub(super) fn has_secret(request: &HttpRequest, form: &Parameters) -> Result<bool, Failure> {
    Ok(request.headers().contains_key(AUTHORIZATION) || form.get("client_secret")?.is_some())
}

/// Id and secret of the `Authorization` header: split at the first colon, then both halves are
/// form-decoded (RFC 6749, section 2.3.1).
fn basic(request: &HttpRequest) -> Result<Option<(String, String)>, Failure> {
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let Some(header) = headers.next() else {
        return Ok(None);
    };
    let refused = || Failure::Client { basic: true };
    let text = header.to_str().map_err(|_| refused())?;
    let (scheme, encoded) = text.split_once(' ').ok_or_else(refused)?;
    if headers.next().is_some() || !scheme.eq_ignore_ascii_case("basic") {
        return Err(refused());
    }
    let decoded = STANDARD.decode(encoded.trim()).map_err(|_| refused())?;
    let decoded = String::from_utf8(decoded).map_err(|_| refused())?;
    let (id, secret) = decoded.split_once(':').ok_or_else(refused)?;
    Ok(Some((form_decoded(id), form_decoded(secret))))
}

fn form_decoded(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_encoding::percent_decode_str(&spaced)
        .decode_utf8_lossy()
        .into_owned()
}
