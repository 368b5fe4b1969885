//! What people were shown, from a token to a report: `GET /api/v1beta/analytics/views`, `PUT /api/v1beta/profile/view-credit`
//! and the explanation of a conversion.

use std::sync::Arc;

use actix_web::test::TestRequest;
use application::conversions::explain::Explainer;
use application::views::intake::ViewIntake;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Clock, Scope};
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_system::SystemClock;

use crate::support::TestApi;

const REPORT: &str = "/api/v1beta/analytics/views";
const CREDIT: &str = "/api/v1beta/profile/view-credit";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// An application over a database that tells why, and what writes its pictures.
async fn shop() -> (TestApi, Arc<dyn ViewIntake>) {
    let mut views = None;
    let api = TestApi::over_database_with(|state| {
        views = Some(Arc::clone(&state.views));
        state.explainer = Arc::new(Explainer {
            units: Arc::clone(&state.units),
            profiles: Arc::clone(&state.profiles),
        });
    })
    .await;
    (api, views.unwrap())
}

async fn report(api: &TestApi) -> Value {
    let reader = api.key(&[Scope::AnalyticsRead]);
    api.get(REPORT, &reader).await.assert_ok(200)
}

async fn decide(api: &TestApi, credited: bool) -> Value {
    let key = api.key(&[Scope::AttributionWrite]);
    let body = json!({"credited": credited});
    let answer = api.send_json(("PUT", CREDIT), &key, &body).await;
    answer.assert_ok(200)
}

#[actix_web::test]
async fn nothing_was_shown_where_nothing_happened() {
    let api = TestApi::new();
    let answer = report(&api).await;
    assert_eq!(answer["data"]["credited"], false);
    assert_eq!(answer["data"]["campaigns"], json!([]));
    assert_eq!(answer["data"]["channels"], json!([]));
    assert!(answer["meta"].get("warnings").is_none());
}

#[actix_web::test]
async fn what_is_wrong_is_named_and_scopes_hold() {
    let api = TestApi::new();
    let writer = api.key(&[Scope::AttributionWrite]);
    for (body, fields) in [
        (json!({}), vec!["/credited"]),
        (json!({"credited": "yes"}), vec!["/credited"]),
        (json!({"credited": null}), vec!["/credited"]),
        (json!({"credited": true, "window": 1}), vec!["/window"]),
    ] {
        let refused = api.send_json(("PUT", CREDIT), &writer, &body).await;
        refused.assert_names(&fields);
    }
    let reader = api.key(&[Scope::AnalyticsRead]);
    let body = json!({"credited": true});
    let refused = api.send_json(("PUT", CREDIT), &reader, &body).await;
    refused.assert_problem(403, "insufficient_scope");
    let refused = api.get(REPORT, &writer).await;
    refused.assert_problem(403, "insufficient_scope");
    let backwards = format!("{REPORT}?date_from=2026-03-02&date_to=2026-03-01");
    let refused = api.get(&backwards, &reader);
    assert_eq!(refused.await.status.as_u16(), 400);
}

#[actix_web::test]
async fn an_opened_mail_takes_credit_once_the_profile_wants_it() {
    let (api, views) = shop().await;
    let paid_at = SystemClock.now().plus_micros(60 * MICROS_PER_SECOND);
    let events = api.key(&[Scope::EventsWrite]);
    // Known by a lead that names a search ad, which is a touch of its own.
    let lead = json!({"event_type": "lead", "idempotency_key": "lead", "email": "ana@x.example",
        "external_id": "ana", "utm_source": "google", "utm_medium": "cpc", "ad_id": "7"});
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", events.clone()))
        .set_json(lead);
    api.send(request).await.assert_ok(201);
    let tracking = api.key(&[Scope::TrackingWrite]);
    let issued = api
        .send_json(("POST", "/api/v1/tracking/keys"), &tracking, &json!({}))
        .await
        .assert_ok(201);
    let key = issued["data"]["public_key"].as_str().unwrap();
    let wanted = json!({"recipients": [{"external_id": "ana"}]});
    let token = api
        .send_json(
            ("POST", "/api/v1beta/tracking/recipients"),
            &tracking,
            &wanted,
        )
        .await
        .assert_ok(200);
    let token = token["data"]["results"][0]["token"].as_str().unwrap();
    for token in [token, ""] {
        let query =
            format!("k={key}&utm_source=news&utm_medium=email&utm_campaign=spring&r={token}");
        let request = TestRequest::get()
            .uri(&format!("/api/v1beta/view.gif?{query}"))
            .insert_header(("user-agent", FIREFOX));
        assert_eq!(api.send(request).await.status.as_u16(), 200);
    }
    views.drain().await;
    let sold = json!({"event_type": "payment_received", "event_time": paid_at.to_string(),
        "idempotency_key": "sale", "value_amount": "12.5", "currency": "EUR", "email": "ana@x.example"});
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", events))
        .set_json(sold);
    let sold = api.send(request).await;
    sold.assert_ok(201);
    api.catch_up().await;

    let before = report(&api).await;
    let campaign = &before["data"]["campaigns"][0];
    assert_eq!(campaign["campaign"], "spring");
    assert_eq!(campaign["channel"], "Email");
    assert_eq!(
        (&campaign["views"], &campaign["by_recipients"]),
        (&json!(2), &json!(1))
    );
    let is_email = |row: &&Value| row["channel"] == "Email";
    let channels = before["data"]["channels"].as_array().unwrap();
    assert_eq!(channels.iter().find(is_email), None, "{before}");

    let decided = decide(&api, true).await;
    assert!(decided["meta"]["recompute_id"].is_string());
    let waiting = report(&api).await;
    assert_eq!(waiting["meta"]["warnings"], json!(["replay_pending"]));
    api.catch_up().await;
    assert_eq!(
        decide(&api, true).await["meta"]["recompute_id"],
        Value::Null
    );
    let after = report(&api).await;
    assert_eq!(after["data"]["credited"], true);
    let channels = after["data"]["channels"].as_array().unwrap();
    let email = channels.iter().find(is_email).unwrap();
    assert_eq!(
        email["with_views"],
        json!({"conversions": 1, "revenue": "12.5"}),
        "{after}"
    );
    assert_eq!(
        email["without_views"],
        json!({"conversions": 0, "revenue": "0"})
    );

    let id = format!(
        "SELECT c.id FROM conversions c JOIN attribution_state s ON s.profile_id = c.profile_id
        AND s.generation = c.generation WHERE c.profile_id = '{}' AND c.revenue_type = 'cash'",
        api.profile
    );
    let id = TestDatabase::shared().execute(&id).unwrap();
    let reader = api.key(&[Scope::CustomersRead]);
    let path = format!("/api/v1beta/conversions/{}/explain", id.trim());
    let story = api.get(&path, &reader);
    let story = story.await.assert_ok(200);
    assert_eq!(story["data"]["views"]["credited"], true, "{story}");
    let touches = story["data"]["touches"].as_array().unwrap();
    let view = touches
        .iter()
        .find(|touch| touch["kind"] == "view")
        .unwrap();
    assert_eq!(story["data"]["views"]["with_views"], view["touch_id"]);
    assert_ne!(story["data"]["views"]["without_views"], view["touch_id"]);
    assert_eq!(view["credited_amount"], "12.5");
}
