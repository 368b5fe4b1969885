//! The score of data quality and the signals of trust.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::TestApi;

const READS: &[Scope] = &[Scope::AnalyticsRead];

async fn read(api: &TestApi, uri: &str) -> Value {
    api.get(uri, &api.key(READS)).await.assert_ok(200)
}

/// So many payments of people who came by no link.
async fn pay(api: &TestApi, payments: usize, currency: &str) {
    let key = api.key(&[Scope::EventsWrite]);
    for number in 0..payments {
        let body = json!({"event_type": "payment_received", "idempotency_key": format!("{currency}-{number}"),
            "email": format!("{number}@mail.example"), "value_amount": "10", "currency": currency});
        let request = TestRequest::post().uri("/api/v1/events").set_json(body);
        let request = request.insert_header(("authorization", key.clone()));
        api.send(request).await.assert_ok(201);
    }
    api.catch_up().await;
}

fn signal<'a>(trust: &'a Value, code: &str) -> &'a Value {
    let signals = trust["data"]["signals"].as_array().unwrap();
    signals.iter().find(|it| it["code"] == code).unwrap()
}

fn component<'a>(quality: &'a Value, code: &str) -> &'a Value {
    let components = quality["data"]["components"].as_array().unwrap();
    components.iter().find(|it| it["code"] == code).unwrap()
}

/// Tenths of a point.
fn tenths(value: &Value) -> i64 {
    let text = value.to_string();
    let (whole, tenth) = text.split_once('.').unwrap_or((&text, "0"));
    whole.parse::<i64>().unwrap() * 10 + tenth.parse::<i64>().unwrap()
}

#[actix_web::test]
async fn of_nothing_there_is_no_score_and_every_signal() {
    let api = TestApi::over_database().await;
    let quality = read(&api, "/api/v1/quality").await;
    let data = &quality["data"];
    assert_eq!(
        (&data["score"], &data["version"]),
        (&Value::Null, &json!("quality_v1"))
    );
    assert_eq!(data["components"].as_array().unwrap().len(), 6);
    assert_eq!(quality["meta"]["refreshed_at"], Value::Null);
    let trust = read(&api, "/api/v1/trust").await;
    let signals = trust["data"]["signals"].as_array().unwrap();
    let codes: Vec<_> = signals
        .iter()
        .map(|it| it["code"].as_str().unwrap())
        .collect();
    let expected = [
        "results_replaying",
        "results_behind",
        "tracker_silent",
        "outcomes_silent",
        "spend_silent",
        "volume_unusual",
        "money_without_rate",
        "coverage_low",
        "ads_unresolved",
        "utm_faulty",
        "utm_unscanned",
        "figures_restated",
    ];
    assert_eq!(codes, expected);
    for signal in signals {
        assert_eq!(
            (&signal["level"], &signal["since"]),
            (&json!("ok"), &Value::Null),
            "{signal}"
        );
    }
}

#[actix_web::test]
async fn outcomes_without_a_touch_cost_points_and_raise_a_warning() {
    let api = TestApi::over_database().await;
    pay(&api, 20, "EUR").await;
    let quality = read(&api, "/api/v1/quality").await;
    let coverage = component(&quality, "coverage");
    assert_eq!(
        (&coverage["good"], &coverage["of"]),
        (&json!(0), &json!(20)),
        "{quality}"
    );
    assert_eq!(component(&quality, "identity")["percent"], 100);
    assert_eq!(component(&quality, "tagging")["percent"], Value::Null);
    let components = quality["data"]["components"].as_array().unwrap();
    let lost = components.iter().map(|it| &it["lost_points"]);
    let lost: i64 = lost.filter(|it| !it.is_null()).map(tenths).sum();
    assert_eq!(lost + tenths(&quality["data"]["score"]), 1_000);
    let trust = read(&api, "/api/v1/trust").await;
    let low = json!({"code": "coverage_low", "level": "warning", "value": 0, "threshold": 50, "since": null,
        "recommendation_code": "look_at_reasons"});
    assert_eq!(*signal(&trust, "coverage_low"), low);
    let current = signal(&trust, "results_replaying");
    assert_eq!(current["value"], "current");
    assert_eq!(current["recommendation_code"], Value::Null);
    // Since when it is so is known once somebody looked for what to tell.
    let profile = api.profile;
    let known = format!(
        "INSERT INTO trust_states (profile_id, code, level, since, changed_at) \
         VALUES ('{profile}', 'coverage_low', 'warning', '2026-02-03', now())"
    );
    TestDatabase::shared().execute(&known).unwrap();
    let trust = read(&api, "/api/v1/trust").await;
    assert_eq!(signal(&trust, "coverage_low")["since"], "2026-02-03");
}

#[actix_web::test]
async fn money_without_a_rate_is_told() {
    let api = TestApi::over_database().await;
    pay(&api, 2, "CLP").await;
    let quality = read(&api, "/api/v1/quality").await;
    let currency = component(&quality, "currency");
    assert_eq!(
        (&currency["good"], &currency["of"]),
        (&json!(0), &json!(2)),
        "{quality}"
    );
    let trust = read(&api, "/api/v1/trust").await;
    let without = signal(&trust, "money_without_rate");
    assert_eq!(
        (&without["level"], &without["value"]),
        (&json!("warning"), &json!(2))
    );
    assert!(without["since"].is_string(), "{without}");
}

#[actix_web::test]
async fn both_need_to_read_reports() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::EventsWrite]);
    for uri in ["/api/v1/quality", "/api/v1/trust"] {
        api.get(uri, &key)
            .await
            .assert_problem(403, "insufficient_scope");
    }
}
