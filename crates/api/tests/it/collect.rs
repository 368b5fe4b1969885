//! `POST /api/v1beta/collect`

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use actix_web::http::Method;
use actix_web::test::TestRequest;
use application::ports::Profile;
use application::tracking::collect::{Collected, Sender};
use application::tracking::intake::{Intake, Refused};
use async_trait::async_trait;
use event_intake::TrackerBatch;
use event_intake::ports::IntakeReason;
use http_kit::intake_counts::IntakeCounts;
use http_kit::trusted_proxies::TrustedProxies;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, ProfileId, Scope, StoreError, Timestamp};
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_postgres::reporting::PgOverviewReader;
use tributary_postgres::{PgIntakeDays, PgPool};
use tributary_system::SystemClock;
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

fn request(media_type: &str, body: String) -> TestRequest {
    TestRequest::post()
        .uri(URI)
        .insert_header(("content-type", media_type))
        .insert_header(("user-agent", FIREFOX))
        .insert_header(("origin", "https://shop.example"))
        .set_payload(body)
}

async fn send(api: &TestApi, media_type: &str, body: String) -> Answer {
    api.send(request(media_type, body)).await
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
    let sent = bodies.into_iter().map(|body| request("text/plain", body));
    let answers = futures_util::future::join_all(sent.map(|it| api.send(it))).await;
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

/// An application over a database whose numbers of taken and refused events can be read.
async fn counting(key: Option<u32>, address: Option<u32>) -> (TestApi, Arc<IntakeCounts>) {
    let pool = PgPool::new(TestDatabase::shared().url(), 2).unwrap();
    let counts = Arc::new(IntakeCounts::new(Arc::new(PgIntakeDays::new(pool.clone()))));
    let kept = Arc::clone(&counts);
    let api = TestApi::over_database_with(move |state| {
        state.overviews = Arc::new(PgOverviewReader::new(pool));
        state.collecting.key_events = key;
        state.collecting.address_events = address;
        state.collecting.counts = counts;
    });
    (api.await, kept)
}

async fn noted(api: &TestApi, counts: &IntakeCounts) -> Vec<(IntakeReason, String, u64)> {
    counts.write().await;
    let profile = ProfileId::new(api.profile);
    let since = Timestamp::from_micros(0);
    let latest = counts.store().since(profile, "collect", since).await;
    let mut latest: Vec<_> = latest
        .unwrap()
        .into_iter()
        .map(|one| (one.reason, one.pointer, one.events))
        .collect();
    latest.sort();
    latest
}

#[actix_web::test]
async fn a_key_and_an_address_send_no_more_than_they_may() {
    for (key_events, address_events, reason) in [
        (Some(12), None, IntakeReason::KeyLimit),
        (None, Some(12), IntakeReason::AddressLimit),
    ] {
        let (api, counts) = counting(key_events, address_events).await;
        let key = public_key(&api).await;
        let body = |from: u128, events: u128| {
            let views = (from..from + events).map(|id| page_view(Uuid::from_u128(id)));
            batch(&key, &views.collect::<Vec<_>>()).to_string()
        };
        send(&api, "text/plain", body(1, 10)).await.assert_ok(202);
        let refused = send(&api, "text/plain", body(11, 10)).await;
        refused.assert_problem(429, "rate_limited");
        assert_eq!(refused.header("retry-after"), Some("40"));
        assert_eq!(refused.header("access-control-allow-origin"), Some("*"));
        send(&api, "text/plain", body(11, 2)).await.assert_ok(202);
        let expected = [
            (IntakeReason::Accepted, String::new(), 12),
            (reason, String::new(), 10),
        ];
        assert_eq!(noted(&api, &counts).await, expected);
    }
}

#[actix_web::test]
async fn what_is_refused_or_left_out_is_counted_by_its_reason() {
    let (api, counts) = counting(None, None).await;
    let key = public_key(&api).await;
    for id in [1_u128, 2] {
        let malformed = json!({"t": "pv", "i": Uuid::from_u128(id), "u": "no address"});
        let good = page_view(Uuid::from_u128(id + 10));
        let events = if id == 1 {
            vec![malformed]
        } else {
            vec![good, malformed]
        };
        let body = batch(&key, &events).to_string();
        send(&api, "text/plain", body)
            .await
            .assert_problem(400, "invalid_request");
    }
    let body = batch(&key, &[page_view(Uuid::from_u128(1))]).to_string();
    let bot = TestRequest::post()
        .uri(URI)
        .insert_header(("content-type", "text/plain"))
        .insert_header(("user-agent", "Mozilla/5.0 HeadlessChrome/142.0.0.0"));
    let answer = api.send(bot.set_payload(body)).await.assert_ok(202);
    assert_eq!(answer["data"]["left_out"], "user agent says headless");
    let expected = [
        (IntakeReason::Bot, String::new(), 1),
        (IntakeReason::Malformed, "/e/*/u".to_owned(), 3),
    ];
    assert_eq!(noted(&api, &counts).await, expected);
}

#[actix_web::test]
async fn page_views_without_an_id_are_counted_once_and_are_nobodys() {
    let (api, counts) = counting(None, None).await;
    let key = public_key(&api).await;
    let views = [page_view(Uuid::from_u128(1)), page_view(Uuid::from_u128(2))];
    let body = json!({"k": key, "v": 1, "n": 1, "e": views}).to_string();
    for (accepted, duplicates) in [(2, 0), (0, 2)] {
        let answer = send(&api, "text/plain", body.clone()).await.assert_ok(202);
        let expected = json!({"accepted": accepted, "duplicates": duplicates});
        assert_eq!(answer["data"], expected);
    }
    let day = |days: i64| {
        let at = SystemClock.now().plus_micros(days * MICROS_PER_DAY);
        at.to_string().get(..10).unwrap().to_owned()
    };
    let uri = format!("/api/v1/overview?date_from={}&date_to={}", day(-1), day(1));
    let reader = api.key(&[Scope::AnalyticsRead]);
    let answer = api.get(&uri, &reader).await.assert_ok(200);
    assert_eq!(answer["meta"]["anonymous_pageviews"], 2);
    assert_eq!(answer["data"]["current"]["visitors"], 0);
    assert_eq!(answer["data"]["current"]["pageviews"], 0);
    let last = counts.store().last_event(ProfileId::new(api.profile)).await;
    assert_eq!(last.unwrap(), None);
    counts.write().await;
    let last = counts.store().last_event(ProfileId::new(api.profile)).await;
    assert!(last.unwrap().is_some());

    let named = json!({"t": "ev", "i": Uuid::from_u128(3), "n": "signup"});
    let body = json!({"k": key, "v": 1, "n": 1, "e": [named]}).to_string();
    send(&api, "text/plain", body)
        .await
        .assert_names(&["/e/0/t"]);
}

/// Remembers who sent batches and how often it was asked whose a key is, and is busy.
#[derive(Default)]
struct Senders(Mutex<Vec<Option<String>>>, AtomicUsize);

#[async_trait]
impl Intake for Senders {
    async fn collect(&self, _: TrackerBatch, sender: Sender) -> Result<Collected, Refused> {
        self.0.lock().unwrap().push(sender.country);
        Err(Refused::Busy)
    }

    async fn owner(&self, _: &str) -> Result<Option<Arc<Profile>>, StoreError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Ok(None)
    }

    fn last_owner(&self, _: &str) -> Option<Arc<Profile>> {
        None
    }

    async fn wants_cookies(&self, _: ProfileId) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn drain(&self) {}
}

