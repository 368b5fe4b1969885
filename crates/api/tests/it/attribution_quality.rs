//! How outcomes are covered, over a database: every reason, and the overview's figures beside it.

use std::sync::Arc;

use actix_web::test::TestRequest;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, Scope, TimeZone, Timestamp};
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_postgres::PgPool;
use tributary_postgres::reporting::PgOverviewReader;
use tributary_system::SystemClock;

use crate::support::TestApi;

const PATH: &str = "/api/v1/quality/attribution";
const READS: &[Scope] = &[Scope::AnalyticsRead];

async fn shop() -> TestApi {
    TestApi::over_database_with(|state| {
        let pool = PgPool::new(TestDatabase::shared().url(), 2).unwrap();
        state.overviews = Arc::new(PgOverviewReader::new(pool));
    })
    .await
}

fn days_ago(days: i64) -> Timestamp {
    SystemClock.now().plus_micros(-days * MICROS_PER_DAY)
}

/// A payment of ten, and what else there is to say of it.
async fn pay(api: &TestApi, key: &str, days: i64, more: Value) {
    let mut body = json!({"event_type": "payment_received", "event_time": days_ago(days).to_string(),
        "idempotency_key": key, "value_amount": "10", "currency": "EUR"});
    let fields = body.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", api.key(&[Scope::EventsWrite])))
        .set_json(body);
    api.send(request).await.assert_ok(201);
}

/// One outcome of each kind on the day before yesterday, and one of last month.
async fn seed(api: &TestApi) {
    let ad = json!({"email": "ada@mail.example", "utm_source": "meta", "utm_medium": "paid", "ad_id": "7"});
    pay(api, "a", 2, ad).await;
    pay(api, "b", 2, json!({"email": "bea@mail.example"})).await;
    pay(api, "c", 2, json!({})).await;
    let foreign = json!({"email": "cleo@mail.example", "currency": "USD"});
    pay(api, "d", 2, foreign).await;
    pay(api, "e", 40, json!({"email": "dora@mail.example"})).await;
    api.catch_up().await;
}

async fn read(api: &TestApi, query: &str) -> Value {
    let answer = api.get(&format!("{PATH}{query}"), &api.key(READS)).await;
    answer.assert_ok(200)
}

fn reasons(of: &Value) -> Vec<(&str, u64)> {
    let rows = of["unattributed"].as_array().unwrap().iter();
    rows.map(|row| {
        let reason = row["reason"].as_str().unwrap();
        (reason, row["outcomes"].as_u64().unwrap())
    })
    .collect()
}

#[actix_web::test]
async fn nothing_is_covered_where_nothing_happened() {
    let api = TestApi::new();
    let answer = read(&api, "").await;
    assert_eq!(answer["data"]["outcomes"], 0);
    assert_eq!(answer["data"]["coverage_percent"], 0);
    assert_eq!(answer["data"]["model"], "last_touch");
    assert_eq!(answer["data"]["by_conversion_key"], json!([]));
    let listed = [
        ("no_identity", 0),
        ("no_touch_in_window", 0),
        ("not_eligible", 0),
        ("pending_fx", 0),
    ];
    assert_eq!(reasons(&answer["data"]), listed);
}

#[actix_web::test]
async fn every_outcome_is_attributed_or_has_a_reason() {
    let api = shop().await;
    seed(&api).await;
    let answer = read(&api, "").await;
    let data = &answer["data"];
    let expected = [
        ("no_identity", 1),
        ("no_touch_in_window", 1),
        ("not_eligible", 0),
        ("pending_fx", 1),
    ];
    assert_eq!(reasons(data), expected, "{answer}");
    assert_eq!(
        (&data["outcomes"], &data["attributed_outcomes"]),
        (&json!(4), &json!(1))
    );
    assert_eq!(data["synthetic_outcomes"], 1);
    let of_keys = data["by_conversion_key"].as_array().unwrap();
    let outcomes: u64 = of_keys
        .iter()
        .map(|key| key["outcomes"].as_u64().unwrap())
        .sum();
    assert_eq!(outcomes, 4, "{answer}");
    for key in of_keys {
        let left: u64 = reasons(key).iter().map(|(_, outcomes)| outcomes).sum();
        let attributed = key["attributed_outcomes"].as_u64().unwrap();
        assert_eq!(Some(left + attributed), key["outcomes"].as_u64());
    }
    let today = TimeZone::utc().local_date(SystemClock.now());
    assert_eq!(answer["meta"]["date_to"], today.to_string());
}

#[actix_web::test]
async fn it_is_the_overview_s_coverage() {
    let api = shop().await;
    seed(&api).await;
    let day = |days| TimeZone::utc().local_date(days_ago(days)).to_string();
    for (from, to) in [(60, 0), (2, 2), (40, 3), (1, 0)] {
        for model in ["last_touch", "first_touch", "linear"] {
            let query = format!("?date_from={}&date_to={}&model={model}", day(from), day(to));
            let quality = read(&api, &query).await;
            let overview = format!("/api/v1/overview{query}");
            let overview = api.get(&overview, &api.key(READS)).await.assert_ok(200);
            for name in ["outcomes", "attributed_outcomes", "coverage_percent"] {
                let same = &overview["data"]["current"][name];
                assert_eq!(&quality["data"][name], same, "{query} {name}");
            }
        }
    }
}

#[actix_web::test]
async fn wrong_parameters_are_named() {
    let api = TestApi::new();
    let key = api.key(READS);
    for (query, name) in [
        ("?date_from=2026-03-01", "date_to"),
        ("?date_to=2026-03-01", "date_from"),
        ("?date_from=2026-03-02&date_to=2026-03-01", "date_to"),
        ("?date_from=2025-01-01&date_to=2026-03-01", "date_to"),
        ("?date_from=march&date_to=2026-03-01", "date_from"),
        ("?model=best", "model"),
    ] {
        let answer = api.get(&format!("{PATH}{query}"), &key).await;
        answer.assert_problem(400, "invalid_request");
        answer.assert_names(&[name]);
    }
    let other = api.get(PATH, &api.key(&[Scope::EventsWrite])).await;
    other.assert_problem(403, "insufficient_scope");
}
