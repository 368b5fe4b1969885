//! An agent with a token.

use std::sync::atomic::Ordering;

use access_control::{Grant, Role, UserToken};
use actix_web::test::TestRequest;
use http_kit::AppState;
use kernel::{Scope, UserId};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, TestApi};

pub(crate) const MODERN: &str = "2026-07-28";

fn user() -> UserId {
    Uuid::from_u128(0xAD_A0).into()
}

/// The service, and a person who owns the workspace of its profile.
pub(crate) struct Agent {
    pub(crate) api: TestApi,
    pub(crate) token: String,
}

impl Agent {
    /// With every grant.
    pub(crate) fn new() -> Self {
        Self::of(TestApi::new())
    }

    /// The same, with other ports.
    pub(crate) fn with(change: impl FnOnce(&mut AppState)) -> Self {
        Self::of(TestApi::with(change))
    }

    /// Over a real database.
    pub(crate) async fn over_database() -> Self {
        Self::of(TestApi::over_database_without_people().await)
    }

    fn of(api: TestApi) -> Self {
        api.people.join(user(), api.profile, Role::Owner, &[]);
        let token = api.people.token(user(), &Grant::ALL, |token| {
            token.family.units_per_minute = 600;
            token.family.client_id = Some("client".to_owned());
        });
        Self { api, token }
    }

    /// What the person reaches from now on.
    pub(crate) fn reaches(&self, profile: Uuid, role: Role, assigned: &[Scope]) {
        self.api.people.leave(user());
        self.api.people.join(user(), profile, role, assigned);
    }

    /// The person reaches nothing from now on.
    pub(crate) fn reaches_nothing(&self) {
        self.api.people.leave(user());
    }

    pub(crate) fn look_ups(&self) -> usize {
        self.api.people.look_ups.load(Ordering::SeqCst)
    }

    pub(crate) fn token_with(&self, grants: &[Grant]) -> String {
        self.api.people.token(user(), grants, |token| {
            token.family.client_id = Some("client".to_owned());
        })
    }

    pub(crate) fn token_after(&self, change: impl FnOnce(&mut UserToken)) -> String {
        self.api.people.token(user(), &Grant::ALL, change)
    }

    /// Posts a body with headers.
    pub(crate) async fn post(&self, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = TestRequest::post()
            .uri("/mcp")
            .insert_header(("content-type", "application/json"));
        for (name, value) in headers {
            request = request.insert_header((*name, *value));
        }
        self.api.send(request.set_payload(body.to_owned())).await
    }

    /// A legacy request.
    pub(crate) async fn legacy(&self, method: &str, params: Value) -> Answer {
        let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let headers = [
            ("authorization", self.token.as_str()),
            ("mcp-protocol-version", "2025-11-25"),
        ];
        self.post(&headers, &body.to_string()).await
    }

    /// A modern request that keeps every rule.
    pub(crate) async fn modern(&self, method: &str, params: Value) -> Answer {
        self.modern_with(&self.token, method, params).await
    }

    /// The same with another token.
    pub(crate) async fn modern_with(&self, token: &str, method: &str, mut params: Value) -> Answer {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let name = params["name"].as_str().unwrap_or_default().to_owned();
        let body = json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params});
        let mut headers = vec![
            ("authorization", token),
            ("mcp-protocol-version", MODERN),
            ("mcp-method", method),
        ];
        if !name.is_empty() {
            headers.push(("mcp-name", name.as_str()));
        }
        self.post(&headers, &body.to_string()).await
    }

    /// Calls a tool on the profile.
    pub(crate) async fn call(&self, name: &str, arguments: Value) -> Answer {
        self.call_with(&self.token, name, arguments).await
    }

    /// The same with another token.
    pub(crate) async fn call_with(&self, token: &str, name: &str, mut arguments: Value) -> Answer {
        if name != "whoami" && arguments.get("profile_id").is_none() {
            arguments["profile_id"] = self.api.profile.to_string().into();
        }
        let params = json!({"name": name, "arguments": arguments});
        self.modern_with(token, "tools/call", params).await
    }

    /// Calls a tool on another profile.
    pub(crate) async fn call_on(&self, profile: Uuid, name: &str, mut arguments: Value) -> Answer {
        arguments["profile_id"] = profile.to_string().into();
        self.call(name, arguments).await
    }
}

impl Answer {
    /// Asserts that this is a JSON-RPC error, and gives it.
    #[track_caller]
    pub(crate) fn assert_rpc_error(&self, status: u16, code: i32) -> Value {
        let body = self.assert_ok(status);
        assert_eq!(self.header("content-type"), Some("application/json"));
        assert_eq!(body["jsonrpc"], "2.0");
        assert_eq!(body["error"]["code"], code, "{body}");
        assert!(body["error"]["message"].is_string(), "{body}");
        assert!(body.get("id").is_some(), "{body}");
        body
    }

    /// Asserts that a tool answered, and gives the answer as it was written.
    #[track_caller]
    pub(crate) fn assert_answer(&self) -> String {
        let body = self.assert_ok(200);
        assert_eq!(body["result"]["isError"], false, "{body}");
        let text = body["result"]["content"][0]["text"].as_str().unwrap();
        let structured = format!("\"structuredContent\":{text}");
        assert!(self.text.contains(&structured), "{}", self.text);
        text.to_owned()
    }

    /// Asserts that a tool answered with an error for the agent, and gives it.
    #[track_caller]
    pub(crate) fn assert_tool_error(&self, code: &str) -> Value {
        let body = self.assert_ok(200);
        assert_eq!(body["result"]["isError"], true, "{body}");
        assert!(body["result"].get("structuredContent").is_none());
        let text = body["result"]["content"][0]["text"].as_str().unwrap();
        let error: Value = serde_json::from_str(text).unwrap();
        assert_eq!(error["code"], code, "{error}");
        error
    }
}
