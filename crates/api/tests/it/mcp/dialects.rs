//! Both dialects over HTTP.

use serde_json::{Value, json};

use super::agent::{Agent, MODERN};

#[actix_web::test]
async fn a_legacy_client_shakes_hands_and_calls() {
    let agent = Agent::new();
    let token = ("authorization", agent.token.as_str());
    for (asked, agreed) in [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2025-11-25"),
        (MODERN, "2025-11-25"),
    ] {
        let body = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {
                "protocolVersion": asked,
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        });
        let answer = agent.post(&[token], &body.to_string()).await;
        let body = answer.assert_ok(200);
        assert_eq!(body["id"], 0);
        let result = &body["result"];
        assert_eq!(result["protocolVersion"], agreed);
        assert_eq!(result["capabilities"], json!({"tools": {}}));
        assert_eq!(result["serverInfo"]["name"], "tributary");
        assert!(result.get("resultType").is_none());
        assert_eq!(answer.header("mcp-session-id"), None);
    }
    let ping = agent.legacy("ping", json!({})).await.assert_ok(200);
    assert_eq!((&ping["id"], &ping["result"]), (&json!(7), &json!({})));
    let listed = agent.legacy("tools/list", json!({})).await.assert_ok(200);
    assert!(listed["result"].get("ttlMs").is_none());
    assert_eq!(listed["result"]["tools"][0]["name"], "whoami");
    let called = agent.legacy("tools/call", json!({"name": "whoami"})).await;
    called.assert_answer();
    assert!(called.json()["result"].get("_meta").is_none());
}

#[actix_web::test]
async fn legacy_errors_are_told_in_answers_that_succeed() {
    let agent = Agent::new();
    for (method, params, code) in [
        ("resources/list", json!({}), -32601),
        ("tools/call", json!({"name": "nothing"}), -32602),
        ("tools/call", json!({}), -32602),
        (
            "tools/call",
            json!({"name": "whoami", "arguments": []}),
            -32602,
        ),
    ] {
        let answer = agent.legacy(method, params).await;
        assert_eq!(answer.assert_rpc_error(200, code)["id"], 7);
    }
}

#[actix_web::test]
async fn a_modern_client_discovers_and_calls() {
    let agent = Agent::new();
    let discovered = agent
        .modern("server/discover", json!({}))
        .await
        .assert_ok(200);
    let result = &discovered["result"];
    assert_eq!(discovered["id"], "a");
    assert_eq!(result["resultType"], "complete");
    let versions = json!([MODERN, "2025-11-25", "2025-06-18", "2025-03-26"]);
    assert_eq!(result["supportedVersions"], versions);
    assert_eq!(result["capabilities"], json!({"tools": {}}));
    assert_eq!(result["cacheScope"], "private");
    assert!(result["ttlMs"].is_u64());
    let info = "io.modelcontextprotocol/serverInfo";
    assert_eq!(result["_meta"][info]["name"], "tributary");
    let listed = agent.modern("tools/list", json!({})).await.assert_ok(200);
    assert_eq!(listed["result"]["resultType"], "complete");
    assert_eq!(listed["result"]["cacheScope"], "private");
    assert!(listed["result"]["ttlMs"].is_u64());
    let called = agent.call("whoami", json!({})).await;
    called.assert_answer();
    let result = &called.json()["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["_meta"][info]["name"], "tributary");
}

#[actix_web::test]
async fn modern_errors_have_a_status_and_echo_the_id() {
    let agent = Agent::new();
    for (method, params, status, code) in [
        ("initialize", json!({}), 404, -32601),
        ("ping", json!({}), 404, -32601),
        ("resources/list", json!({}), 404, -32601),
        ("tools/call", json!({"name": "nothing"}), 400, -32602),
        (
            "tools/call",
            json!({"name": "whoami", "arguments": 7}),
            400,
            -32602,
        ),
    ] {
        let answer = agent.modern(method, params).await;
        assert_eq!(answer.assert_rpc_error(status, code)["id"], "a");
    }
}

#[actix_web::test]
async fn modern_headers_must_agree_with_the_body() {
    let agent = Agent::new();
    let meta = |version: &str| {
        json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        })
    };
    let body = |meta: Value| {
        let params = json!({"name": "whoami", "_meta": meta});
        json!({"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": params}).to_string()
    };
    let (good, future) = (body(meta(MODERN)), body(meta("2027-01-01")));
    let bare = body(json!({"io.modelcontextprotocol/protocolVersion": MODERN}));
    let version = ("mcp-protocol-version", MODERN);
    let method = ("mcp-method", "tools/call");
    let name = ("mcp-name", "whoami");
    for (headers, body, code) in [
        (vec![version, method, name], &bare, -32602),
        (vec![method, name], &good, -32020),
        (
            vec![("mcp-protocol-version", "2025-11-25"), method, name],
            &good,
            -32020,
        ),
        (vec![version, method, name], &future, -32020),
        (
            vec![("mcp-protocol-version", "2027-01-01")],
            &future,
            -32022,
        ),
        (vec![version, name], &good, -32020),
        (
            vec![version, ("mcp-method", "tools/list"), name],
            &good,
            -32020,
        ),
        (vec![version, method], &good, -32020),
        (
            vec![version, method, ("mcp-name", "overview")],
            &good,
            -32020,
        ),
    ] {
        let mut sent = vec![("authorization", agent.token.as_str())];
        sent.extend(headers);
        let answer = agent.post(&sent, body).await;
        let told = answer.assert_rpc_error(400, code);
        assert_eq!(told["id"], "a");
        if code == -32022 {
            assert_eq!(told["error"]["data"]["requested"], "2027-01-01");
            assert_eq!(told["error"]["data"]["supported"][0], MODERN);
        }
    }
    let coded = [
        ("authorization", agent.token.as_str()),
        version,
        method,
        ("mcp-name", "=?base64?d2hvYW1p?="),
    ];
    agent.post(&coded, &good).await.assert_answer();
}
