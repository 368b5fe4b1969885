//! How the site is measured, over a database: what is told before anybody looked, of a fault that was planted, of a feed
//! that stopped, and when it is mended. Each fault on its own is tried where the statements are.

use actix_web::test::TestRequest;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, Scope};
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_system::SystemClock;

use crate::support::TestApi;

const PATH: &str = "/api/v1/quality/instrumentation-health";
const READS: &[Scope] = &[Scope::AnalyticsRead];

const CODES: [&str; 12] = [
    "ads_without_spend",
    "spend_without_touches",
    "internal_utms",
    "converting_referrer",
    "clicks_without_visits",
    "doubled_page_views",
    "doubled_payments",
    "unidentified_outcomes",
    "unclaimed_event_types",
    "money_without_rate",
    "refused_events",
    "bot_share",
];

async fn read(api: &TestApi) -> Value {
    api.get(PATH, &api.key(READS)).await.assert_ok(200)
}

/// Looks now, whenever somebody looked last.
async fn look(api: &TestApi) {
    let profile = api.profile;
    let forget = format!("DELETE FROM quality_scans WHERE profile_id = '{profile}'");
    TestDatabase::shared().execute(&forget).unwrap();
    let request = TestRequest::post()
        .uri("/api/v1/quality/utm/refresh")
        .insert_header(("authorization", api.key(READS)));
    api.send(request).await.assert_ok(200);
}

async fn record(api: &TestApi, body: Value) {
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", api.key(&[Scope::EventsWrite])))
        .set_json(body);
    api.send(request).await.assert_ok(201);
}

fn check<'a>(answer: &'a Value, code: &str) -> &'a Value {
    let checks = answer["data"]["checks"].as_array().unwrap();
    checks.iter().find(|check| check["code"] == code).unwrap()
}

