//! `GET /api/v1beta/tracking/verification`, over a database: what is told of hosts that the tracker was heard on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::test::TestRequest;
use http_kit::hosts_heard::HostsHeard;
use http_kit::intake_counts::IntakeCounts;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_postgres::{PgIntakeDays, PgPool, PgTrackerHosts};
use uuid::Uuid;

use crate::support::{Answer, TestApi};

const PATH: &str = "/api/v1beta/tracking/verification";
const COLLECT: &str = "/api/v1beta/collect";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// An id that no event had before.
fn id() -> Uuid {
    static LAST: AtomicU64 = AtomicU64::new(0);
    Uuid::from_u128(u128::from(LAST.fetch_add(1, Ordering::Relaxed)) + 1)
}

struct Shop {
    api: TestApi,
    key: String,
    public_key: String,
}

impl Shop {
    async fn new() -> Self {
        let pool = PgPool::new(TestDatabase::shared().url(), 2).unwrap();
        let api = TestApi::over_database_with(move |state| {
            let counts = Arc::new(PgIntakeDays::new(pool.clone()));
            state.collecting.counts = Arc::new(IntakeCounts::new(counts));
            let hosts = Arc::new(PgTrackerHosts::new(pool));
            state.collecting.hosts = Arc::new(HostsHeard::new(hosts));
        })
        .await;
        let key = api.key(&[Scope::TrackingWrite]);
        let request = TestRequest::post().uri("/api/v1/tracking/keys");
        let request = request.insert_header(("authorization", key.clone()));
        let answer = api.send(request).await.assert_ok(201);
        let public_key = answer["data"]["public_key"].as_str().unwrap().to_owned();
        let shop = Self {
            api,
            key,
            public_key,
        };
        shop.own(&[], false).await;
        shop
    }

    /// Page views as the tracker sends them, all in one batch.
    async fn view(&self, origin: &str, pages: &[&str]) -> Answer {
        let view = |page: &&str| json!({"t": "pv", "i": id(), "u": page, "r": ""});
        let events: Vec<Value> = pages.iter().map(view).collect();
        self.send(origin, FIREFOX, &events).await
    }

    async fn send(&self, origin: &str, user_agent: &str, events: &[Value]) -> Answer {
        let body = json!({"k": self.public_key, "v": 1, "a": "019aa0c0-0000-7000-8000-000000000001",
            "n": 1, "e": events});
        let request = TestRequest::post()
            .uri(&format!("{COLLECT}{origin}"))
            .insert_header(("content-type", "text/plain"))
            .insert_header(("user-agent", user_agent));
        self.api.send(request.set_payload(body.to_string())).await
    }

    async fn own(&self, domains: &[&str], only: bool) {
        let request = TestRequest::patch()
            .uri("/api/v1beta/tracking/settings")
            .insert_header(("authorization", self.key.clone()))
            .set_json(json!({"own_domains": domains, "only_own_domains": only}));
        self.api.send(request).await.assert_ok(200);
    }

    async fn read(&self) -> Value {
        self.api.get(PATH, &self.key).await.assert_ok(200)["data"].clone()
    }
}

fn codes(of: &Value) -> Vec<&str> {
    let problems = of["problems"].as_array().unwrap().iter();
    problems
        .map(|problem| {
            assert!(problem["recommendation"].as_str().unwrap().ends_with('.'));
            assert!(problem["recommendation_code"].is_string());
            problem["code"].as_str().unwrap()
        })
        .collect()
}

fn hosts(data: &Value) -> Vec<(&str, &str)> {
    let hosts = data["hosts"].as_array().unwrap().iter();
    hosts
        .map(|host| {
            let word = |name: &str| host[name].as_str().unwrap();
            (word("host"), word("status"))
        })
        .collect()
}

fn host<'a>(data: &'a Value, name: &str) -> &'a Value {
    let hosts = data["hosts"].as_array().unwrap();
    hosts.iter().find(|host| host["host"] == name).unwrap()
}

#[actix_web::test]
async fn before_anything_came_the_tracker_is_missing() {
    let shop = Shop::new().await;
    let data = shop.read().await;
    assert_eq!(data["status"], "never");
    assert_eq!(codes(&data), ["tracker_missing"]);
    assert_eq!(data["hosts"], json!([]));
    assert_eq!(data["checked_at"], Value::Null);
    assert_eq!(data["silent_after_hours"], 24);
    shop.own(&["shop.example"], false).await;
    let data = shop.read().await;
    assert_eq!(hosts(&data), [("shop.example", "never")]);
    let missing = host(&data, "shop.example");
    assert_eq!(codes(missing), ["tracker_missing"]);
    assert_eq!(missing["first_seen_at"], Value::Null);
    assert_eq!(missing["page_views_7_days"], 0);
    assert_eq!(missing["ways"], json!([]));
}

