//! What the profile's endpoints refuse, before anything is opened: the store behind them is down.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const PROFILE: &str = "/api/v1/profile";
const WINDOWS: &str = "/api/v1/profile/attribution-settings";
const AUDIT: &str = "/api/v1/profile/audit-events";

async fn send(api: &TestApi, call: (&str, &str), body: &Value) -> Answer {
    let key = api.key(&[Scope::AnalyticsRead, Scope::AttributionWrite]);
    api.send_json(call, &key, body).await
}

#[actix_web::test]
async fn every_wrong_field_of_a_profile_is_named_at_once() {
    let api = TestApi::new();
    let cases = [
        (
            json!({"name": " ", "currency": "ZZZ", "timezone": "Mars/Olympus", "pii_mode": "hidden",
                "onboarding_completed": "yes", "entitlements": []}),
            vec![
                "name",
                "currency",
                "timezone",
                "pii_mode",
                "onboarding_completed",
                "entitlements",
            ],
        ),
        (
            json!({"name": null, "currency": null, "timezone": null, "pii_mode": null,
                "onboarding_completed": null, "entitlements": null}),
            vec![
                "name",
                "currency",
                "timezone",
                "pii_mode",
                "onboarding_completed",
                "entitlements",
            ],
        ),
        (json!({"name": "é".repeat(161)}), vec!["name"]),
        (
            json!({"name": "a\tb", "currency": 978}),
            vec!["name", "currency"],
        ),
        (json!({"timezone": ""}), vec!["timezone"]),
        (json!({"id": "x"}), vec!["id"]),
    ];
    for (body, fields) in cases {
        let pointers: Vec<_> = fields.iter().map(|field| format!("/{field}")).collect();
        let pointers: Vec<_> = pointers.iter().map(String::as_str).collect();
        send(&api, ("PATCH", PROFILE), &body)
            .await
            .assert_names(&pointers);
    }
    let read_only = send(&api, ("PATCH", PROFILE), &json!({"entitlements": ["x"]})).await;
    assert!(read_only.text.contains("read-only"), "{}", read_only.text);
    for body in [json!([]), json!(null), json!("x")] {
        send(&api, ("PATCH", PROFILE), &body)
            .await
            .assert_names(&[""]);
    }
}

#[actix_web::test]
async fn every_wrong_window_is_named_at_once() {
    let api = TestApi::new();
    let wrong = json!({"click_window_days": -1, "view_through_window_days": 366,
        "first_touch_window_days": 1.5, "cash_window_days": null});
    send(&api, ("PATCH", WINDOWS), &wrong).await.assert_names(&[
        "/click_window_days",
        "/view_through_window_days",
        "/first_touch_window_days",
        "/cash_window_days",
    ]);
    for value in [json!("30"), json!(true), json!([30]), json!(1e30)] {
        let body = json!({ "click_window_days": value });
        send(&api, ("PATCH", WINDOWS), &body)
            .await
            .assert_names(&["/click_window_days"]);
    }
    send(&api, ("PATCH", WINDOWS), &json!({"click_window": 30}))
        .await
        .assert_names(&["/click_window"]);
}

#[actix_web::test]
async fn only_listed_interactions_with_small_flat_detail_are_stamped() {
    let api = TestApi::new();
    let answer = send(&api, ("POST", AUDIT), &json!({"action": "profile.updated"})).await;
    answer.assert_names(&["/action"]);
    for word in ["report.viewed", "snippet.copied"] {
        assert!(answer.text.contains(word), "{}", answer.text);
    }
    let wrong = json!({"action": "x", "subject_id": "7", "detail": {"a": [1]}});
    send(&api, ("POST", AUDIT), &wrong)
        .await
        .assert_names(&["/action", "/subject_id", "/detail"]);
    let many: Value = (0..11).map(|n| (n.to_string(), json!(n))).collect();
    for detail in [
        many,
        json!({"a": null}),
        json!({"a": "x".repeat(257)}),
        json!("text"),
    ] {
        let body = json!({"action": "report.viewed", "detail": detail});
        send(&api, ("POST", AUDIT), &body)
            .await
            .assert_names(&["/detail"]);
    }
    send(&api, ("POST", AUDIT), &json!({}))
        .await
        .assert_names(&["/action"]);
    let unknown = json!({"action": "report.viewed", "user": "ana"});
    send(&api, ("POST", AUDIT), &unknown)
        .await
        .assert_names(&["/user"]);
}

#[actix_web::test]
async fn a_body_is_json_and_a_store_that_is_down_is_a_503_without_a_word_about_it() {
    let api = TestApi::new();
    let key = api.key(&[Scope::AttributionWrite]);
    let text = TestRequest::patch()
        .uri(PROFILE)
        .insert_header(("authorization", key.clone()))
        .set_payload("{}");
    api.send(text)
        .await
        .assert_problem(415, "unsupported_media_type");
    for (call, body) in [
        (("PATCH", PROFILE), json!({"name": "Shop"})),
        (("PATCH", WINDOWS), json!({})),
        (("POST", AUDIT), json!({"action": "report.viewed"})),
    ] {
        let answer = send(&api, call, &body).await;
        answer.assert_problem(503, "unavailable");
        assert!(!answer.text.contains("password"), "{}", answer.text);
    }
}
