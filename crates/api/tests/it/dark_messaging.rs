//! What is at risk in conversations that no ad is known of.

use kernel::{Clock, Scope, TimeZone};
use serde_json::{Value, json};
use tributary_system::SystemClock;

use crate::support::TestApi;

const PATH: &str = "/api/v1/profile/dark-messaging-spend";
const READS: &[Scope] = &[Scope::AnalyticsRead];

async fn read(api: &TestApi, query: &str) -> Value {
    let answer = api.get(&format!("{PATH}{query}"), &api.key(READS)).await;
    answer.assert_ok(200)
}

#[actix_web::test]
async fn without_conversations_nothing_is_told_as_if_it_had_been_measured() {
    let api = TestApi::over_database_with(|_| {}).await;
    let answer = read(&api, "?date_from=2026-05-01&date_to=2026-05-31").await;
    let expected = json!({
        "conversations": 0,
        "unattributed_conversations": 0,
        "revenue_at_risk": null,
        "spend_unattributed": null,
        "reporting_currency": null,
    });
    assert_eq!(answer["data"], expected);
    let meta = json!({
        "date_from": "2026-05-01",
        "date_to": "2026-05-31",
        "profile_id": api.profile,
        "warnings": ["no_photo_app_conversations"],
    });
    assert_eq!(answer["meta"], meta);
}

#[actix_web::test]
async fn without_days_today_and_the_thirty_before_it_are_meant() {
    let api = TestApi::over_database_with(|_| {}).await;
    let answer = read(&api, "").await;
    let today = TimeZone::utc().local_date(SystemClock.now());
    assert_eq!(answer["meta"]["date_to"], today.to_string());
    let first = (0..30).fold(today, |day, _| day.previous_day().unwrap());
    assert_eq!(answer["meta"]["date_from"], first.to_string());
}

#[actix_web::test]
async fn what_is_no_question_is_refused() {
    let api = TestApi::over_database_with(|_| {}).await;
    let key = api.key(READS);
    for query in [
        "?date_from=2026-05-01",
        "?date_from=2026-05-31&date_to=2026-05-01",
        "?date_from=2025-05-01&date_to=2026-05-31",
        "?date_from=May&date_to=2026-05-31",
    ] {
        let answer = api.get(&format!("{PATH}{query}"), &key).await;
        answer.assert_problem(400, "invalid_request");
    }
    let other = api.key(&[Scope::TrackingWrite]);
    let answer = api.get(PATH, &other).await;
    answer.assert_problem(403, "insufficient_scope");
}
