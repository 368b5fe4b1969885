//! The profile's settings over a real database.

use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const PROFILE: &str = "/api/v1/profile";
const WINDOWS: &str = "/api/v1/profile/attribution-settings";
const RECOMPUTES: &str = "/api/v1beta/attribution/recomputes";

async fn patch(api: &TestApi, uri: &str, body: &Value) -> Answer {
    let key = api.key(&[Scope::AttributionWrite]);
    api.send_json(("PATCH", uri), &key, body).await
}

async fn get(api: &TestApi, uri: &str) -> Value {
    let key = api.key(&[Scope::AnalyticsRead]);
    api.get(uri, &key).await.assert_ok(200)
}

#[actix_web::test]
async fn a_profile_is_shown_and_changed_field_by_field() {
    let api = TestApi::over_database().await;
    let first = get(&api, PROFILE).await;
    assert_eq!(first["meta"], json!({"profile_id": api.profile}));
    let data = &first["data"];
    assert_eq!(data["id"], api.profile.to_string());
    assert_eq!(data["name"], "Test");
    assert_eq!(
        (&data["currency"], &data["timezone"]),
        (&json!("EUR"), &json!("UTC"))
    );
    assert_eq!(data["pii_mode"], "visible");
    assert_eq!(data["onboarding_completed"], false);
    let entitlements = data["entitlements"].as_array().unwrap();
    assert!(entitlements.contains(&json!("restatements")));
    assert!(data["created_at"].is_string() && data["workspace_id"].is_string());

    let change = json!({"name": " Shop ", "pii_mode": "masked", "onboarding_completed": true});
    let changed = patch(&api, PROFILE, &change).await.assert_ok(200);
    assert_eq!(changed["meta"], json!({"profile_id": api.profile}));
    let mut expected = data.clone();
    expected["name"] = json!("Shop");
    expected["pii_mode"] = json!("masked");
    expected["onboarding_completed"] = json!(true);
    assert_eq!(changed["data"], expected);
    assert_eq!(get(&api, PROFILE).await["data"], expected);
    assert_eq!(get(&api, RECOMPUTES).await["data"], json!([]));
    let nothing = patch(&api, PROFILE, &json!({})).await.assert_ok(200);
    assert_eq!(nothing["data"], expected);
}

#[actix_web::test]
async fn a_new_currency_and_zone_queue_one_replay_with_both_causes() {
    let api = TestApi::over_database().await;
    let change = json!({"currency": "clp", "timezone": "America/Santiago"});
    let changed = patch(&api, PROFILE, &change).await.assert_ok(200);
    assert_eq!(changed["data"]["currency"], "CLP");
    assert_eq!(changed["meta"]["warnings"], json!(["replay_pending"]));
    let id = changed["meta"]["recompute_id"].as_str().unwrap();
    let recompute = get(&api, &format!("{RECOMPUTES}/{id}")).await;
    assert_eq!(recompute["data"]["status"], "queued");
    let causes = recompute["data"]["causes"].as_array().unwrap();
    let words: Vec<_> = causes.iter().map(|cause| &cause["cause"]).collect();
    assert_eq!(words, ["currency_changed", "timezone_changed"]);
    assert_eq!(causes[0]["actor"]["kind"], "api_key");
    assert!(causes[0]["actor"]["id"].is_string() && causes[0]["at"].is_string());

    let freshness = get(&api, "/api/v1/profile/freshness").await;
    assert_eq!(freshness["data"]["status"], "replaying");
    assert_eq!(freshness["data"]["recompute"]["id"], id);
    let in_force = json!({"currency": "EUR", "timezone": "UTC"});
    assert_eq!(freshness["data"]["settings_in_force"], in_force);
    let shown = get(&api, PROFILE).await;
    assert_eq!(shown["meta"]["warnings"], json!(["replay_pending"]));

    let same = patch(&api, PROFILE, &change).await.assert_ok(200);
    assert_eq!(same["meta"].get("recompute_id"), None);
    let again = patch(&api, PROFILE, &json!({"currency": "EUR"}))
        .await
        .assert_ok(200);
    assert_eq!(
        again["meta"]["recompute_id"], id,
        "it joins the one that waits"
    );
}

