//! A parameter that an operation does not have is never passed over in silence.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use kernel::Scope;
use rest_api::openapi::openapi_json;
use serde_json::{Value, json};

use crate::support::{FakeReads, TestApi};

const SCOPES: [Scope; 7] = [
    Scope::AnalyticsRead,
    Scope::CustomersRead,
    Scope::EventsWrite,
    Scope::AttributionWrite,
    Scope::TrackingWrite,
    Scope::GoalsWrite,
    Scope::ConversionsRead,
];

/// The documented operations below a path, with something for each part of a path that varies.
fn operations(below: &str) -> Vec<(Method, String)> {
    let document: Value = serde_json::from_str(&openapi_json()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        if !path.starts_with(below) {
            continue;
        }
        let path = path
            .replace("{dimension}", "channel")
            .replace("{id}", "01990000-0000-7000-8000-000000000001")
            .replace("{workspace_id}", "01990000-0000-7000-8000-000000000001");
        for name in ["get", "put", "post", "patch", "delete"] {
            if item.get(name).is_some() {
                let method = Method::from_bytes(name.to_ascii_uppercase().as_bytes());
                found.push((method.unwrap(), path.clone()));
            }
        }
    }
    found
}

#[actix_web::test]
async fn operations_of_our_own_refuse_what_they_do_not_have() {
    let api = TestApi::with(|state| state.overviews = std::sync::Arc::new(FakeReads));
    let key = api.key(&SCOPES);
    let all = operations("/api/v1beta/");
    assert!(all.len() > 10, "{all:?}");
    for (method, path) in all {
        // What browsers and mail programs send is taken as it is.
        if ["/api/v1beta/collect", "/api/v1beta/view.gif"].contains(&path.as_str()) {
            continue;
        }
        let uri = format!("{path}?modle=linear&limt=1");
        let request = TestRequest::with_uri(&uri).method(method.clone());
        let answer = api
            .send(request.insert_header(("authorization", key.as_str())))
            .await;
        let expected = ["modle", "limt"].map(|name| (name.to_owned(), "unknown_field".to_owned()));
        assert_eq!(answer.wrong_parameters(), expected, "{method} {path}");
    }
}

#[actix_web::test]
async fn a_slip_is_told_what_it_may_stand_for() {
    let api = TestApi::new();
    let uri = "/api/v1beta/timeseries?date_from=2026-03-01&date_to=2026-03-02&modle=linear";
    let answer = api.get(uri, &api.key(&SCOPES)).await;
    answer.assert_problem(400, "invalid_request");
    let detail = answer.json()["errors"][0]["detail"].clone();
    assert_eq!(
        detail,
        json!("is not a parameter of this operation; model is one")
    );
}

#[actix_web::test]
async fn shown_operations_answer_as_without_it_and_say_so() {
    let api = TestApi::new();
    let key = api.key(&SCOPES);
    let days = "date_from=2026-03-01&date_to=2026-03-31";
    for path in ["overview", "customers"] {
        let own = if path == "customers" {
            format!("{days}&goal=payment_received")
        } else {
            days.to_owned()
        };
        let plain = api.get(&format!("/api/v1/{path}?{own}"), &key).await;
        let asked = format!("/api/v1/{path}?{own}&modle=linear&%C3%A9");
        let answer = api.get(&asked, &key).await;
        assert_eq!(answer.status.as_u16(), plain.status.as_u16(), "{path}");
        let mut body = answer.json();
        let warnings = body["meta"]["warnings"].take();
        assert_eq!(
            warnings,
            json!(["unknown_parameter:modle", "unknown_parameter:é"]),
            "{path}"
        );
        assert_eq!(body["data"], plain.json()["data"], "{path}");
        assert_eq!(plain.json()["meta"]["warnings"], Value::Null, "{path}");
    }
}
