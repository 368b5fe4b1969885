//! `POST /api/v1beta/collect`

use actix_web::http::Method;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, TestApi};

const URI: &str = "/api/v1beta/collect";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async fn public_key(api: &TestApi) -> String {
    let key = api.key(&[Scope::TrackingWrite]);
    let request = TestRequest::post().uri("/api/v1/tracking/keys");
    let answer = api
        .send(request.insert_header(("authorization", key)))
        .await
        .assert_ok(201);
    answer["data"]["public_key"].as_str().unwrap().to_owned()
}

fn page_view(id: Uuid) -> Value {
    json!({"t": "pv", "i": id, "ts": 100, "u": "https://shop.example/?utm_source=x", "r": "", "ti": "Shop"})
}

fn batch(key: &str, events: &[Value]) -> Value {
    json!({"k": key, "v": 1, "a": "019aa0c0-0000-7000-8000-000000000001", "n": 1, "e": events})
}

async fn send(api: &TestApi, media_type: &str, body: String) -> Answer {
    let request = TestRequest::post()
        .uri(URI)
        .insert_header(("content-type", media_type))
        .insert_header(("user-agent", FIREFOX))
        .insert_header(("origin", "https://shop.example"));
    api.send(request.set_payload(body)).await
}

#[actix_web::test]
async fn events_are_recorded_once_whatever_the_media_type() {
    let api = TestApi::over_database().await;
    let key = public_key(&api).await;
    let ids = [
        Uuid::from_u128(1),
        Uuid::from_u128(2),
        Uuid::from_u128(3),
        Uuid::from_u128(4),
    ];
    let events = [
        page_view(ids[0]),
        json!({"t": "eng", "i": ids[1], "u": "https://shop.example/", "ms": 1500}),
        json!({"t": "id", "i": ids[2], "p": {"email": "ana@example.com", "first_name": "Ana"}}),
        json!({"t": "ev", "i": ids[3], "n": "signup", "p": {"plan": "pro"}}),
    ];
    let body = batch(&key, &events).to_string();
    let first = send(&api, "text/plain;charset=UTF-8", body.clone()).await;
    assert_eq!(first.header("access-control-allow-origin"), Some("*"));
    assert_eq!(
        first.assert_ok(202),
        json!({"data": {"accepted": 4, "duplicates": 0}, "meta": {}})
    );
    let again = send(&api, "application/json", body).await.assert_ok(202);
    assert_eq!(again["data"], json!({"accepted": 0, "duplicates": 4}));
}

#[actix_web::test]
async fn an_unknown_key_is_named() {
    let api = TestApi::over_database().await;
    let key = format!("trk_live_{}", "A".repeat(43));
    let body = batch(&key, &[page_view(Uuid::from_u128(1))]).to_string();
    send(&api, "text/plain", body).await.assert_names(&["/k"]);
}

#[actix_web::test]
async fn wrong_fields_are_named_with_their_event() {
    let api = TestApi::new();
    let id = Uuid::from_u128(1);
    for (events, fields) in [
        (vec![], vec!["/e"]),
        (vec![page_view(id); 11], vec!["/e"]),
        (
            vec![page_view(id), json!({"t": "pv", "i": "x", "u": "/a"})],
            vec!["/e/1/i", "/e/1/u"],
        ),
        (vec![json!({"t": "zz", "i": id})], vec!["/e/0/t"]),
        (
            vec![json!({"t": "pv", "i": id, "u": "https://a.example", "ts": 604_800_001})],
            vec!["/e/0/ts"],
        ),
        (
            vec![json!({"t": "id", "i": id, "p": {"mail": "a"}})],
            vec!["/e/0/p/mail"],
        ),
        (
            vec![json!({"t": "id", "i": id, "p": {"email": 1}})],
            vec!["/e/0/p/email"],
        ),
        (
            vec![json!({"t": "ev", "i": id, "p": 1, "n": "x"})],
            vec!["/e/0/p"],
        ),
        (vec![json!({"t": "ev", "i": id, "x": 1})], vec!["/e/0/x"]),
    ] {
        let body = batch("trk", &events).to_string();
        send(&api, "text/plain", body).await.assert_names(&fields);
    }
    send(&api, "text/plain", "{\"k\":".to_owned())
        .await
        .assert_names(&[""]);
}

#[actix_web::test]
async fn a_malformed_identifier_of_a_visitor_is_named() {
    let api = TestApi::over_database().await;
    let key = public_key(&api).await;
    let events = [
        page_view(Uuid::from_u128(1)),
        json!({"t": "id", "i": Uuid::from_u128(2), "p": {"email": "nobody"}}),
    ];
    let answer = send(&api, "text/plain", batch(&key, &events).to_string()).await;
    answer.assert_names(&["/e/1/p/email"]);
}

#[actix_web::test]
async fn a_full_queue_is_told_with_when_to_come_back() {
    // The fake has no room.
    let api = TestApi::new();
    let body = batch("trk", &[page_view(Uuid::from_u128(1))]).to_string();
    let answer = send(&api, "text/plain", body).await;
    answer.assert_problem(503, "unavailable");
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
}

#[actix_web::test]
async fn batches_at_once_are_each_answered_for_themselves() {
    let api = TestApi::over_database().await;
    let key = public_key(&api).await;
    let bodies: Vec<String> = (0..40_u128)
        .map(|number| {
            // Every second one sends what the one before it sends.
            let id = Uuid::from_u128(100 + number / 2);
            batch(
                &key,
                &[page_view(id), page_view(Uuid::from_u128(1_000 + number))],
            )
            .to_string()
        })
        .collect();
    let sent = bodies
        .into_iter()
        .map(|body| send(&api, "text/plain", body));
    let answers = futures_util::future::join_all(sent).await;
    let counted = |name: &str| -> u64 {
        let data = answers
            .iter()
            .map(|answer| answer.assert_ok(202)["data"][name].clone());
        data.map(|count| count.as_u64().unwrap()).sum()
    };
    assert_eq!((counted("accepted"), counted("duplicates")), (60, 20));
}

#[actix_web::test]
async fn bodies_are_bounded_and_errors_readable_across_origins() {
    let api = TestApi::new();
    let long = format!("{{\"k\":\"{}\"}}", "x".repeat(16 * 1024));
    let answer = send(&api, "text/plain", long).await;
    answer.assert_problem(413, "payload_too_large");
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    let form = send(&api, "application/x-www-form-urlencoded", "k=1".to_owned()).await;
    form.assert_problem(415, "unsupported_media_type");
}

#[actix_web::test]
async fn a_preflight_is_answered() {
    let api = TestApi::new();
    let preflight = TestRequest::with_uri(URI)
        .method(Method::OPTIONS)
        .insert_header(("origin", "https://shop.example"))
        .insert_header(("access-control-request-method", "POST"))
        .insert_header(("access-control-request-headers", "content-type"));
    let answer = api.send(preflight).await;
    assert_eq!(answer.status.as_u16(), 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-allow-methods"), Some("POST"));
    let allowed = answer.header("access-control-allow-headers").unwrap();
    assert!(
        allowed.split(", ").any(|name| name == "Content-Type"),
        "{allowed}"
    );
    assert_eq!(answer.header("access-control-allow-credentials"), None);
    let get = api.send(TestRequest::get().uri(URI)).await;
    get.assert_problem(405, "method_not_allowed");
    assert_eq!(get.header("allow"), Some("POST, OPTIONS"));
}
