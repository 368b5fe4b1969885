//! In which order requests are refused.

use std::sync::Arc;

use actix_web::test::TestRequest;
use http_kit::addresses::Addresses;
use kernel::{Scope, Timestamp};
use serde_json::json;

use super::agent::Agent;

const METADATA: &str =
    "resource_metadata=\"https://t.example/.well-known/oauth-protected-resource/mcp\"";
const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

#[actix_web::test]
async fn pages_of_other_origins_are_refused_before_anything_else() {
    let agent = Agent::with(|state| {
        state.tool_server.allowed_origins = vec!["https://inspector.example".to_owned()];
    });
    for origin in ["https://evil.example", "null", "http://localhost:6274"] {
        let answer = agent.post(&[("origin", origin)], "no json").await;
        let body = answer.assert_rpc_error(403, -32010);
        assert!(body["id"].is_null());
        assert_eq!(answer.header("www-authenticate"), None);
    }
    assert_eq!(agent.look_ups(), 0);
    for origin in ["https://t.example", "https://inspector.example"] {
        let headers = [("origin", origin), ("authorization", agent.token.as_str())];
        agent.post(&headers, LIST).await.assert_ok(200);
    }
}

#[actix_web::test]
async fn a_loopback_server_has_the_names_of_this_machine_alone() {
    let agent = Agent::with(|state| {
        let local = Addresses::new("http://127.0.0.1:8080", None, None);
        state.addresses = Arc::new(local.unwrap());
    });
    for host in ["evil.example", "127.0.0.1.evil.example:8080"] {
        let answer = agent.post(&[("host", host)], LIST).await;
        answer.assert_rpc_error(403, -32010);
    }
    for host in ["127.0.0.1:8080", "localhost:8080", "[::1]"] {
        agent
            .post(&[("host", host)], LIST)
            .await
            .assert_rpc_error(401, -32011);
    }
}

#[actix_web::test]
async fn without_a_token_the_challenge_says_where_to_get_one() {
    let agent = Agent::new();
    let answer = agent.post(&[], "no json").await;
    answer.assert_rpc_error(401, -32011);
    let expected = format!("Bearer {METADATA}, scope=\"mcp:read\"");
    assert_eq!(answer.header("www-authenticate"), Some(expected.as_str()));
    assert_eq!(answer.header("x-ratelimit-remaining"), None);
    let get = agent.api.send(TestRequest::get().uri("/mcp")).await;
    get.assert_rpc_error(401, -32011);
}

#[actix_web::test]
async fn only_user_tokens_that_count_are_let_in() {
    let agent = Agent::new();
    let mut credentials = vec![
        agent.api.key(&[Scope::AnalyticsRead]),
        "Bearer eyJh.eyJz.c2ln".to_owned(),
        "Bearer svc_user_short".to_owned(),
        "Basic YTpi".to_owned(),
        "Bearer".to_owned(),
    ];
    for shape in &credentials {
        let answer = agent.post(&[("authorization", shape)], LIST).await;
        answer.assert_rpc_error(401, -32011);
    }
    assert_eq!(agent.look_ups(), 0);
    credentials.push(format!("Bearer svc_user_{}", "A".repeat(43)));
    let now = Timestamp::from_micros(1_767_225_600_000_000);
    credentials.push(agent.token_after(|token| token.expires_at = now));
    credentials.push(agent.token_after(|token| token.family.revoked_at = Some(now)));
    credentials.push(agent.token_after(|token| {
        token.family.resource = "https://other.example/mcp".to_owned();
    }));
    for credential in credentials {
        let answer = agent.post(&[("authorization", &credential)], LIST).await;
        answer.assert_rpc_error(401, -32011);
        let challenge = answer.header("www-authenticate").unwrap();
        assert!(challenge.starts_with("Bearer "), "{challenge}");
        for member in ["error=\"invalid_token\"", METADATA, "scope=\"mcp:read\""] {
            assert!(challenge.contains(member), "{challenge}");
        }
        assert!(!answer.text.contains("svc_"), "{}", answer.text);
    }
}

