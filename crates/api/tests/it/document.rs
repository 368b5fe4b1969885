//! The `OpenAPI` document is complete and honest.

use std::collections::HashSet;
use std::path::Path;

use actix_web::test::TestRequest;
use serde_json::Value;

use crate::support::TestApi;

/// The operations that the interface we implement shows by path; all others are our own choice
/// and must say so.
const SHOWN: &[(&str, &str)] = &[
    ("get", "/api/v1/overview"),
    ("get", "/api/v1/customers"),
    ("post", "/api/v1/customers"),
    ("get", "/api/v1/customers/search"),
    ("get", "/api/v1/customers/{id}/journey"),
    ("get", "/api/v1/identity/merge-history"),
    ("get", "/api/v1/identity/merge-proposals"),
    ("post", "/api/v1/identity/merge-proposals/scan"),
    ("get", "/api/v1/identity/merge-proposals/{id}/preview"),
    ("post", "/api/v1/identity/merge-proposals/{id}/decide"),
    ("get", "/api/v1/identity/repair-scan"),
    ("post", "/api/v1/identity/repair"),
    ("post", "/api/v1/events"),
    ("post", "/api/v1/payments/webpay"),
    ("post", "/api/v1/tracking/keys"),
    ("get", "/api/v1/tracking/keys"),
    ("get", "/api/v1/tracking/snippet"),
    ("get", "/api/v1/tracking/installers/gtm"),
    ("get", "/api/v1/tracking/installers/shopify-pixel"),
    ("get", "/api/v1/openapi.json"),
    ("get", "/api/v1/webhooks/subscriptions"),
    ("post", "/api/v1/webhooks/subscriptions"),
    ("patch", "/api/v1/webhooks/subscriptions/{id}"),
    ("delete", "/api/v1/webhooks/subscriptions/{id}"),
    ("post", "/api/v1/webhooks/subscriptions/{id}/rotate-secret"),
    ("post", "/api/v1/webhooks/test/{id}"),
    ("post", "/api/v1/webhooks/deliveries/{id}/replay"),
    ("get", "/api/v1/goals"),
    ("post", "/api/v1/goals"),
    ("delete", "/api/v1/goals"),
    ("get", "/api/v1/goals/definitions"),
    ("post", "/api/v1/goals/definitions"),
    ("patch", "/api/v1/goals/definitions/{id}"),
    ("delete", "/api/v1/goals/definitions/{id}"),
    ("post", "/api/v1/goals/definitions/preview"),
    ("post", "/api/v1/goals/definitions/diff"),
    ("get", "/api/v1/goals/definitions/suggestions"),
    ("get", "/api/v1/goals/outcome-counts"),
    ("patch", "/api/v1/outcome-definitions/{id}"),
    ("put", "/api/v1/profile/outcome-definitions"),
    ("get", "/api/v1/channel-rules"),
    ("post", "/api/v1/channel-rules"),
    ("patch", "/api/v1/channel-rules/{id}"),
    ("delete", "/api/v1/channel-rules/{id}"),
    ("post", "/api/v1/channel-rules/reorder"),
    ("post", "/api/v1/channel-rules/match-count"),
    ("post", "/api/v1/channel-rules/diff"),
    ("get", "/api/v1/channel-rules/suggestions"),
    ("post", "/api/v1/channel-taxonomy"),
    ("get", "/api/v1/profile"),
    ("patch", "/api/v1/profile"),
    ("get", "/api/v1/profile/attribution-settings"),
    ("patch", "/api/v1/profile/attribution-settings"),
    ("get", "/api/v1/profile/freshness"),
    ("post", "/api/v1/profile/audit-events"),
    ("get", "/api/v1/profile/readiness"),
    ("get", "/api/v1/quality/attribution"),
    ("get", "/api/v1/quality/instrumentation-health"),
    ("get", "/api/v1/profile/dark-messaging-spend"),
    ("get", "/api/v1/quality"),
    ("get", "/api/v1/trust"),
    ("get", "/api/v1/quality/utm"),
    ("get", "/api/v1/quality/utm/anomalies"),
    ("post", "/api/v1/quality/utm/refresh"),
    ("get", "/api/v1/workspaces"),
    ("post", "/api/v1/workspaces"),
    ("post", "/api/v1/workspaces/{workspace_id}/checkout-session"),
    ("post", "/api/v1/profiles"),
    ("post", "/api/v1/me/mcp-tokens"),
    ("get", "/api/v1/handoffs/{id}"),
    ("get", "/.well-known/oauth-authorization-server"),
    ("post", "/oauth/mcp/register"),
    ("post", "/oauth/mcp/token"),
    ("post", "/oauth/token"),
    ("post", "/oauth/revoke"),
];

