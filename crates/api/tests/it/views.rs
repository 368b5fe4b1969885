//! `GET /api/v1beta/view.gif` and `POST /api/v1beta/tracking/recipients`

use std::sync::{Arc, Mutex};

use actix_web::http::Method;
use actix_web::test::TestRequest;
use application::views::intake::{LoadedPicture, ViewIntake};
use async_trait::async_trait;
use event_intake::TrackingKeyText;
use event_intake::ports::IntakeReason;
use event_intake::views::{Claim, ViewAgent};
use kernel::{Scope, Timestamp};
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

const URI: &str = "/api/v1beta/view.gif";
const RECIPIENTS: &str = "/api/v1beta/tracking/recipients";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const GMAIL: &str =
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";

fn key() -> String {
    TrackingKeyText::from_random([5; 32]).to_string()
}

fn request(query: &str) -> TestRequest {
    TestRequest::get()
        .uri(&format!("{URI}?{query}"))
        .insert_header(("user-agent", FIREFOX))
}

#[track_caller]
fn assert_picture(answer: &Answer) {
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), Some("image/gif"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    let policy = answer.header("cross-origin-resource-policy");
    assert_eq!(policy, Some("cross-origin"));
    assert_eq!(answer.header("set-cookie"), None);
}

/// Remembers what was handed in.
#[derive(Default)]
struct Handed {
    taken: Mutex<Vec<LoadedPicture>>,
    refused: Mutex<Vec<IntakeReason>>,
}

#[async_trait]
impl ViewIntake for Handed {
    fn take(&self, picture: LoadedPicture) {
        self.taken.lock().unwrap().push(picture);
    }

    fn refuse(&self, _: &TrackingKeyText, reason: IntakeReason, _: Timestamp) {
        self.refused.lock().unwrap().push(reason);
    }

    async fn drain(&self) {}
}

impl Handed {
    fn taken(&self) -> usize {
        self.taken.lock().unwrap().len()
    }

    fn refused(&self) -> Vec<IntakeReason> {
        self.refused.lock().unwrap().clone()
    }
}

fn remembering(most: Option<u32>) -> (TestApi, Arc<Handed>) {
    let handed = Arc::new(Handed::default());
    let views = Arc::clone(&handed);
    let api = TestApi::with(|state| {
        state.views = views;
        state.collecting.key_events = most;
    });
    (api, handed)
}

#[actix_web::test]
async fn the_picture_is_43_bytes_of_one_transparent_pixel() {
    let (api, _) = remembering(None);
    let bytes = api.send_raw(request(&format!("k={}", key()))).await;
    assert_eq!(bytes.len(), 43);
    assert!(bytes.starts_with(b"GIF89a\x01\x00\x01\x00") && bytes.ends_with(&[0x3b]));
    // The extension says that the first colour is not shown.
    assert_eq!(bytes[19..27], [0x21, 0xf9, 4, 1, 0, 0, 0, 0]);
}

#[actix_web::test]
async fn the_picture_is_the_same_whatever_is_asked() {
    let (api, handed) = remembering(None);
    let key = key();
    for (query, taken) in [
        (format!("k={key}&utm_source=x&r={}", "A".repeat(43)), 1),
        (format!("k={key}&unknown=1&unknown=2&%zz=%ff"), 1),
        (format!("k={key}&r=%7B%7Brecipient%7D%7D"), 1),
        (String::new(), 0),
        ("k=nothing".to_owned(), 0),
        ("%00&&&=".to_owned(), 0),
        (format!("k={key}&x={}", "a".repeat(2_048)), 0),
    ] {
        let before = handed.taken();
        assert_picture(&api.send(request(&query)).await);
        assert_eq!(handed.taken() - before, taken, "{query}");
    }
    assert_eq!(handed.refused(), [IntakeReason::Malformed]);
    // Without a user agent, and with one that is no text.
    let bare = TestRequest::get().uri(&format!("{URI}?k={key}"));
    assert_picture(&api.send(bare).await);
    let strange = TestRequest::get().uri(&format!("{URI}?k={key}"));
    let strange = strange.insert_header(("user-agent", &b"\xff\xfe"[..]));
    assert_picture(&api.send(strange).await);
}

