//! `GET /.well-known/oauth-authorization-server`

use access_control::Grant;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What the authorization server offers (RFC 8414).
#[derive(Serialize, ToSchema)]
pub(super) struct AuthorizationServer {
    /// The service's base address, byte by byte.
    issuer: String,
    /// Where a person is sent.
    authorization_endpoint: String,
    /// Where codes and refresh tokens are exchanged.
    token_endpoint: String,
    /// Where clients register themselves.
    registration_endpoint: String,
    /// Where tokens are given up.
    revocation_endpoint: String,
    /// What can be asked for.
    scopes_supported: [&'static str; 3],
    /// `code`.
    response_types_supported: [&'static str; 1],
    /// `query`.
    response_modes_supported: [&'static str; 1],
    /// `authorization_code` and `refresh_token`.
    grant_types_supported: [&'static str; 2],
    /// `none`: clients that register themselves have no secret.
    token_endpoint_auth_methods_supported: [&'static str; 1],
    /// How a client may name itself when it gives tokens up.
    revocation_endpoint_auth_methods_supported: [&'static str; 3],
    /// `S256`.
    code_challenge_methods_supported: [&'static str; 1],
    /// Every answer names its issuer (RFC 9207).
    authorization_response_iss_parameter_supported: bool,
}

/// Metadata of the authorization server
///
/// RFC 8414.
#[utoipa::path(
    operation_id = "getAuthorizationServerMetadata",
    tag = "OAuth",
    responses((status = 200, description = "The metadata.", body = AuthorizationServer)),
)]
#[get("/.well-known/oauth-authorization-server")]
pub(super) async fn get_authorization_server(
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    let base = state.addresses.base();
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .json(AuthorizationServer {
            issuer: base.to_owned(),
            authorization_endpoint: format!("{base}/oauth/mcp/authorize"),
            token_endpoint: format!("{base}/oauth/mcp/token"),
            registration_endpoint: format!("{base}/oauth/mcp/register"),
            revocation_endpoint: format!("{base}/oauth/revoke"),
            scopes_supported: Grant::ALL.map(Grant::as_str),
            response_types_supported: ["code"],
            response_modes_supported: ["query"],
            grant_types_supported: ["authorization_code", "refresh_token"],
            token_endpoint_auth_methods_supported: ["none"],
            revocation_endpoint_auth_methods_supported: [
                "none",
                "client_secret_basic",
                "client_secret_post",
            ],
            code_challenge_methods_supported: ["S256"],
            authorization_response_iss_parameter_supported: true,
        }))
}
