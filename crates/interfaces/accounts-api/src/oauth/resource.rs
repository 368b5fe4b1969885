//! `GET /.well-known/oauth-protected-resource`

use access_control::Grant;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What tokens are for (RFC 9728). The REST interface and the tool server are one resource.
#[derive(Serialize, ToSchema)]
pub(super) struct ProtectedResource {
    /// The tool server's address, byte by byte.
    resource: String,
    /// Who issues tokens for it.
    authorization_servers: [String; 1],
    /// What to ask for at first.
    scopes_supported: [&'static str; 1],
    /// `header`.
    bearer_methods_supported: [&'static str; 1],
}

/// Metadata of the protected resource
///
/// RFC 9728, the form for a resource at the root.
#[utoipa::path(
    operation_id = "getProtectedResourceRoot",
    tag = "OAuth",
    responses((status = 200, description = "The metadata.", body = ProtectedResource)),
    extensions(("x-spec-gap" = json!("G60"))),
)]
#[get("/.well-known/oauth-protected-resource")]
pub(super) async fn get_protected_resource_root(
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    Ok(metadata(&state))
}

/// Metadata of the tool server
///
/// RFC 9728, with the path of the tool server after the well-known one, as challenges name it.
#[utoipa::path(
    operation_id = "getProtectedResource",
    tag = "OAuth",
    params(("path" = String, Path, description = "Path of the tool server, without its first slash.")),
    responses(
        (status = 200, description = "The metadata.", body = ProtectedResource),
        (status = 404, description = "No tool server has this path."),
    ),
    extensions(("x-spec-gap" = json!("G60"))),
)]
#[get("/.well-known/oauth-protected-resource/{path:.*}")]
pub(super) async fn get_protected_resource(
    state: web::Data<AppState>,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    if state.addresses.mcp_path().strip_prefix('/') == Some(path.as_str()) {
        Ok(metadata(&state))
    } else {
        Err(Problem::not_found())
    }
}

fn metadata(state: &AppState) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .json(ProtectedResource {
            resource: state.addresses.mcp().to_owned(),
            authorization_servers: [state.addresses.base().to_owned()],
            scopes_supported: [Grant::Read.as_str()],
            bearer_methods_supported: ["header"],
        })
}
