//! Which tools there are, for whom, and what they say to those who may not.

use std::sync::Arc;

use access_control::{Grant, Role};
use kernel::Scope;
use serde_json::{Value, json};
use uuid::Uuid;

use super::agent::Agent;
use crate::support::FakeProfiles;

async fn listed(agent: &Agent) -> Vec<Value> {
    let answer = agent.modern("tools/list", json!({})).await.assert_ok(200);
    answer["result"]["tools"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn the_list_has_one_order_and_says_everything_about_each() {
    let agent = Agent::new();
    let tools = listed(&agent).await;
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    let expected = [
        "whoami",
        "overview",
        "breakdown",
        "timeseries",
        "paths",
        "customers",
        "search_customers",
        "journey",
        "explain_conversion",
        "outcome_counts",
        "conversion_definitions",
        "channel_rules",
        "restatements",
        "restatement",
        "freshness",
        "readiness",
        "quality",
        "trust",
        "utm_health",
        "utm_findings",
        "list_export_destinations",
        "list_export_rules",
        "list_export_deliveries",
        "explain_conversion_exports",
        "export_diagnostics",
    ];
    assert_eq!(names, expected);
    for tool in &tools {
        for text in ["title", "description"] {
            assert!(!tool[text].as_str().unwrap().is_empty(), "{tool}");
        }
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object", "{tool}");
            super::answers::compiles(&tool[schema]);
        }
        assert_eq!(tool["inputSchema"]["additionalProperties"], false);
        let required = tool["inputSchema"]["required"].as_array().unwrap();
        let about_profile = tool["name"] != "whoami";
        assert_eq!(required.contains(&json!("profile_id")), about_profile);
        assert!(!tool.to_string().contains("x-spec-gap"), "{tool}");
        assert!(!tool.to_string().contains("#/components"), "{tool}");
    }
    assert_eq!(tools, listed(&agent).await);
}

/// The operation that a tool answers as; `whoami` answers as none.
const OPERATIONS: [(&str, &str); 24] = [
    ("overview", "/api/v1/overview"),
    ("breakdown", "/api/v1beta/breakdowns/{dimension}"),
    ("timeseries", "/api/v1beta/timeseries"),
    ("paths", "/api/v1beta/paths"),
    ("customers", "/api/v1/customers"),
    ("search_customers", "/api/v1/customers/search"),
    ("journey", "/api/v1/customers/{id}/journey"),
    ("explain_conversion", "/api/v1beta/conversions/{id}/explain"),
    ("outcome_counts", "/api/v1/goals/outcome-counts"),
    ("conversion_definitions", "/api/v1/goals/definitions"),
    ("channel_rules", "/api/v1/channel-rules"),
    ("restatements", "/api/v1beta/restatements"),
    ("restatement", "/api/v1beta/restatements/{id}"),
    ("freshness", "/api/v1/profile/freshness"),
    ("readiness", "/api/v1/profile/readiness"),
    ("quality", "/api/v1/quality"),
    ("trust", "/api/v1/trust"),
    ("utm_health", "/api/v1/quality/utm"),
    ("utm_findings", "/api/v1beta/quality/utm/findings"),
    (
        "list_export_destinations",
        "/api/v1beta/exports/destinations",
    ),
    ("list_export_rules", "/api/v1beta/exports/rules"),
    ("list_export_deliveries", "/api/v1beta/exports/deliveries"),
    (
        "explain_conversion_exports",
        "/api/v1beta/conversions/{id}/exports",
    ),
    ("export_diagnostics", "/api/v1beta/exports/diagnostics"),
];

/// What a tool calls a parameter. An agent sees no path, so that an `id` says of what; filters are
/// members of one object.
fn argument(tool: &str, parameter: &str) -> String {
    let named = match (tool, parameter) {
        ("journey", "id") => "customer_profile_id",
        ("explain_conversion" | "explain_conversion_exports", "id") => "conversion_id",
        ("restatement", "id") => "restatement_id",
        (_, name) if name.starts_with("filter[") => "filters",
        (_, name) => name,
    };
    named.to_owned()
}

#[actix_web::test]
async fn every_tool_takes_what_its_operation_takes() {
    let document: Value = serde_json::from_str(&rest_api::openapi_json()).unwrap();
    let agent = Agent::new();
    let tools = listed(&agent).await;
    assert_eq!(tools.len(), OPERATIONS.len() + 1);
    for (name, path) in OPERATIONS {
        let operation = &document["paths"][path]["get"];
        assert!(operation.is_object(), "{path}");
        let declared = operation["parameters"].as_array();
        let mut expected: std::collections::BTreeMap<_, _> = declared
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] != "header")
            .map(|parameter| {
                let own = argument(name, parameter["name"].as_str().unwrap());
                (own, parameter["required"] == true)
            })
            .collect();
        // A key is of one profile; a person names it.
        expected.insert("profile_id".to_owned(), true);
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        let schema = &tool["inputSchema"];
        let required = schema["required"].as_array().unwrap();
        let taken: std::collections::BTreeMap<_, _> = schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(|key| (key.clone(), required.contains(&json!(key))))
            .collect();
        assert_eq!(taken, expected, "{name}");
    }
}