#[actix_web::test]
async fn whoever_sends_too_much_is_refused_before_anybody_is_asked_whose_the_key_is() {
    let senders = Arc::new(Senders::default());
    let intake = Arc::clone(&senders);
    let api = TestApi::with(|state| {
        state.collecting.address_events = Some(3);
        state.intake = intake;
    });
    for number in 0..10_u128 {
        let key = format!("trk_live_{number:0>43}");
        let body = batch(&key, &[page_view(Uuid::from_u128(number + 1))]).to_string();
        let answer = send(&api, "text/plain", body).await;
        let expected = if number < 3 {
            "unavailable"
        } else {
            "rate_limited"
        };
        assert_eq!(answer.json()["code"], expected, "{number}");
    }
    assert_eq!(senders.1.load(Ordering::Relaxed), 3);
}

#[actix_web::test]
async fn only_a_trusted_proxy_tells_the_country() {
    let senders = Arc::new(Senders::default());
    let intake = Arc::clone(&senders);
    let api = TestApi::with(|state| {
        state.access.trusted_proxies = TrustedProxies::parse(["10.0.0.0/8"]).unwrap();
        state.intake = intake;
    });
    let body = batch("trk_live_x", &[page_view(Uuid::from_u128(1))]).to_string();
    for peer in ["10.0.0.1:80", "203.0.113.1:80"] {
        let request = TestRequest::post()
            .uri(URI)
            .peer_addr(peer.parse().unwrap())
            .insert_header(("content-type", "text/plain"))
            .insert_header(("cf-ipcountry", "DE"));
        let answer = api.send(request.set_payload(body.clone())).await;
        answer.assert_problem(503, "unavailable");
    }
    let told = senders.0.lock().unwrap().clone();
    assert_eq!(told, [Some("DE".to_owned()), None]);
}