#[actix_web::test]
async fn an_amount_without_a_rate_into_the_new_currency_is_told() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::EventsWrite]);
    let sale = json!({"event_type": "payment_received", "value_amount": "10", "currency": "EUR",
        "email": "ana@mail.example", "idempotency_key": "1"});
    api.send_json(("POST", "/api/v1/events"), &key, &sale)
        .await
        .assert_ok(201);
    let changed = patch(&api, PROFILE, &json!({"currency": "USD"}))
        .await
        .assert_ok(200);
    let warnings = json!(["replay_pending", "rates_missing"]);
    assert_eq!(changed["meta"]["warnings"], warnings);
    let back = patch(&api, PROFILE, &json!({"currency": "EUR"}))
        .await
        .assert_ok(200);
    assert_eq!(back["meta"]["warnings"], json!(["replay_pending"]));
}

#[actix_web::test]
async fn every_successful_change_of_windows_queues_a_replay_and_joins_the_one_that_waits() {
    let api = TestApi::over_database().await;
    let defaults = json!({"click_window_days": 30, "view_through_window_days": 1,
        "first_touch_window_days": 90, "cash_window_days": 90});
    assert_eq!(get(&api, WINDOWS).await["data"], defaults);
    let first = patch(&api, WINDOWS, &json!({"click_window_days": 0}))
        .await
        .assert_ok(200);
    assert_eq!(first["data"]["click_window_days"], 0);
    assert_eq!(first["data"]["cash_window_days"], 90);
    let id = &first["meta"]["recompute_id"];
    assert!(id.is_string());
    let second = patch(&api, WINDOWS, &json!({})).await.assert_ok(200);
    assert_eq!(&second["meta"]["recompute_id"], id);
    assert_eq!(get(&api, WINDOWS).await["data"], first["data"]);
    let list = get(&api, RECOMPUTES).await;
    let rows = list["data"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["id"]), (1, id));
    let causes = rows[0]["causes"].as_array().unwrap();
    assert_eq!(causes.len(), 2);
    assert!(
        causes
            .iter()
            .all(|cause| cause["cause"] == "windows_changed")
    );
}

#[actix_web::test]
async fn a_refused_change_writes_nothing() {
    let api = TestApi::over_database().await;
    let before = get(&api, PROFILE).await;
    let half = json!({"name": "Other", "currency": "USD", "timezone": null});
    patch(&api, PROFILE, &half)
        .await
        .assert_names(&["/timezone"]);
    let half = json!({"click_window_days": 7, "cash_window_days": 1000});
    patch(&api, WINDOWS, &half)
        .await
        .assert_names(&["/cash_window_days"]);
    assert_eq!(get(&api, PROFILE).await, before);
    assert_eq!(get(&api, WINDOWS).await["data"]["click_window_days"], 30);
    assert_eq!(get(&api, RECOMPUTES).await["data"], json!([]));
    let freshness = get(&api, "/api/v1/profile/freshness").await;
    let current = json!({"recomputed_at": null, "status": "current", "waiting_changes": 0,
        "recompute": null, "generation": 1,
        "settings_in_force": {"currency": "EUR", "timezone": "UTC"}});
    assert_eq!(freshness["data"], current);
}

#[actix_web::test]
async fn an_interaction_is_stamped() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::AnalyticsRead]);
    let body = json!({"action": "report.exported", "subject_id": api.profile,
        "detail": {"rows": 12, "format": "csv", "all": true}});
    let stamped = api
        .send_json(("POST", "/api/v1/profile/audit-events"), &key, &body)
        .await
        .assert_ok(201);
    assert!(stamped["data"]["id"].is_string() && stamped["data"]["occurred_at"].is_string());
    assert_eq!(stamped["meta"], json!({"profile_id": api.profile}));
}

#[actix_web::test]
async fn names_and_addresses_are_masked_when_the_profile_says_so() {
    let api = TestApi::over_database().await;
    patch(&api, PROFILE, &json!({"pii_mode": "masked"}))
        .await
        .assert_ok(200);
    let key = api.key(&[Scope::CustomersRead]);
    let list = "/api/v1/customers?date_from=2026-01-01&date_to=2026-01-31&goal=payment_received";
    api.get(list, &key).await.assert_ok(200);
    api.get(&format!("{list}&search=ana"), &key)
        .await
        .assert_names(&["search"]);
}