#[actix_web::test]
async fn asking_for_the_head_shows_nobody_anything() {
    let (api, handed) = remembering(None);
    let head = request(&format!("k={}", key())).method(Method::HEAD);
    assert_picture(&api.send(head).await);
    assert_eq!(handed.taken(), 0);
    let post = request(&format!("k={}", key())).method(Method::POST);
    let refused = api.send(post).await;
    refused.assert_problem(405, "method_not_allowed");
    assert_eq!(refused.header("allow"), Some("GET, HEAD, OPTIONS"));
}

#[actix_web::test]
async fn who_asks_and_what_for_is_handed_in() {
    let (api, handed) = remembering(None);
    let asked = request(&format!("k={}&utm_source=x&utm_campaign=y", key()));
    api.send(asked.insert_header(("user-agent", GMAIL))).await;
    let taken = handed.taken.lock().unwrap().remove(0);
    assert_eq!(taken.agent, ViewAgent::MailProxy);
    assert_eq!(taken.request.claim, Claim::Nobody);
    assert_eq!(taken.request.address, "?utm_source=x&utm_campaign=y");
}

#[actix_web::test]
async fn beyond_the_limit_the_picture_is_shown_and_not_recorded() {
    let (api, handed) = remembering(Some(3));
    for _ in 0..5 {
        assert_picture(&api.send(request(&format!("k={}", key()))).await);
    }
    assert_eq!(handed.taken(), 3);
    assert_eq!(handed.refused(), [IntakeReason::KeyLimit; 2]);
    let handed = Arc::new(Handed::default());
    let views = Arc::clone(&handed);
    let api = TestApi::with(|state| {
        state.views = views;
        state.collecting.address_events = Some(3);
    });
    for _ in 0..4 {
        assert_picture(&api.send(request(&format!("k={}", key()))).await);
    }
    assert_eq!(handed.refused(), [IntakeReason::AddressLimit]);
}

/// An application over a database, and what writes its pictures.
async fn over_database() -> (TestApi, Arc<dyn ViewIntake>) {
    let mut views = None;
    let api = TestApi::over_database_with(|state| views = Some(Arc::clone(&state.views))).await;
    (api, views.unwrap())
}

async fn public_key(api: &TestApi) -> String {
    let request = TestRequest::post().uri("/api/v1/tracking/keys");
    let key = api.key(&[Scope::TrackingWrite]);
    let answer = api
        .send(request.insert_header(("authorization", key)))
        .await;
    let answer = answer.assert_ok(201);
    answer["data"]["public_key"].as_str().unwrap().to_owned()
}

async fn customer(api: &TestApi, name: &str) -> String {
    let row = json!({"email": format!("{name}@x.example"), "external_id": format!("ext-{name}")});
    let body = json!({"rows": [row]});
    let key = api.key(&[Scope::AttributionWrite]);
    let answer = api.send_json(("POST", "/api/v1/customers"), &key, &body);
    let row = answer.await.assert_ok(200)["data"]["results"][0].clone();
    row["customer_profile_id"].as_str().unwrap().to_owned()
}

async fn ask(api: &TestApi, scopes: &[Scope], recipients: Value) -> Answer {
    let body = json!({"recipients": recipients});
    api.send_json(("POST", RECIPIENTS), &api.key(scopes), &body)
        .await
}

async fn issued(api: &TestApi, recipients: Value) -> Vec<Value> {
    let answer = ask(api, &[Scope::TrackingWrite], recipients).await;
    let answer = answer.assert_ok(200);
    answer["data"]["results"].as_array().unwrap().clone()
}

