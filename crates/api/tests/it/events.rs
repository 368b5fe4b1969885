//! `POST /api/v1/events`

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const URI: &str = "/api/v1/events";

fn request(key: &str) -> TestRequest {
    TestRequest::post()
        .uri(URI)
        .insert_header(("authorization", key))
}

async fn send(api: &TestApi, key: &str, body: &Value) -> Answer {
    api.send(request(key).set_json(body)).await
}

async fn send_with(api: &TestApi, key: &str, idempotency: &str, body: &Value) -> Answer {
    api.send(
        request(key)
            .insert_header(("idempotency-key", idempotency))
            .set_json(body),
    )
    .await
}

#[actix_web::test]
async fn an_event_is_recorded_once_under_its_key() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::EventsWrite]);
    let body = json!({
        "event_type": "payment_received", "value_amount": "49.90", "email": "ana@example.com",
        "event_time": "2026-01-02T03:04:05+01:00", "properties": {"plan": "pro", "seats": 3},
        "url": "https://shop.example/thanks", "click_ids": {"gclid": "abc"},
        "consent": {"ad_user_data": "granted"}, "pipeline": {"to_stage": "won"},
    });
    let first = send_with(&api, &key, "order-1", &body).await.assert_ok(201);
    assert_eq!(first["data"]["event_time"], "2026-01-02T02:04:05.000000Z");
    assert_eq!(first["data"]["replayed"], false);
    assert_eq!(first["data"]["idempotency_key"], "order-1");
    assert_eq!(
        first["meta"],
        json!({"profile_id": api.profile, "warnings": []})
    );

    // The key may come in the body, the amount as a number with other zeros, the members in
    // another order: it is the same event.
    let mut same = body.clone();
    same["idempotency_key"] = "order-1".into();
    same["properties"] = json!({"seats": 3, "plan": "pro"});
    let text = same.to_string().replace("\"49.90\"", "49.9000");
    let request = request(&key).insert_header(("content-type", "application/json"));
    let replay = api.send(request.set_payload(text)).await.assert_ok(200);
    assert_eq!(replay["data"]["replayed"], true);
    for field in ["id", "event_type", "event_time", "received_at"] {
        assert_eq!(replay["data"][field], first["data"][field], "{field}");
    }

    let mut other = body.clone();
    other["value_amount"] = "49.91".into();
    let reused = send_with(&api, &key, "order-1", &other).await;
    reused.assert_problem(422, "idempotency_key_reused");
}

#[actix_web::test]
async fn retries_at_once_make_one_event() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::EventsWrite]);
    let body =
        json!({"event_type": "payment_received", "value_amount": 10, "phone": "+56961234567"});
    let sends = (0..20).map(|_| send_with(&api, &key, "once", &body));
    let answers = futures_util::future::join_all(sends).await;
    let new = answers
        .iter()
        .filter(|answer| answer.status.as_u16() == 201)
        .count();
    assert_eq!(new, 1, "{answers:?}");
    let id = &answers[0].json()["data"]["id"];
    for answer in &answers {
        assert!(answer.status.is_success(), "{}", answer.text);
        assert_eq!(&answer.json()["data"]["id"], id);
    }
}

#[actix_web::test]
async fn money_without_a_key_is_taken_and_told() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::EventsWrite]);
    let money = json!({"event_type": "payment_received", "value_amount": "1", "currency": "usd",
        "anonymous_id": "a browser"});
    let answer = send(&api, &key, &money).await.assert_ok(201);
    assert_eq!(
        answer["meta"]["warnings"],
        json!(["idempotency_key_generated"])
    );
    let made = answer["data"]["idempotency_key"].as_str().unwrap();
    let replay = send_with(&api, &key, made, &money).await.assert_ok(200);
    assert_eq!(replay["data"]["id"], answer["data"]["id"]);

    let lead = json!({"event_type": "lead_created"});
    let answer = send(&api, &key, &lead).await.assert_ok(201);
    assert_eq!(answer["meta"]["warnings"], json!(["no_identifier"]));
    assert_eq!(answer["data"]["idempotency_key"], Value::Null);
}

#[actix_web::test]
async fn keys_belong_to_their_profile() {
    let (one, other) = (
        TestApi::over_database().await,
        TestApi::over_database().await,
    );
    let body = json!({"event_type": "payment_received", "value_amount": "5"});
    for api in [&one, &other] {
        let key = api.key(&[Scope::EventsWrite]);
        send_with(api, &key, "same", &body).await.assert_ok(201);
    }
}

#[actix_web::test]
async fn two_different_keys_are_refused_and_equal_ones_are_one() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::EventsWrite]);
    let body = json!({"event_type": "lead_created", "idempotency_key": "a"});
    send_with(&api, &key, "b", &body)
        .await
        .assert_names(&["/idempotency_key"]);
    send_with(&api, &key, "a", &body).await.assert_ok(201);
    let twice = request(&key)
        .append_header(("idempotency-key", "a"))
        .append_header(("idempotency-key", "a"))
        .set_json(json!({"event_type": "lead_created"}));
    api.send(twice).await.assert_names(&["Idempotency-Key"]);
    let lead = json!({"event_type": "lead_created"});
    send_with(&api, &key, "", &lead)
        .await
        .assert_names(&["Idempotency-Key"]);
    send_with(&api, &key, &"k".repeat(257), &lead)
        .await
        .assert_names(&["Idempotency-Key"]);
    send_with(&api, &key, &"k".repeat(256), &lead)
        .await
        .assert_ok(201);
}