/// The operations that need a credential and no scope.
const NO_SCOPE: &[(&str, &str)] = &[
    ("get", "/api/v1/workspaces"),
    ("get", "/api/v1/handoffs/{id}"),
    ("post", "/api/v1/me/mcp-tokens"),
    ("get", "/api/v1beta/profiles/{id}/deletion"),
    ("post", "/api/v1beta/profiles/{id}/deletion"),
    ("delete", "/api/v1beta/profiles/{id}/deletion"),
    ("get", "/api/v1beta/profiles/{id}/retention"),
    ("patch", "/api/v1beta/profiles/{id}/retention"),
    ("get", "/api/v1beta/workspaces/{id}/deletion"),
    ("post", "/api/v1beta/workspaces/{id}/deletion"),
    ("delete", "/api/v1beta/workspaces/{id}/deletion"),
];

fn document() -> Value {
    serde_json::from_str(&rest_api::openapi_json()).unwrap()
}

/// `(method, path, operation)`
pub(crate) fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            found.push((method.clone(), path.clone(), operation.clone()));
        }
    }
    found
}

fn gap_ids(value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if name == "x-spec-gap" {
                    found.insert(member.as_str().unwrap().to_owned());
                }
                gap_ids(member, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gap_ids(item, found)),
        _ => {}
    }
}

#[test]
fn every_operation_is_shown_or_a_registered_gap() {
    let document = document();
    for (method, path, operation) in operations(&document) {
        let shown = SHOWN.contains(&(method.as_str(), path.as_str()));
        let gap = operation.get("x-spec-gap").is_some();
        assert!(shown || gap, "{method} {path} is neither shown nor a gap");
        assert!(
            shown || !path.starts_with("/api/v1/"),
            "{path} must live under /api/v1beta"
        );
    }
}

#[test]
fn every_gap_id_has_a_row_in_the_register() {
    let register = include_str!("../../../../docs/gaps.md");
    let mut rows = HashSet::new();
    let numbers = register
        .lines()
        .filter_map(|line| line.strip_prefix("| G"))
        .filter_map(|rest| rest.split_once(' '));
    for (number, _) in numbers {
        assert!(
            rows.insert(format!("G{number}")),
            "G{number} is there twice"
        );
    }
    let mut used = HashSet::new();
    gap_ids(&document(), &mut used);
    assert!(used.contains("G01"), "the search found nothing");
    for id in used {
        assert!(rows.contains(&id), "{id} is not in docs/gaps.md");
    }
}

#[test]
fn the_document_is_openapi_3_1_with_complete_information() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    let info = &document["info"];
    assert_eq!(info["title"], "Tributary");
    assert_eq!(info["version"], "1.0.0");
    assert!(info["description"].as_str().unwrap().len() > 100);
    assert_eq!(info["license"]["identifier"], "Apache-2.0");
    assert!(info.get("contact").is_none());
    assert_eq!(
        document["components"]["securitySchemes"]["api_key"]["scheme"],
        "bearer"
    );
}

#[test]
fn every_operation_says_who_may_call_it_and_what_can_go_wrong() {
    let mut ids = HashSet::new();
    for (method, path, operation) in operations(&document()) {
        let name = format!("{method} {path}");
        let id = operation["operationId"].as_str().unwrap().to_owned();
        assert!(ids.insert(id.clone()), "{id} is used twice");
        assert!(!id.contains('_'), "{id} was not written by hand");
        assert!(
            operation["summary"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{name}"
        );
        assert_eq!(
            operation["tags"].as_array().map(Vec::len),
            Some(1),
            "{name}"
        );
        let responses = operation["responses"].as_object().unwrap();
        let mut expected = vec!["405", "500", "503"];
        if operation.get("security").is_some() {
            expected.extend(["400", "401", "403", "429"]);
            assert!(operation["x-rate-units"].is_number(), "{name}");
            let scope = operation.get("x-required-scope");
            let none = NO_SCOPE.contains(&(method.as_str(), path.as_str()));
            assert_eq!(scope.is_none(), none, "{name}");
        }
        if operation.get("requestBody").is_some() {
            expected.extend(["400", "413", "415"]);
        }
        for status in expected {
            assert!(
                responses.contains_key(status),
                "{name} does not document {status}"
            );
        }
    }
}

/// Every `$ref` names something that is there.
#[test]
fn references_resolve() {
    fn walk(value: &Value, document: &Value) {
        match value {
            Value::Object(members) => {
                if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                    let pointer = reference.strip_prefix('#').unwrap();
                    assert!(
                        document.pointer(pointer).is_some(),
                        "{reference} leads nowhere"
                    );
                }
                members.values().for_each(|member| walk(member, document));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, document)),
            _ => {}
        }
    }
    let document = document();
    walk(&document, &document);
}

