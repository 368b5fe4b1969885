//! `GET /auth/.well-known/openid-configuration` and `GET /auth/jwks.json`

use access_control::SessionTokenFailure;
use access_control::users::PublishedKey;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, get, web};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use utoipa::ToSchema;

use http_kit::problem::{Code, Problem};
use http_kit::state::AppState;

/// Where the provider's keys are.
#[derive(Serialize, ToSchema)]
pub(super) struct OpenidConfiguration {
    /// The issuer of session tokens.
    issuer: String,
    /// The public keys.
    jwks_uri: String,
    /// `public`.
    subject_types_supported: [&'static str; 1],
    /// `ES256`.
    id_token_signing_alg_values_supported: [&'static str; 1],
}

/// Public keys (RFC 7517).
#[derive(Serialize, ToSchema)]
pub(super) struct KeySet {
    /// The keys, those of the future too.
    keys: Vec<Key>,
}

/// One public key.
#[derive(Serialize, ToSchema)]
#[schema(as = PublicKey)]
pub(super) struct Key {
    /// Names it in the header of tokens.
    kid: String,
    /// `EC`.
    kty: &'static str,
    /// `P-256`.
    crv: &'static str,
    /// `ES256`.
    alg: &'static str,
    /// `sig`.
    #[serde(rename = "use")]
    purpose: &'static str,
    /// First coordinate, base64url.
    x: String,
    /// Second coordinate, base64url.
    y: String,
}

impl Key {
    /// An uncompressed point is a 4 and two coordinates of 32 bytes.
    fn of(key: &PublishedKey) -> Option<Self> {
        let (x, y) = key.public_key.strip_prefix(&[4])?.split_at_checked(32)?;
        Some(Self {
            kid: key.id.clone(),
            kty: "EC",
            crv: "P-256",
            alg: "ES256",
            purpose: "sig",
            x: URL_SAFE_NO_PAD.encode(x),
            y: URL_SAFE_NO_PAD.encode(y),
        })
    }
}

/// Metadata of the identity provider
///
/// Its issuer has a path, because at the base address clients look for the authorization server.
#[utoipa::path(
    operation_id = "getOpenidConfiguration",
    tag = "OAuth",
    responses((status = 200, description = "The metadata.", body = OpenidConfiguration)),
    extensions(("x-spec-gap" = json!("G61"))),
)]
#[get("/auth/.well-known/openid-configuration")]
pub(super) async fn get_openid_configuration(
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    built_in_only(&state)?;
    let issuer = state.addresses.identity_issuer();
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .json(OpenidConfiguration {
            jwks_uri: format!("{issuer}/jwks.json"),
            issuer,
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["ES256"],
        }))
}

/// Public keys of the identity provider
///
/// A JSON Web Key Set (RFC 7517). A key is in it for at least a day before it is used.
#[utoipa::path(
    operation_id = "getKeySet",
    tag = "OAuth",
    responses((status = 200, description = "The keys.", body = KeySet)),
    extensions(("x-spec-gap" = json!("G61"))),
)]
#[get("/auth/jwks.json")]
pub(super) async fn get_key_set(state: web::Data<AppState>) -> Result<HttpResponse, Problem> {
    built_in_only(&state)?;
    let keys = state.sign_in.session_tokens.key_set().await;
    let keys = keys.map_err(|error| unavailable(&error))?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=3600"))
        .json(KeySet {
            keys: keys.iter().filter_map(Key::of).collect(),
        }))
}

/// 404 where an external issuer is in place of the built-in provider.
pub(super) fn built_in_only(state: &AppState) -> Result<(), Problem> {
    match state.sign_in.external {
        Some(_) => Err(Problem::new(
            Code::NotFound,
            "session tokens are issued by the external identity provider of this service",
        )),
        None => Ok(()),
    }
}

/// 503: without keys there are no session tokens.
pub(super) fn unavailable(error: &SessionTokenFailure) -> Problem {
    match error {
        SessionTokenFailure::NoKeys => {
            Problem::new(Code::Unavailable, "session tokens cannot be issued now")
        }
        SessionTokenFailure::Store(failure) => Problem::internal(failure),
    }
}