#[actix_web::test]
async fn every_wrong_field_is_named() {
    let api = TestApi::new();
    let key = api.key(&[Scope::EventsWrite]);
    let wrong = json!({
        "event_type": "", "event_time": "yesterday", "value_amount": "1e3", "currency": "ZZZ",
        "url": "/thanks", "pipeline": {"to_stage": "a\nb"}, "consent": {"ad_user_data": "maybe"},
    });
    let answer = send(&api, &key, &wrong).await;
    answer.assert_names(&[
        "/event_type",
        "/event_time",
        "/currency",
        "/value_amount",
        "/url",
        "/pipeline/to_stage",
        "/consent/ad_user_data",
    ]);
    for (body, field) in [
        (json!({}), "/event_type"),
        (json!({"event_type": "x", "evnt_time": "now"}), "/evnt_time"),
        (
            json!({"event_type": "x", "pipeline": {"stage": "y"}}),
            "/pipeline/stage",
        ),
        (json!({"event_type": 7}), "/event_type"),
        (
            json!({"event_type": "x", "value_amount": true}),
            "/value_amount",
        ),
        (json!({"event_type": "x", "properties": []}), "/properties"),
        (
            json!({"event_type": "x", "is_first_payment": "yes"}),
            "/is_first_payment",
        ),
        (
            json!({"event_type": "x", "email": "a\u{0}b@example.com"}),
            "/email",
        ),
        (json!([]), ""),
    ] {
        send(&api, &key, &body).await.assert_names(&[field]);
    }
}

#[actix_web::test]
async fn amounts_are_read_from_their_digits() {
    let api = TestApi::new();
    let key = api.key(&[Scope::EventsWrite]);
    for value in ["1e3", "12345678901234567890.12", "0.00001", "1E-2"] {
        let body = format!("{{\"event_type\":\"x\",\"value_amount\":{value}}}");
        let request = request(&key).insert_header(("content-type", "application/json"));
        api.send(request.set_payload(body))
            .await
            .assert_names(&["/value_amount"]);
    }
}

#[actix_web::test]
async fn a_malformed_identifier_is_named_and_a_placeholder_is_told() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::EventsWrite]);
    let wrong = json!({"event_type": "lead_created", "email": "not an address"});
    send(&api, &key, &wrong).await.assert_names(&["/email"]);
    let placeholder = json!({"event_type": "lead_created", "external_id": "null"});
    let answer = send(&api, &key, &placeholder).await.assert_ok(201);
    assert_eq!(
        answer["meta"]["warnings"],
        json!(["identifier_ignored:external_id", "no_identifier"])
    );
    let named =
        json!({"event_type": "lead_created", "external_id": "null", "phone": "+56961234567"});
    let answer = send(&api, &key, &named).await.assert_ok(201);
    assert_eq!(
        answer["meta"]["warnings"],
        json!(["identifier_ignored:external_id"])
    );
}

#[actix_web::test]
async fn body_limits_and_media_types() {
    let api = TestApi::new();
    let key = api.key(&[Scope::EventsWrite]);
    let long = json!({"event_type": "x", "properties": {"p": "y".repeat(70_000)}});
    send(&api, &key, &long)
        .await
        .assert_problem(413, "payload_too_large");
    for media_type in ["text/plain", "application/xml", "multipart/form-data"] {
        let request = request(&key).insert_header(("content-type", media_type));
        let answer = api.send(request.set_payload("{}")).await;
        answer.assert_problem(415, "unsupported_media_type");
    }
    let none = api.send(request(&key).set_payload("{}")).await;
    none.assert_problem(415, "unsupported_media_type");
    let gzip = request(&key)
        .insert_header(("content-type", "application/json"))
        .insert_header(("content-encoding", "gzip"));
    api.send(gzip.set_payload("{}"))
        .await
        .assert_problem(415, "unsupported_media_type");
    let charset = request(&key).insert_header(("content-type", "Application/JSON; charset=utf-8"));
    api.send(charset.set_payload("{}"))
        .await
        .assert_names(&["/event_type"]);
}

#[actix_web::test]
async fn a_store_that_is_down_is_a_503_that_tells_when_to_come_back_and_nothing_else() {
    let api = TestApi::new();
    let key = api.key(&[Scope::EventsWrite]);
    let answer = send(&api, &key, &json!({"event_type": "lead_created"})).await;
    answer.assert_problem(503, "unavailable");
    assert_eq!(answer.header("retry-after"), Some("5"));
    assert!(!answer.text.contains("db.internal"), "{}", answer.text);
}
