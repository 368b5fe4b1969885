//! Tools answer what the REST interface answers, and what their schemas promise.

use std::sync::Arc;

use actix_web::test::TestRequest;
use boon::{Compiler, Schemas};
use kernel::Scope;
use serde_json::{Value, json};

use super::agent::Agent;
use crate::{breakdowns, conversions, customers, overview, paths, replays, timeseries};

/// Asserts that this is a JSON Schema.
#[track_caller]
pub(super) fn compiles(schema: &Value) {
    let mut compiler = Compiler::new();
    let mut schemas = Schemas::new();
    compiler
        .add_resource("mem:///schema", schema.clone())
        .unwrap();
    if let Err(error) = compiler.compile("mem:///schema", &mut schemas) {
        panic!("{error:#}");
    }
}

#[track_caller]
fn fits(answer: &Value, schema: &Value) {
    let mut compiler = Compiler::new();
    let mut schemas = Schemas::new();
    compiler
        .add_resource("mem:///schema", schema.clone())
        .unwrap();
    let index = compiler.compile("mem:///schema", &mut schemas).unwrap();
    if let Err(error) = schemas.validate(answer, index) {
        panic!("{error:#}\n{answer}");
    }
}

async fn output_schema(agent: &Agent, name: &str) -> Value {
    let listed = agent.modern("tools/list", json!({})).await.assert_ok(200);
    let tools = listed["result"]["tools"].as_array().unwrap();
    tools.iter().find(|tool| tool["name"] == name).unwrap()["outputSchema"].clone()
}