async fn token(api: &TestApi, customer: &str) -> String {
    let issued = issued(api, json!([{"customer_id": customer}])).await;
    issued[0]["token"].as_str().unwrap().to_owned()
}

/// Rows of a table of the profile.
fn rows(api: &TestApi, table: &str) -> usize {
    let count = format!(
        "SELECT count(*) FROM {table} WHERE profile_id = '{}'",
        api.profile
    );
    let answer = TestDatabase::shared().execute(&count).unwrap();
    answer.trim().parse().unwrap()
}

#[actix_web::test]
async fn tokens_are_told_one_a_row_and_stay_the_same() {
    let (api, _) = over_database().await;
    let ana = customer(&api, "ana").await;
    let nobody = "018f0000-0000-7000-8000-000000000000";
    let wanted = json!([
        {"customer_id": ana},
        {"external_id": "ext-ana"},
        {"external_id": "unheard-of"},
        {"customer_id": nobody},
    ]);
    let first = issued(&api, wanted.clone()).await;
    for (index, row) in first.iter().enumerate() {
        assert_eq!(row["index"], index);
        if index < 2 {
            assert_eq!(row["token"].as_str().unwrap().len(), 43);
            assert!(row.get("reason").is_none());
        } else {
            assert_eq!(
                *row,
                json!({"index": index, "token": null, "reason": "unknown_customer"})
            );
        }
    }
    assert_eq!(issued(&api, wanted).await, first);
    assert_eq!(first[0]["token"], first[1]["token"]);
    assert_eq!(rows(&api, "view_recipients"), 1);
    assert_eq!(rows(&api, "customers"), 1);
    let text = Value::from(first).to_string();
    for personal in ["ext-ana", &ana, "@"] {
        assert!(!text.contains(personal), "{text}");
    }
}

#[actix_web::test]
async fn a_token_needs_its_scope_and_its_profile_and_says_nothing_where_names_are_masked() {
    let (api, _) = over_database().await;
    let ana = customer(&api, "ana").await;
    let wanted = json!([{"customer_id": ana}]);
    for scopes in [&[Scope::EventsWrite][..], &[Scope::CustomersRead]] {
        let refused = ask(&api, scopes, wanted.clone()).await;
        refused.assert_problem(403, "insufficient_scope");
    }
    let anonymous = TestRequest::post().uri(RECIPIENTS).set_json(json!({}));
    assert_eq!(api.send(anonymous).await.status.as_u16(), 401);
    let (other, _) = over_database().await;
    let theirs = issued(&other, wanted.clone()).await;
    assert_eq!(theirs[0]["reason"], "unknown_customer");
    let before = issued(&api, wanted.clone()).await;
    let masked = format!(
        "UPDATE profiles SET pii_mode = 'masked' WHERE id = '{}'",
        api.profile
    );
    TestDatabase::shared().execute(&masked).unwrap();
    assert_eq!(issued(&api, wanted).await, before);
}

#[actix_web::test]
async fn what_is_wrong_with_rows_is_named() {
    let api = TestApi::new();
    let long = "x".repeat(257);
    for (recipients, fields) in [
        (json!([]), vec!["/recipients"]),
        (
            json!(vec![json!({"external_id": "x"}); 1_001]),
            vec!["/recipients"],
        ),
        (json!([{}]), vec!["/recipients/0"]),
        (
            json!([{"external_id": "x", "customer_id": "y"}]),
            vec!["/recipients/0"],
        ),
        (
            json!([{"external_id": "x"}, {"customer_id": "y"}, {"external_id": ""}]),
            vec!["/recipients/1/customer_id", "/recipients/2/external_id"],
        ),
        (
            json!([{"external_id": long}]),
            vec!["/recipients/0/external_id"],
        ),
        (json!([{"email": "a@b.cl"}]), vec!["/recipients/0/email"]),
        (
            json!([{"external_id": 1}]),
            vec!["/recipients/0/external_id"],
        ),
        (json!(["x"]), vec!["/recipients/0"]),
    ] {
        let refused = ask(&api, &[Scope::TrackingWrite], recipients).await;
        refused.assert_names(&fields);
    }
}