/// `docs/openapi.json` is committed, so that a change of the interface shows in review.
#[test]
fn the_committed_document_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let committed = std::fs::read_to_string(root.join("docs/openapi.json")).unwrap_or_default();
    let current = rest_api::openapi_json();
    if committed != current {
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("openapi.json");
        std::fs::write(&copy, current).unwrap();
        panic!(
            "the interface changed: if that is wanted, run `tributary openapi > docs/openapi.json` \
             (or copy {})",
            copy.display()
        );
    }
}

#[test]
fn equal_documents_are_equal_texts() {
    assert_eq!(rest_api::openapi_json(), rest_api::openapi_json());
}

#[actix_web::test]
async fn the_document_is_served_openly_and_cached_by_content() {
    let api = TestApi::new();
    let uri = "/api/v1/openapi.json";
    let answer = api.send(TestRequest::get().uri(uri)).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.text, rest_api::openapi_json());
    let etag = answer.header("etag").unwrap();
    let again = api
        .send(
            TestRequest::get()
                .uri(uri)
                .insert_header(("if-none-match", etag)),
        )
        .await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    let other = TestRequest::get()
        .uri(uri)
        .insert_header(("if-none-match", "\"other\""));
    assert_eq!(api.send(other).await.status.as_u16(), 200);
}

#[actix_web::test]
async fn the_reading_page_is_bundled() {
    let api = TestApi::new();
    let page = api.send(TestRequest::get().uri("/docs/")).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.text.contains("swagger-ui-bundle.js"), "{}", page.text);
    assert!(
        !page.text.contains("http://") && !page.text.contains("https://"),
        "{}",
        page.text
    );
    let script = api
        .send(TestRequest::get().uri("/docs/swagger-ui-bundle.js"))
        .await;
    assert!(script.text.len() > 100_000);
    let start = api
        .send(TestRequest::get().uri("/docs/swagger-initializer.js"))
        .await;
    assert!(
        start.text.contains("/api/v1/openapi.json"),
        "{}",
        start.text
    );
}

/// A row of the table in `docs/access.md`.
fn access_row(method: &str, path: &str, operation: &Value) -> String {
    let schemes = operation["security"].as_array().unwrap();
    let lets_in = |scheme: &str| schemes.iter().any(|one| one.get(scheme).is_some());
    let callers: Vec<_> = [
        ("api_key", "K"),
        ("user_token", "A"),
        ("session_token", "P"),
    ]
    .into_iter()
    .filter_map(|(scheme, letter)| lets_in(scheme).then_some(letter))
    .collect();
    let scope = operation["x-required-scope"].as_str();
    let scope = scope.map_or_else(|| "none".to_owned(), |scope| format!("`{scope}`"));
    let units = operation["x-rate-units"].as_u64().unwrap();
    format!(
        "| `{} {path}` | {scope} | {} | {units} |",
        method.to_uppercase(),
        callers.join(" ")
    )
}

#[test]
fn the_table_of_operations_is_the_documents() {
    let mut rows: Vec<_> = operations(&document())
        .into_iter()
        .filter(|(_, _, operation)| operation.get("security").is_some())
        .map(|(method, path, operation)| access_row(&method, &path, &operation))
        .collect();
    rows.sort_unstable();
    let head = "| operation | scope | callers | units |\n|---|---|---|---|\n";
    let current = format!("{head}{}\n", rows.join("\n"));
    let page = include_str!("../../../../docs/access.md");
    let (_, rest) = page.split_once("<!-- operations -->\n").unwrap();
    let (table, _) = rest.split_once("<!-- /operations -->").unwrap();
    if table != current {
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("operations.md");
        std::fs::write(&copy, current).unwrap();
        panic!("docs/access.md is behind: copy {} into it", copy.display());
    }
}
