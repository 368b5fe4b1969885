//! Discovery and registration.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::site::{MCP, Site, assert_flat};

#[actix_web::test]
async fn metadata_is_what_clients_compare_byte_by_byte() {
    let site = Site::new().await;
    let server = site
        .get("/.well-known/oauth-authorization-server", "")
        .await;
    let expected = json!({
        "issuer": "https://t.example",
        "authorization_endpoint": "https://t.example/oauth/mcp/authorize",
        "token_endpoint": "https://t.example/oauth/mcp/token",
        "registration_endpoint": "https://t.example/oauth/mcp/register",
        "revocation_endpoint": "https://t.example/oauth/revoke",
        "scopes_supported": ["mcp:read", "mcp:read_pii", "mcp:write"],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported":
            ["none", "client_secret_basic", "client_secret_post"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    });
    assert_eq!(server.json(), expected);
    let resource = json!({
        "resource": MCP,
        "authorization_servers": ["https://t.example"],
        "scopes_supported": ["mcp:read"],
        "bearer_methods_supported": ["header"],
    });
    for path in ["", "/mcp"] {
        let uri = format!("/.well-known/oauth-protected-resource{path}");
        let answer = site.get(&uri, "").await;
        assert_eq!(answer.json(), resource);
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    }
    let elsewhere = site
        .get("/.well-known/oauth-protected-resource/other", "")
        .await;
    elsewhere.assert_problem(404, "not_found");
}

#[actix_web::test]
async fn pages_of_any_origin_may_register_and_exchange() {
    let site = Site::new().await;
    for path in ["/oauth/mcp/register", "/oauth/mcp/token", "/oauth/revoke"] {
        let preflight = TestRequest::with_uri(path).method(Method::OPTIONS);
        let answer = site.send(preflight).await;
        assert_eq!(answer.status.as_u16(), 204);
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        assert_eq!(answer.header("access-control-allow-credentials"), None);
        let allowed = answer.header("access-control-allow-headers").unwrap();
        assert!(allowed.contains("MCP-Protocol-Version"), "{allowed}");
    }
    let page = site.get("/auth/sign-in", "").await;
    assert_eq!(page.header("access-control-allow-origin"), None);
}

#[actix_web::test]
async fn a_client_is_told_what_was_kept() {
    let site = Site::new().await;
    let answer = site
        .register(&json!({
            "client_name": "App",
            "redirect_uris": ["http://localhost:3000/cb"],
            "token_endpoint_auth_method": "client_secret_post",
            "scope": "mcp:write openid mcp:read",
            "client_uri": "https://app.example",
            "logo_uri": null,
        }))
        .await;
    assert_eq!(answer.status.as_u16(), 201);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let mut body = answer.json();
    assert!(body["client_id"].take().is_string());
    assert!(body["client_id_issued_at"].take().as_i64().unwrap() > 1_700_000_000);
    let expected = json!({
        "client_id": null,
        "client_id_issued_at": null,
        "client_name": "App",
        "redirect_uris": ["http://localhost:3000/cb"],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": "mcp:read mcp:write",
    });
    assert_eq!(body, expected);
}

#[actix_web::test]
async fn metadata_that_cannot_be_kept_is_refused_flat() {
    let site = Site::new().await;
    let good = "https://app.example/cb";
    for (body, error) in [
        (json!({}), "invalid_redirect_uri"),
        (json!({"redirect_uris": good}), "invalid_redirect_uri"),
        (json!({"redirect_uris": [1]}), "invalid_redirect_uri"),
        (
            json!({"redirect_uris": ["http://app.example/cb"]}),
            "invalid_redirect_uri",
        ),
        (
            json!({"redirect_uris": [format!("{good}#x")]}),
            "invalid_redirect_uri",
        ),
        (
            json!({"redirect_uris": [good], "grant_types": ["implicit"]}),
            "invalid_client_metadata",
        ),
        (
            json!({"redirect_uris": [good], "response_types": ["token"]}),
            "invalid_client_metadata",
        ),
        (
            json!({"redirect_uris": [good], "client_name": 7}),
            "invalid_client_metadata",
        ),
        (json!([good]), "invalid_client_metadata"),
        (Value::Null, "invalid_client_metadata"),
    ] {
        assert_flat(&site.register(&body).await, 400, error);
    }
    let broken = TestRequest::post()
        .uri("/oauth/mcp/register")
        .insert_header(("content-type", "application/json"))
        .set_payload("{");
    assert_flat(&site.send(broken).await, 400, "invalid_client_metadata");
    let huge = json!({"redirect_uris": [good], "client_name": "x".repeat(70_000)});
    site.register(&huge)
        .await
        .assert_problem(413, "payload_too_large");
}