#[actix_web::test]
async fn a_picture_is_counted_and_a_recipients_kept_and_nobody_comes_of_it() {
    let (api, views) = over_database().await;
    let (key, ana) = (public_key(&api).await, customer(&api, "ana").await);
    let ana = token(&api, &ana).await;
    let spring = format!("k={key}&utm_source=news&utm_medium=email&utm_campaign=spring");
    for query in [
        format!("{spring}&r={ana}"),
        format!("{spring}&r={ana}"),
        format!("{spring}&r={}", "A".repeat(43)),
        spring.clone(),
        format!("k={}&utm_source=x", TrackingKeyText::from_random([6; 32])),
    ] {
        assert_picture(&api.send(request(&query)).await);
    }
    views.drain().await;
    assert_eq!(rows(&api, "views"), 1);
    assert_eq!(rows(&api, "view_days"), 2);
    let counts = format!(
        "SELECT string_agg(reason || ' ' || events, ', ' ORDER BY reason) FROM intake_days \
         WHERE profile_id = '{}' AND endpoint = 'view'",
        api.profile
    );
    let counts = TestDatabase::shared().execute(&counts).unwrap();
    assert_eq!(counts.trim(), "accepted 3, unknown_recipient 1");
    for table in [
        "visitors",
        "tracker_events",
        "tracker_event_ids",
        "sessions",
        "touches",
        "anonymous_views",
        "outcome_events",
        "replay_marks",
    ] {
        api.catch_up().await;
        assert_eq!(rows(&api, table), 0, "{table}");
    }
    assert_eq!(rows(&api, "customers"), 1);
}

#[actix_web::test]
async fn a_token_of_another_profile_is_nobodys() {
    let ((api, views), (other, _)) = (over_database().await, over_database().await);
    let (key, theirs) = (public_key(&api).await, customer(&other, "ana").await);
    let theirs = token(&other, &theirs).await;
    assert_picture(&api.send(request(&format!("k={key}&r={theirs}"))).await);
    views.drain().await;
    assert_eq!((rows(&api, "views"), rows(&other, "views")), (0, 0));
    assert_eq!(rows(&api, "view_days"), 1);
}

#[actix_web::test]
async fn whoever_is_forgotten_is_told_what_they_saw_before_and_sees_nothing_afterwards() {
    let (api, views) = over_database().await;
    let (key, ana) = (public_key(&api).await, customer(&api, "ana").await);
    let hers = token(&api, &ana).await;
    let seen = |campaign: &str| format!("k={key}&utm_campaign={campaign}&r={hers}");
    api.send(request(&seen("a"))).await;
    views.drain().await;
    let whole = format!("/api/v1beta/customers/{ana}/export");
    let reader = api.key(&[Scope::CustomersRead]);
    let held = api.get(&whole, &reader).await.assert_ok(200)["data"].clone();
    assert_eq!(held["view_recipients"][0]["subject_key"], "ana@x.example");
    assert_eq!(held["views"][0]["agent"], "browser");
    let uri = format!("/api/v1beta/customers/{ana}/erase");
    let eraser = api.key(&[Scope::AttributionWrite]);
    let erased = api.send_json(("POST", &uri), &eraser, &json!({})).await;
    erased.assert_ok(200);
    api.send(request(&seen("b"))).await;
    views.drain().await;
    assert_eq!(rows(&api, "views"), 1);
    let left = api.get(&whole, &reader).await.assert_ok(200);
    assert_eq!(left["data"]["views"].as_array().unwrap().len(), 1);
    assert!(!left.to_string().contains("ana"), "{left}");
    let again = issued(&api, json!([{"customer_id": ana}])).await;
    assert_eq!(again[0]["reason"], "unknown_customer");
}