#[actix_web::test]
async fn with_a_token_the_method_comes_before_the_body() {
    let agent = Agent::new();
    for method in ["GET", "DELETE", "PUT", "HEAD", "OPTIONS"] {
        let request = TestRequest::with_uri("/mcp")
            .method(method.parse().unwrap())
            .insert_header(("authorization", agent.token.as_str()))
            .set_payload("no json");
        let answer = agent.api.send(request).await;
        assert_eq!(answer.status.as_u16(), 405, "{method}");
        assert_eq!(answer.header("allow"), Some("POST"));
        assert_eq!(answer.header("x-ratelimit-remaining"), Some("600"));
    }
}

#[actix_web::test]
async fn bodies_that_are_no_request_are_refused_by_kind() {
    let agent = Agent::new();
    let token = ("authorization", agent.token.as_str());
    for (body, code) in [
        ("", -32700),
        ("{", -32700),
        ("[]", -32600),
        (&format!("[{LIST}]"), -32600),
        ("7", -32600),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    ] {
        agent.post(&[token], body).await.assert_rpc_error(400, code);
    }
    let long = format!(r#"{{"a":"{}"}}"#, "x".repeat(1024 * 1024));
    agent
        .post(&[token], &long)
        .await
        .assert_rpc_error(413, -32600);
    let coded = [token, ("content-encoding", "gzip")];
    agent.post(&coded, LIST).await.assert_rpc_error(415, -32600);
}

#[actix_web::test]
async fn what_has_no_id_is_taken_without_a_word() {
    let agent = Agent::new();
    for body in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"nothing"}}"#,
    ] {
        for version in ["2025-06-18", "2026-07-28"] {
            let headers = [
                ("authorization", agent.token.as_str()),
                ("mcp-protocol-version", version),
            ];
            let answer = agent.post(&headers, body).await;
            assert_eq!((answer.status.as_u16(), answer.text.as_str()), (202, ""));
        }
    }
}

#[actix_web::test]
async fn browsers_may_ask_first_and_read_the_challenge() {
    let agent = Agent::new();
    let ask = |origin: &str| {
        TestRequest::with_uri("/mcp")
            .method("OPTIONS".parse().unwrap())
            .insert_header(("origin", origin.to_owned()))
            .insert_header(("access-control-request-method", "POST"))
    };
    let answer = agent.api.send(ask("https://t.example")).await;
    assert_eq!(answer.status.as_u16(), 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-allow-credentials"), None);
    let allowed = answer.header("access-control-allow-headers").unwrap();
    for name in [
        "Authorization",
        "MCP-Protocol-Version",
        "Mcp-Method",
        "Mcp-Name",
    ] {
        assert!(allowed.contains(name), "{allowed}");
    }
    let other = agent.api.send(ask("https://evil.example")).await;
    other.assert_rpc_error(403, -32010);
    let refused = agent.post(&[], LIST).await;
    let exposed = refused.header("access-control-expose-headers");
    assert_eq!(exposed, Some("WWW-Authenticate"));
}

#[actix_web::test]
async fn units_are_charged_as_in_the_rest_interface() {
    let agent = Agent::new();
    let token = agent.token_after(|token| token.family.units_per_minute = 5);
    let left = |answer: &crate::support::Answer| {
        assert_eq!(answer.header("x-ratelimit-limit"), Some("5"));
        let left = answer.header("x-ratelimit-remaining").unwrap();
        left.parse::<u32>().unwrap()
    };
    for (name, expected) in [
        ("whoami", 5),
        ("nothing", 5),
        ("overview", 4),
        ("customers", 1),
    ] {
        let answer = agent.call_with(&token, name, json!({})).await;
        assert_eq!(left(&answer), expected, "{name}: {}", answer.text);
    }
    let listed = agent.modern_with(&token, "tools/list", json!({})).await;
    assert_eq!(left(&listed), 1);
    let refused = agent.call_with(&token, "journey", json!({})).await;
    let body = refused.assert_rpc_error(429, -32013);
    // Two units of five a minute are lacking.
    assert_eq!(refused.header("retry-after"), Some("24"));
    assert!(body["error"]["message"].as_str().unwrap().contains("24"));
    assert_eq!(body["id"], "a");
    assert_eq!(left(&refused), 1);
    agent
        .call_with(&token, "whoami", json!({}))
        .await
        .assert_answer();
}