/// Asks both interfaces the same, and compares letter by letter.
pub(super) async fn compare(agent: &Agent, tool: &str, arguments: Value, path: &str) {
    let scopes: Vec<_> = Scope::ALL.into_iter().map(|(scope, _)| scope).collect();
    let key = agent.api.key(&scopes);
    let rest = agent.api.get(path, &key).await;
    assert_eq!(rest.status.as_u16(), 200, "{path}: {}", rest.text);
    let answer = agent.call(tool, arguments).await.assert_answer();
    assert_eq!(answer, rest.text, "{tool}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    fits(&answer, &output_schema(agent, tool).await);
}

/// Readers that have something to tell.
fn filled() -> Agent {
    let people = Arc::new(customers::Reads::default());
    Agent::with(|state| {
        state.overviews = Arc::new(overview::Reads::default());
        state.breakdowns = Arc::new(breakdowns::Reads::default());
        state.time_series = Arc::new(timeseries::Reads::default());
        state.paths = Arc::new(paths::Reads::default());
        state.customers = people.clone();
        state.journeys = people;
        state.explainer = Arc::new(conversions::Explains::default());
        state.restatements = Arc::new(replays::Ledger::default());
    })
}

#[actix_web::test]
async fn reports_are_those_of_the_rest_interface() {
    let agent = filled();
    let days = || json!({"date_from": "2026-03-01", "date_to": "2026-03-31"});
    let with = |more: Value| {
        let mut arguments = days();
        let members = arguments.as_object_mut().unwrap();
        members.extend(more.as_object().unwrap().clone());
        arguments
    };
    let query = "date_from=2026-03-01&date_to=2026-03-31";
    for (tool, arguments, path) in [
        (
            "overview",
            with(
                json!({"model": "linear", "filters": {"channel": "is:Email|Direct"}, "goal": "payment_received"}),
            ),
            format!(
                "/api/v1/overview?{query}&model=linear&filter[channel]=is:Email|Direct\
                 &goal=payment_received"
            ),
        ),
        (
            "breakdown",
            with(json!({"dimension": "campaign", "sort": "spend", "order": "asc", "limit": 5})),
            format!("/api/v1beta/breakdowns/campaign?{query}&sort=spend&order=asc&limit=5"),
        ),
        (
            "timeseries",
            with(json!({"interval": "week", "accounting": "touch_date"})),
            format!("/api/v1beta/timeseries?{query}&interval=week&accounting=touch_date"),
        ),
        (
            "paths",
            with(json!({"converting": false, "goal": "payment_received",
                "filters": {"channel": "is:Email"}})),
            format!(
                "/api/v1beta/paths?{query}&converting=false&goal=payment_received\
                 &filter[channel]=is:Email"
            ),
        ),
        (
            "customers",
            with(json!({"goal": "payment_received", "limit": 3})),
            format!("/api/v1/customers?{query}&goal=payment_received&limit=3"),
        ),
        (
            "search_customers",
            json!({"q": "Ada L", "limit": 3}),
            "/api/v1/customers/search?q=Ada%20L&limit=3".to_owned(),
        ),
        (
            "journey",
            json!({"customer_profile_id": "a/b +c", "offset": 2, "limit": 3}),
            "/api/v1/customers/a%2Fb%20%2Bc/journey?offset=2&limit=3".to_owned(),
        ),
        (
            "explain_conversion",
            json!({"conversion_id": "00000000-0000-0000-0000-0000000000c1", "model": "linear"}),
            "/api/v1beta/conversions/00000000-0000-0000-0000-0000000000c1/explain?model=linear"
                .to_owned(),
        ),
        (
            "restatements",
            json!({"cause": "late_event", "limit": 2}),
            "/api/v1beta/restatements?cause=late_event&limit=2".to_owned(),
        ),
        (
            "restatement",
            json!({"restatement_id": "00000000-0000-0000-0000-0000000000e1", "model": "linear"}),
            "/api/v1beta/restatements/00000000-0000-0000-0000-0000000000e1?model=linear".to_owned(),
        ),
    ] {
        compare(&agent, tool, arguments, &path).await;
    }
}

#[actix_web::test]
async fn settings_are_those_of_the_rest_interface() {
    let agent = Agent::over_database().await;
    for (tool, path) in [
        ("freshness", "/api/v1/profile/freshness"),
        ("readiness", "/api/v1/profile/readiness"),
        ("quality", "/api/v1/quality"),
        ("trust", "/api/v1/trust"),
        ("utm_health", "/api/v1/quality/utm"),
        ("utm_findings", "/api/v1beta/quality/utm/findings"),
        ("channel_rules", "/api/v1/channel-rules"),
        ("conversion_definitions", "/api/v1/goals/definitions"),
        ("outcome_counts", "/api/v1/goals/outcome-counts"),
        ("restatements", "/api/v1beta/restatements"),
    ] {
        compare(&agent, tool, json!({}), path).await;
    }
    let who = agent.call("whoami", json!({})).await.assert_answer();
    let who: Value = serde_json::from_str(&who).unwrap();
    fits(&who, &output_schema(&agent, "whoami").await);
}

#[actix_web::test]
async fn resources_that_are_not_there_are_errors_for_the_agent() {
    let agent = Agent::new();
    let nowhere = uuid::Uuid::from_u128(5).to_string();
    for (tool, argument) in [
        ("explain_conversion", "conversion_id"),
        ("restatement", "restatement_id"),
    ] {
        let answer = agent.call(tool, json!({argument: nowhere})).await;
        answer.assert_tool_error("not_found");
        let answer = agent
            .call(tool, json!({argument: "x", "model": "best"}))
            .await;
        let error = answer.assert_tool_error("invalid_request");
        assert_eq!(error["errors"].as_array().unwrap().len(), 2, "{error}");
    }
    let goal = json!({"date_from": "2026-03-01", "date_to": "2026-03-31", "goal": "nothing"});
    let error = agent
        .call("customers", goal)
        .await
        .assert_tool_error("invalid_request");
    let detail = error["errors"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("payment_received"), "{detail}");
}

#[actix_web::test]
async fn the_document_of_the_rest_interface_knows_nothing_of_tools() {
    let agent = Agent::new();
    let request = TestRequest::get().uri("/api/v1/openapi.json");
    let document = agent.api.send(request).await.assert_ok(200);
    assert!(document["paths"].get("/mcp").is_none());
}