#[actix_web::test]
async fn a_host_reports_with_its_version_and_way() {
    let shop = Shop::new().await;
    let script = shop.api.get("/tracker.js", "").await;
    let version = script.text.split_once("collect?s=").unwrap().1;
    let version = version.split_once('&').unwrap().0;
    let told = format!("?s={version}&w=snippet");
    let page = "https://www.Shop.example:8443/a?utm_source=x";
    shop.view(&told, &[page, "https://shop.example/b"])
        .await
        .assert_ok(202);
    let data = shop.read().await;
    assert_eq!(data["tracker_version"], version);
    assert_eq!(
        (&data["status"], codes(&data)),
        (&json!("reporting"), vec![])
    );
    assert_eq!(hosts(&data), [("shop.example", "reporting")]);
    let own = host(&data, "shop.example");
    assert_eq!(own["version"], version);
    assert_eq!(own["is_current"], true);
    assert_eq!(own["ways"], json!(["snippet"]));
    assert_eq!(own["page_views_today"], 2);
    assert_eq!(own["page_views_7_days"], 2);
    assert_eq!(own["first_seen_at"], own["last_seen_at"]);
    assert_eq!(codes(own), [""; 0]);

    let manager = "?w=gtm&s=00000000";
    let page = "https://shop.example/c";
    shop.view(manager, &[page]).await.assert_ok(202);
    let data = shop.read().await;
    let own = host(&data, "shop.example");
    assert_eq!(own["page_views_today"], 3);
    assert_eq!(own["ways"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn another_version_is_outdated_and_what_is_no_version_costs_nothing() {
    let shop = Shop::new().await;
    for (origin, page) in [
        ("?s=00000000&w=shopify", "https://old.example/"),
        ("", "https://older.example/"),
        ("?s=%3Cscript%3E&w=plugin", "https://odd.example/"),
        ("?s&w&=&&s=", "https://odder.example/"),
    ] {
        shop.view(origin, &[page]).await.assert_ok(202);
    }
    let data = shop.read().await;
    let old = host(&data, "old.example");
    assert_eq!(old["version"], "00000000");
    assert_eq!(old["is_current"], false);
    assert_eq!(codes(old), ["tracker_outdated"]);
    for name in ["older.example", "odd.example", "odder.example"] {
        let other = host(&data, name);
        assert_eq!(other["version"], Value::Null, "{name}");
        assert_eq!(other["is_current"], Value::Null, "{name}");
        assert_eq!(other["ways"], json!([]), "{name}");
        assert_eq!(codes(other), [""; 0], "{name}");
    }
}

#[actix_web::test]
async fn hosts_that_are_not_the_profiles_are_told_and_refused_ones_too() {
    let shop = Shop::new().await;
    shop.own(&["shop.example", "blog.example"], false).await;
    let copy = ["https://copy.example/"];
    shop.view("?w=snippet", &copy).await.assert_ok(202);
    shop.view("?w=snippet", &["https://m.shop.example/"])
        .await
        .assert_ok(202);
    let data = shop.read().await;
    assert_eq!(codes(host(&data, "copy.example")), ["foreign_host"]);
    assert_eq!(codes(host(&data, "m.shop.example")), [""; 0]);
    let last = hosts(&data).pop();
    assert_eq!(last, Some(("blog.example", "never")));

    // Whoever takes events remembers for a moment what a profile takes, so this is another one.
    let shop = Shop::new().await;
    shop.own(&["shop.example", "blog.example"], true).await;
    for page in ["https://shop.example/", "https://blog.example/"] {
        shop.view("", &[page]).await.assert_ok(202);
    }
    let stolen = ["https://stolen.example/"];
    shop.view("", &stolen).await.assert_names(&["/e/0/u"]);
    let data = shop.read().await;
    let stolen = host(&data, "stolen.example");
    assert_eq!(
        (&stolen["status"], codes(stolen)),
        (&json!("never"), vec!["host_refused"])
    );
    assert_eq!(stolen["last_seen_at"], Value::Null);
    assert!(stolen["first_seen_at"].is_string());
    // One of three batches was refused.
    assert_eq!(codes(&data), ["refused_events"]);
}

#[actix_web::test]
async fn robots_and_repetitions_are_not_counted_and_others_do_not_see_it() {
    let shop = Shop::new().await;
    let view = |page: &str| json!({"t": "pv", "i": id(), "u": page, "r": ""});
    let robot = "Mozilla/5.0 HeadlessChrome/142.0.0.0";
    let seen = [view("https://robot.example/")];
    shop.send("", robot, &seen).await.assert_ok(202);
    let once = [view("https://shop.example/")];
    for _ in 0..3 {
        shop.send("", FIREFOX, &once).await.assert_ok(202);
    }
    let data = shop.read().await;
    assert_eq!(hosts(&data), [("shop.example", "reporting")]);
    assert_eq!(host(&data, "shop.example")["page_views_today"], 1);
    let other = Shop::new().await;
    assert_eq!(other.read().await["hosts"], json!([]));
}

#[actix_web::test]
async fn only_whoever_sets_up_the_tracker_is_told() {
    let shop = Shop::new().await;
    let key = shop.api.key(&[Scope::AnalyticsRead]);
    let refused = shop.api.get(PATH, &key).await;
    refused.assert_problem(403, "insufficient_scope");
}
