//! Bodies and queries that are refused. Every store of these tests is down, so that an answer of
//! 400 shows that none was asked.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::TestApi;

const DEFINITIONS: &str = "/api/v1/goals/definitions";

async fn refused(method: &str, uri: &str, body: &Value, fields: &[&str]) {
    let api = TestApi::new();
    let key = api.key(&[Scope::GoalsWrite]);
    api.send_json((method, uri), &key, body)
        .await
        .assert_names(fields);
}

#[actix_web::test]
async fn every_wrong_field_of_a_new_definition_is_named() {
    let wrong = json!({
        "display_name": "n".repeat(160),
        "source_event_names": ["a", "", "a", "e".repeat(160)],
        "revenue_type": "profit",
    });
    let fields = [
        "/conversion_key",
        "/display_name",
        "/source_event_names/1",
        "/source_event_names/2",
        "/source_event_names/3",
        "/revenue_type",
    ];
    refused("POST", DEFINITIONS, &wrong, &fields).await;
    let good = json!({"conversion_key": "k", "display_name": "n", "source_event_names": ["e"],
        "revenue_type": "cash"});
    let with = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for (name, value, field) in [
        ("conversion_key", json!("k".repeat(160)), "/conversion_key"),
        ("conversion_key", json!("a\nb"), "/conversion_key"),
        ("conversion_key", json!("a\u{0}b"), "/conversion_key"),
        ("conversion_key", json!(7), "/conversion_key"),
        ("source_event_names", json!([]), "/source_event_names"),
        (
            "source_event_names",
            json!(vec!["x"; 51]),
            "/source_event_names",
        ),
        ("source_event_names", json!("e"), "/source_event_names"),
        (
            "attribution_eligible",
            json!("yes"),
            "/attribution_eligible",
        ),
        ("id", json!("x"), "/id"),
        ("event_names", json!(["e"]), "/event_names"),
    ] {
        refused("POST", DEFINITIONS, &with(name, value), &[field]).await;
    }
    refused("POST", DEFINITIONS, &json!([]), &[""]).await;
}

#[actix_web::test]
async fn a_field_of_a_definition_cannot_be_nulled() {
    let uri = format!("{DEFINITIONS}/{}", uuid::Uuid::nil());
    let nulls = json!({"conversion_key": null, "display_name": null, "source_event_names": null,
        "revenue_type": null, "attribution_eligible": null});
    let fields = [
        "/conversion_key",
        "/display_name",
        "/source_event_names",
        "/revenue_type",
        "/attribution_eligible",
    ];
    refused("PATCH", &uri, &nulls, &fields).await;
    refused("PATCH", &uri, &json!({"created_at": "x"}), &["/created_at"]).await;
    let uri = format!("{DEFINITIONS}/7");
    refused("PATCH", &uri, &json!({}), &["id"]).await;
}

#[actix_web::test]
async fn labels_are_checked_all_at_once() {
    let uri = "/api/v1/profile/outcome-definitions";
    let wrong = json!({"family": "f".repeat(65), "definitions": [
        {"event_key": "won", "display_name": "d".repeat(160)},
        {"event_key": "won", "display_name": "x"},
    ]});
    let fields = [
        "/family",
        "/definitions/0/display_name",
        "/definitions/1/event_key",
    ];
    refused("PUT", uri, &wrong, &fields).await;
    let label = json!({"event_key": "k", "display_name": "d"});
    let many = json!({"family": "f", "definitions": vec![label; 201]});
    refused("PUT", uri, &many, &["/definitions"]).await;
    let odd = json!({"family": "f", "definitions": [{"event_key": "k", "position": 1}]});
    refused("PUT", uri, &odd, &["/definitions/0/position"]).await;
    let uri = format!("/api/v1/outcome-definitions/{}", uuid::Uuid::nil());
    let wrong = json!({"event_key": null, "display_name": ""});
    refused("PATCH", &uri, &wrong, &["/event_key", "/display_name"]).await;
    refused("PATCH", &uri, &json!({"family": "f"}), &["/family"]).await;
}

#[actix_web::test]
async fn previews_and_diffs_name_every_wrong_field() {
    // They need the profile to know which day it is, so this one is over a database.
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::GoalsWrite]);
    let wrong = json!({"source_event_names": ["a", "a"], "revenue_type": "x",
        "date_from": "2026-02-30", "date_to": "2026-01-01"});
    let fields = ["/date_from", "/source_event_names/1", "/revenue_type"];
    api.send_json(("POST", &format!("{DEFINITIONS}/preview")), &key, &wrong)
        .await
        .assert_names(&fields);
    let long = json!({"source_event_names": ["a"],
        "date_from": "2025-01-01", "date_to": "2026-01-02"});
    api.send_json(("POST", &format!("{DEFINITIONS}/preview")), &key, &long)
        .await
        .assert_names(&["/date_to"]);
    let wrong = json!({"definition_id": "x", "display_name": null, "date_to": "today"});
    let fields = ["/definition_id", "/display_name", "/date_to"];
    api.send_json(("POST", &format!("{DEFINITIONS}/diff")), &key, &wrong)
        .await
        .assert_names(&fields);
}

#[actix_web::test]
async fn queries_are_bounded() {
    let api = TestApi::new();
    let key = api.key(&[Scope::GoalsWrite, Scope::ConversionsRead]);
    let uri = format!("{DEFINITIONS}/suggestions?days=367&limit=0");
    api.get(&uri, &key).await.assert_names(&["days", "limit"]);
    let uri = "/api/v1/goals/outcome-counts?date_from=x&date_to=2026-13-01";
    api.get(uri, &key)
        .await
        .assert_names(&["date_from", "date_to"]);
    let delete = TestRequest::delete()
        .uri("/api/v1/goals")
        .insert_header(("authorization", key));
    api.send(delete).await.assert_names(&["id"]);
}

#[actix_web::test]
async fn reading_goals_needs_the_scope_of_goals() {
    let api = TestApi::new();
    let key = api.key(&[Scope::ConversionsRead, Scope::AnalyticsRead]);
    for uri in ["/api/v1/goals", DEFINITIONS] {
        let answer = api.get(uri, &key).await;
        answer.assert_problem(403, "insufficient_scope");
        assert_eq!(answer.json()["required_scope"], "goals:write");
    }
    let key = api.key(&[Scope::GoalsWrite]);
    let answer = api.get("/api/v1/goals/outcome-counts", &key).await;
    assert_eq!(answer.json()["required_scope"], "conversions:read");
}
