//! Pages of any origin may reach these paths; all others are for servers.

use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, HeaderMap, HeaderValue,
};

/// Paths that browsers call from other origins, with the methods that they may use.
const OPEN_PATHS: [(&str, &str); 13] = [
    ("/api/v1beta/collect", "POST"),
    ("/api/v1beta/view.gif", "GET, HEAD"),
    ("/.well-known/oauth-authorization-server", "GET, HEAD"),
    ("/.well-known/oauth-protected-resource", "GET, HEAD"),
    (
        "/.well-known/oauth-protected-resource/{path:.*}",
        "GET, HEAD",
    ),
    ("/oauth/mcp/register", "POST"),
    ("/oauth/mcp/token", "POST"),
    ("/oauth/token", "POST"),
    ("/oauth/revoke", "POST"),
    ("/auth/.well-known/openid-configuration", "GET, HEAD"),
    ("/auth/jwks.json", "GET, HEAD"),
    ("/api/v1/openapi.json", "GET, HEAD"),
    ("/tracker.js", "GET, HEAD"),
];

/// Request headers of browsers' own making and of clients of agents.
const ALLOWED: &str = "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, \
    Mcp-Name";

/// Adds the headers to answers of open paths, errors and preflights included. Never credentials.
pub(crate) fn apply(pattern: Option<&str>, headers: &mut HeaderMap) {
    let open = OPEN_PATHS
        .into_iter()
        .find(|(path, _)| pattern == Some(*path));
    if let Some((_, methods)) = open {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(
            ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static(methods),
        );
        headers.insert(
            ACCESS_CONTROL_ALLOW_HEADERS,
            HeaderValue::from_static(ALLOWED),
        );
        headers.insert(
            ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("WWW-Authenticate"),
        );
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    }
}