#[actix_web::test]
async fn whoami_tells_who_what_and_where() {
    let agent = Agent::new();
    let token = agent.token_with(&[Grant::Read]);
    agent.reaches(agent.api.profile, Role::Member, &[Scope::AnalyticsRead]);
    let answer = agent.call_with(&token, "whoami", json!({})).await;
    let told: Value = serde_json::from_str(&answer.assert_answer()).unwrap();
    let data = &told["data"];
    assert_eq!(data["person"]["name"], "Ada");
    assert_eq!(data["client_id"], "client");
    assert_eq!(data["grants"], json!(["mcp:read"]));
    let frozen = [
        "analytics:read",
        "campaigns:read",
        "conversions:read",
        "realtime:read",
    ];
    let scopes: std::collections::HashSet<_> = data["scopes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|scope| scope.as_str().unwrap())
        .collect();
    assert_eq!(scopes, frozen.into_iter().collect());
    let workspace = &data["workspaces"][0];
    assert_eq!(
        (&workspace["name"], &workspace["role"]),
        (&json!("Shop"), &json!("member"))
    );
    let profile = &workspace["profiles"][0];
    assert_eq!(profile["id"], agent.api.profile.to_string());
    assert_eq!(profile["scopes"], json!(["analytics:read"]));
    assert_eq!(profile["timezone"], "Europe/Berlin");
    let wrong = agent.call_with(&token, "whoami", json!({"x": 1})).await;
    let error = wrong.assert_tool_error("invalid_request");
    assert_eq!(error["errors"][0]["argument"], "x");
    assert_eq!(error["errors"][0]["code"], "unknown_field");
}

#[actix_web::test]
async fn a_narrow_token_is_told_which_grant_to_ask_for() {
    let agent = Agent::new();
    let token = agent.token_with(&[Grant::Read]);
    for (tool, grant) in [
        ("customers", "mcp:read_pii"),
        ("search_customers", "mcp:read_pii"),
        ("journey", "mcp:read_pii"),
        ("explain_conversion", "mcp:read_pii"),
        ("conversion_definitions", "mcp:write"),
        ("list_export_destinations", "mcp:write"),
        ("list_export_rules", "mcp:write"),
        ("list_export_deliveries", "mcp:write"),
        ("explain_conversion_exports", "mcp:write"),
        ("export_diagnostics", "mcp:write"),
    ] {
        // Even without arguments: the scope comes before them.
        let answer = agent.call_with(&token, tool, json!({})).await;
        let body = answer.assert_rpc_error(403, -32012);
        assert_eq!(body["id"], "a");
        assert_eq!(body["error"]["data"]["required_grant"], grant);
        let expected = format!(
            "Bearer error=\"insufficient_scope\", scope=\"{grant}\", \
             resource_metadata=\"https://t.example/.well-known/oauth-protected-resource/mcp\""
        );
        assert_eq!(answer.header("www-authenticate"), Some(expected.as_str()));
    }
    agent
        .call_with(&token, "overview", json!({}))
        .await
        .assert_tool_error("invalid_request");
}

#[actix_web::test]
async fn a_person_without_the_right_cannot_be_helped_by_a_wider_token() {
    let agent = Agent::new();
    agent.reaches(agent.api.profile, Role::Member, &[Scope::AnalyticsRead]);
    let answer = agent.call("customers", json!({})).await;
    let error = answer.assert_tool_error("insufficient_scope");
    assert!(error["detail"].as_str().unwrap().contains("customers:read"));
    assert_eq!(answer.header("www-authenticate"), None);
}

#[actix_web::test]
async fn what_is_out_of_reach_looks_like_nothing() {
    let agent = Agent::new();
    let foreign = agent.api.profile;
    agent.reaches(Uuid::from_u128(77), Role::Owner, &[]);
    let narrow = agent.token_with(&[Grant::Read]);
    for tool in ["overview", "customers", "freshness", "restatements"] {
        let unreachable = agent.call_on(foreign, tool, json!({})).await;
        let nothing = agent.call_on(Uuid::from_u128(78), tool, json!({})).await;
        unreachable.assert_tool_error("not_found");
        assert_eq!(unreachable.text, nothing.text);
        // Reach comes before scope.
        let arguments = json!({"profile_id": foreign.to_string()});
        let narrow = agent.call_with(&narrow, tool, arguments).await;
        assert_eq!(narrow.text, nothing.text);
    }
}

#[actix_web::test]
async fn losing_the_membership_ends_the_token_with_the_next_call() {
    let agent = Agent::new();
    let days = json!({"date_from": "2026-03-01", "date_to": "2026-03-31"});
    agent.call("overview", days.clone()).await.assert_answer();
    agent.reaches_nothing();
    agent
        .call("overview", days)
        .await
        .assert_tool_error("not_found");
    let who = agent.call("whoami", json!({})).await.assert_answer();
    let who: Value = serde_json::from_str(&who).unwrap();
    assert_eq!(who["data"]["workspaces"], json!([]));
}

#[actix_web::test]
async fn wrong_arguments_are_all_named() {
    let agent = Agent::new();
    for profile in [json!(null), json!(7), json!("x")] {
        let params = json!({"name": "overview", "arguments": {"profile_id": profile}});
        let answer = agent.modern("tools/call", params).await;
        let error = answer.assert_tool_error("invalid_request");
        assert_eq!(error["errors"][0]["argument"], "profile_id");
    }
    let arguments = json!({
        "dimension": "planet", "date_from": "today", "limit": 101, "order": "up",
        "filters": {"channel": "Email"}, "colour": "red",
    });
    let answer = agent.call("breakdown", arguments).await;
    let error = answer.assert_tool_error("invalid_request");
    let errors = error["errors"].as_array().unwrap();
    let mut named: Vec<_> = errors
        .iter()
        .map(|error| error["argument"].as_str().unwrap())
        .collect();
    named.sort_unstable();
    let expected = [
        "colour",
        "date_from",
        "date_to",
        "dimension",
        "filters.channel",
        "limit",
        "order",
    ];
    assert_eq!(named, expected);
}

#[actix_web::test]
async fn a_failure_of_ours_tells_nothing_of_its_cause() {
    let agent = Agent::with(|state| state.profiles = Arc::new(FakeProfiles));
    let answer = agent.call("outcome_counts", json!({})).await;
    answer.assert_tool_error("unavailable");
    assert!(!answer.text.contains("db.internal"), "{}", answer.text);
}