fn codes(answer: &Value) -> Vec<&str> {
    let checks = answer["data"]["checks"].as_array().unwrap().iter();
    checks
        .map(|check| check["code"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn before_any_look_every_check_has_no_data() {
    for api in [TestApi::new(), TestApi::over_database().await] {
        let answer = read(&api).await;
        assert_eq!(codes(&answer), CODES);
        for code in CODES {
            let nothing = json!({"code": code, "status": "no_data", "count": 0, "of": 0, "pct": null,
                "samples": [], "recommendation": null, "recommendation_code": null});
            assert_eq!(check(&answer, code), &nothing);
        }
        let data = &answer["data"];
        assert_eq!(
            (&data["checked_at"], &data["window_days"]),
            (&Value::Null, &json!(30))
        );
        assert_eq!(
            (&data["feeds"], &data["anomalies"]),
            (&json!([]), &json!([]))
        );
    }
    let api = TestApi::new();
    let other = api.get(PATH, &api.key(&[Scope::EventsWrite])).await;
    other.assert_problem(403, "insufficient_scope");
}

#[actix_web::test]
async fn a_look_of_an_earlier_release_measured_nothing() {
    let api = TestApi::over_database().await;
    look(&api).await;
    assert_ne!(read(&api).await["data"]["checked_at"], Value::Null);
    let profile = api.profile;
    let before = format!(
        "UPDATE quality_scans SET checks = DEFAULT, series = DEFAULT WHERE profile_id = '{profile}'"
    );
    TestDatabase::shared().execute(&before).unwrap();
    let answer = read(&api).await;
    assert_eq!(answer["data"]["checked_at"], Value::Null);
    assert_eq!(codes(&answer), CODES);
}

#[actix_web::test]
async fn a_planted_fault_is_told_until_it_is_mended() {
    let api = TestApi::over_database().await;
    let hour = SystemClock.now().plus_micros(-MICROS_PER_DAY / 24);
    let event = |key: &str, event_type: &str| {
        json!({"event_type": event_type, "event_time": hour.to_string(), "idempotency_key": key,
            "email": format!("{key}@mail.example"), "value_amount": "10", "currency": "EUR"})
    };
    record(&api, event("a", "payment_received")).await;
    api.catch_up().await;
    look(&api).await;
    let clean = read(&api).await;
    assert_eq!(check(&clean, "unclaimed_event_types")["status"], "pass");
    assert_eq!(check(&clean, "unidentified_outcomes")["status"], "pass");
    assert_eq!(check(&clean, "money_without_rate")["status"], "no_data");

    record(&api, event("b", "quiz@finished")).await;
    api.catch_up().await;
    look(&api).await;
    let faulty = read(&api).await;
    let found = check(&faulty, "unclaimed_event_types");
    assert_eq!(
        (
            &found["status"],
            &found["count"],
            &found["of"],
            &found["pct"]
        ),
        (&json!("warn"), &json!(1), &json!(2), &json!(50))
    );
    assert_eq!(found["recommendation_code"], "create_definition");
    assert!(found["recommendation"].is_string());
    let samples = found["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 1, "{found}");
    assert_eq!(samples[0]["value"], "quiz@finished");
    assert_eq!(samples[0]["count"], 1);

    let profile = api.profile;
    let claim = format!(
        "UPDATE conversion_definitions SET source_event_names = \
         source_event_names || ARRAY['quiz@finished'] \
         WHERE profile_id = '{profile}' AND 'payment_received' = ANY(source_event_names)"
    );
    TestDatabase::shared().execute(&claim).unwrap();
    look(&api).await;
    assert_eq!(
        check(&read(&api).await, "unclaimed_event_types")["status"],
        "pass"
    );
}

#[actix_web::test]
async fn a_feed_that_stopped_is_silent_and_its_days_are_unusual() {
    let api = TestApi::over_database().await;
    let profile = api.profile;
    // Five a day for three months, at noon, and none since four days.
    let events = format!(
        "INSERT INTO outcome_events (profile_id, id, content_hash, received_at, occurred_at, event_type, \
         identifiers) SELECT '{profile}', gen_random_uuid(), '', now(), \
         date_trunc('day', now(), 'UTC') - day * interval '1 day' + interval '12 hours', 'lead', '{{}}' \
         FROM generate_series(4, 90) AS day CROSS JOIN generate_series(1, 5)"
    );
    TestDatabase::shared().execute(&events).unwrap();
    look(&api).await;
    let answer = read(&api).await;
    let feed = &answer["data"]["feeds"][0];
    assert_eq!(
        (&feed["feed"], &feed["status"], &feed["expected_daily"]),
        (&json!("outcomes:lead"), &json!("silent"), &json!(5)),
        "{answer}"
    );
    assert!(feed["last_at"].is_string());
    let counts = feed["counts"].as_array().unwrap();
    assert_eq!(counts.len(), 90, "{feed}");
    assert_eq!((&counts[0], &counts[89]), (&json!(5), &json!(0)));
    assert!(feed["first_date"].is_string());
    let anomaly = &answer["data"]["anomalies"][0];
    assert_eq!(
        (
            &anomaly["series"],
            &anomaly["direction"],
            &anomaly["observed"]
        ),
        (&json!("outcomes:lead"), &json!("low"), &json!(0))
    );
    assert_eq!(
        (&anomaly["expected"], &anomaly["open"]),
        (&json!(15), &json!(true))
    );
    assert!(anomaly["p"].as_f64().unwrap() < 0.001);
    // A release that kept no days has looked before.
    let forget = format!(
        "UPDATE quality_scans SET series = jsonb_set(series, '{{feeds,0}}', (series #> '{{feeds,0}}') - 'counts') \
         WHERE profile_id = '{profile}'"
    );
    TestDatabase::shared().execute(&forget).unwrap();
    let feed = &read(&api).await["data"]["feeds"][0];
    assert_eq!(feed["status"], "silent");
    assert_eq!(
        (&feed["first_date"], &feed["counts"]),
        (&Value::Null, &Value::Null)
    );
}
