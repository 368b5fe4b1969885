//! Tracking keys.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;
use uuid::Uuid;

use crate::support::{Answer, TestApi};

async fn issue(api: &TestApi, key: &str) -> Answer {
    let request = TestRequest::post().uri("/api/v1/tracking/keys");
    api.send(request.insert_header(("authorization", key)))
        .await
}

async fn the_same_key_comes_back(api: TestApi) {
    let key = api.key(&[Scope::TrackingWrite]);
    let none = api.get("/api/v1/tracking/keys", &key).await.assert_ok(200);
    assert_eq!(
        none,
        json!({"data": [], "meta": {"profile_id": api.profile}})
    );

    let first = issue(&api, &key).await.assert_ok(201);
    assert_eq!(first["data"]["created"], true);
    assert_eq!(first["data"]["status"], "active");
    assert_eq!(first["meta"]["profile_id"], api.profile.to_string());
    let public_key = first["data"]["public_key"].as_str().unwrap();
    assert!(
        public_key.starts_with("trk_live_") && public_key.len() == 9 + 43,
        "{public_key}"
    );

    let again = issue(&api, &key).await.assert_ok(200);
    assert_eq!(again["data"]["created"], false);
    assert_eq!(again["data"]["id"], first["data"]["id"]);
    assert_eq!(again["data"]["public_key"], public_key);

    let listed = api.get("/api/v1/tracking/keys", &key).await.assert_ok(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    assert_eq!(listed["data"][0]["public_key"], public_key);
}

#[actix_web::test]
async fn the_same_key_comes_back_from_the_fake() {
    the_same_key_comes_back(TestApi::new()).await;
}

#[actix_web::test]
async fn the_same_key_comes_back_from_the_database() {
    the_same_key_comes_back(TestApi::over_database().await).await;
}

#[actix_web::test]
async fn callers_at_once_are_told_one_key() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::TrackingWrite]);
    let answers = futures_util::future::join_all((0..8).map(|_| issue(&api, &key))).await;
    let created = answers
        .iter()
        .filter(|answer| answer.status.as_u16() == 201)
        .count();
    assert_eq!(created, 1);
    let first = &answers[0].json()["data"]["public_key"];
    assert!(
        answers
            .iter()
            .all(|answer| answer.json()["data"]["public_key"] == *first)
    );
}

#[actix_web::test]
async fn the_tracker_script_is_small_cacheable_and_open_to_all_pages() {
    let api = TestApi::new();
    let answer = api.send(TestRequest::get().uri("/tracker.js")).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(
        answer.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(
        answer.header("cross-origin-resource-policy"),
        Some("cross-origin")
    );
    assert_eq!(answer.header("cache-control"), Some("public, max-age=3600"));
    assert!(answer.text.contains("/api/v1beta/collect"));
    let etag = answer.header("etag").unwrap();
    let again = TestRequest::get()
        .uri("/tracker.js")
        .insert_header(("if-none-match", etag));
    let again = api.send(again).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));

    let zipped = TestRequest::get()
        .uri("/tracker.js")
        .insert_header(("accept-encoding", "gzip"));
    let zipped = api.send_raw(zipped).await;
    assert!(zipped.len() <= 3 * 1024, "{} bytes", zipped.len());
}

const SETTINGS: &str = "/api/v1beta/tracking/settings";

async fn change(api: &TestApi, body: Value) -> Answer {
    let key = api.key(&[Scope::TrackingWrite]);
    let request = TestRequest::patch()
        .uri(SETTINGS)
        .insert_header(("authorization", key))
        .insert_header(("content-type", "application/json"));
    api.send(request.set_payload(body.to_string())).await
}

/// What is stored of an address that a browser of this name visits.
async fn stored(api: &TestApi, site: &str, browser: &str, address: &str) -> String {
    let view = json!({"t": "pv", "i": Uuid::new_v5(&Uuid::NAMESPACE_OID, browser.as_bytes()),
        "u": address, "r": address});
    let body = json!({"k": site, "a": browser, "e": [view]}).to_string();
    let request = TestRequest::post()
        .uri("/api/v1beta/collect")
        .insert_header(("content-type", "text/plain"))
        .insert_header((
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0",
        ))
        .set_payload(body);
    api.send(request).await.assert_ok(202);
    let rows = format!(
        "SELECT concat_ws(' ', e.url, e.referrer = e.url) FROM tracker_events e \
         JOIN visitors v ON v.profile_id = e.profile_id AND v.id = e.visitor_id \
         WHERE e.profile_id = '{}' AND v.anonymous_id = '{browser}'",
        api.profile
    );
    let row = TestDatabase::shared().execute(&rows).unwrap();
    let (url, is_same) = row.trim().rsplit_once(' ').unwrap();
    assert_eq!(is_same, "t", "the referrer is stored as the page");
    url.to_owned()
}

/// The first address that is stored in this way: a setting holds from a second later on.
async fn eventually_stored(api: &TestApi, site: &str, (address, expected): (&str, &str)) {
    let mut last = String::new();
    for number in 0..100 {
        let browser = format!("{}-{number}", expected.len());
        last = stored(api, site, &browser, address).await;
        if last == expected {
            return;
        }
        actix_web::rt::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{last} instead of {expected}");
}

#[actix_web::test]
async fn what_is_stored_of_addresses_is_a_setting_of_the_profile() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::TrackingWrite]);
    let first = api.get(SETTINGS, &key).await.assert_ok(200);
    assert_eq!(
        first["meta"],
        json!({"profile_id": api.profile, "recompute_id": null})
    );
    assert_eq!(first["data"]["url_query"], "attribution");
    assert_eq!(first["data"]["kept_parameters"], json!([]));
    let site = issue(&api, &key).await.assert_ok(201);
    let site = site["data"]["public_key"].as_str().unwrap();
    let address = "https://ada:secret@shop.example/a?Size=4&token=1&utm_source=x&\
        utm_content=ada%40mail.example&gclid=g#id=7";
    let kept = "https://shop.example/a?utm_source=x&utm_content=(email)&gclid=g";
    eventually_stored(&api, site, (address, kept)).await;

    let more = json!({"kept_parameters": ["variant", " Size ", "size"]});
    let answer = change(&api, more).await.assert_ok(200);
    assert_eq!(
        answer["data"]["kept_parameters"],
        json!(["size", "variant"])
    );
    assert_eq!(answer["meta"]["recompute_id"], Value::Null);
    let kept = "https://shop.example/a?Size=4&utm_source=x&utm_content=(email)&gclid=g";
    eventually_stored(&api, site, (address, kept)).await;

    let answer = change(&api, json!({"url_query": "all"}))
        .await
        .assert_ok(200);
    assert_eq!(
        answer["data"]["kept_parameters"],
        json!(["size", "variant"])
    );
    let kept = "https://shop.example/a?Size=4&token=1&utm_source=x&utm_content=(email)&gclid=g";
    eventually_stored(&api, site, (address, kept)).await;
    let shown = api.get(SETTINGS, &key).await.assert_ok(200);
    assert_eq!(shown["data"], answer["data"]);
}

#[actix_web::test]
async fn tracking_settings_that_cannot_be_are_named() {
    let api = TestApi::over_database().await;
    let many: Vec<_> = (0..101).map(|number| format!("p{number}")).collect();
    let cases = [
        (
            json!({"url_query": "some", "kept_parameters": ["a=b"]}),
            vec!["/url_query", "/kept_parameters"],
        ),
        (
            json!({"url_query": null, "kept_parameters": many}),
            vec!["/url_query", "/kept_parameters"],
        ),
        (json!({"kept_parameters": "size"}), vec!["/kept_parameters"]),
        (json!({"own_domain": []}), vec!["/own_domain"]),
        (
            json!({"own_domains": ["co.uk"], "excluded_referrers": ["a b"],
                "allowed_referrers": ["google.com"], "only_own_domains": "yes"}),
            vec![
                "/own_domains",
                "/only_own_domains",
                "/excluded_referrers",
                "/allowed_referrers",
            ],
        ),
        (
            json!({"own_domains": ["shop.example/de"]}),
            vec!["/own_domains"],
        ),
    ];
    for (body, named) in cases {
        change(&api, body).await.assert_names(&named);
    }
    let key = api.key(&[Scope::TrackingWrite]);
    let data = &api.get(SETTINGS, &key).await.assert_ok(200)["data"];
    assert_eq!(data["kept_parameters"], json!([]));
    assert_eq!(data["own_domains"], json!(["shop.example"]));
}

/// How the answer says whether a shipped host is excluded.
fn is_excluded(answer: &Value, host: &str) -> bool {
    let shipped = answer["data"]["shipped_exclusions"].as_array().unwrap();
    let found = shipped.iter().find(|it| it["host"] == host).unwrap();
    found["excluded"].as_bool().unwrap()
}

#[actix_web::test]
async fn hosts_are_set_in_one_form_and_a_replay_shows_it() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::TrackingWrite]);
    let first = api.get(SETTINGS, &key).await.assert_ok(200);
    assert!(is_excluded(&first, "accounts.google.com") && is_excluded(&first, "paypal.com"));
    assert_eq!(first["data"]["only_own_domains"], true);
    let hosts = json!({
        "own_domains": ["https://WWW.Shop.Example:8443/", "m\u{fc}nchen.de", "*.shop.example"],
        "excluded_referrers": ["bank.example/3ds/"],
        "allowed_referrers": ["Shop.App"],
    });
    let changed = change(&api, hosts.clone()).await.assert_ok(200);
    let data = &changed["data"];
    assert_eq!(
        data["own_domains"],
        json!(["shop.example", "xn--mnchen-3ya.de"])
    );
    assert_eq!(data["excluded_referrers"], json!(["bank.example/3ds"]));
    assert_eq!(data["allowed_referrers"], json!(["shop.app"]));
    assert!(!is_excluded(&changed, "shop.app") && is_excluded(&changed, "accounts.google.com"));
    assert!(changed["meta"]["recompute_id"].is_string(), "{changed}");
    let again = change(&api, hosts).await.assert_ok(200);
    assert_eq!(again["meta"]["recompute_id"], Value::Null);
    assert_eq!(again["data"], *data);
}

#[actix_web::test]
async fn pages_of_other_domains_are_refused_by_name_while_the_profile_wants_it() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::TrackingWrite]);
    let site = issue(&api, &key).await.assert_ok(201);
    let site = site["data"]["public_key"].as_str().unwrap();
    let send = |page: &str| {
        let view = json!({"t": "pv", "i": Uuid::new_v5(&Uuid::NAMESPACE_URL, page.as_bytes()), "u": page, "r": ""});
        let body = json!({"k": site, "a": "browser", "e": [view]}).to_string();
        let request = TestRequest::post()
            .uri("/api/v1beta/collect")
            .insert_header(("content-type", "text/plain"));
        api.send(request.set_payload(body))
    };
    let mine = "https://blog.shop.example/a";
    let other = "https://copy.example/a";
    send(mine).await.assert_ok(202);
    send(other).await.assert_names(&["/e/0/u"]);
    change(&api, json!({"only_own_domains": false}))
        .await
        .assert_ok(200);
    let mut taken = false;
    // A setting holds from a second later on.
    for _ in 0..100 {
        taken = send(other).await.status.as_u16() == 202;
        if taken {
            break;
        }
        actix_web::rt::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(taken);
}

const EXCLUSIONS: &str = "/api/v1beta/tracking/exclusions";

async fn send_json(api: &TestApi, request: TestRequest, body: &Value) -> Answer {
    let key = api.key(&[Scope::TrackingWrite]);
    let request = request.insert_header(("authorization", key));
    api.send(request.set_json(body)).await
}

#[actix_web::test]
async fn exclusions_are_tried_made_listed_and_taken_back() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::TrackingWrite]);
    let draft = json!({
        "landing_host": "https://WWW.Copy.Example/", "utm_source": " Spam ", "country": "cl",
        "received_from": "2026-06-01T02:00:00+02:00", "anonymous_ids": ["b", "a", "b"],
        "senders": ["00112233AABBCCDD"],
    });
    let path = format!("{EXCLUSIONS}/preview");
    let tried = send_json(&api, TestRequest::post().uri(&path), &draft).await;
    assert_eq!(
        tried.assert_ok(200)["data"],
        json!({"events": 0, "page_views": 0, "identifications": 0, "sessions": 0, "touches": 0, "visitors": 0, "senders": []})
    );
    let made = send_json(&api, TestRequest::post().uri(EXCLUSIONS), &draft).await;
    let made = made.assert_ok(201);
    let data = &made["data"];
    assert_eq!(data["landing_host"], "copy.example");
    assert_eq!(data["utm_source"], "spam");
    assert_eq!(data["country"], "CL");
    assert_eq!(data["received_from"], "2026-06-01T00:00:00.000000Z");
    assert_eq!(data["received_until"], Value::Null);
    assert_eq!(data["anonymous_ids"], json!(["a", "b"]));
    assert_eq!(data["senders"], json!(["00112233aabbccdd"]));
    assert!(made["meta"]["recompute_id"].is_string(), "{made}");
    let listed = api.get(EXCLUSIONS, &key).await.assert_ok(200);
    assert_eq!(listed["data"], json!([data]));
    let one = format!("{EXCLUSIONS}/{}", data["id"].as_str().unwrap());
    let gone = send_json(&api, TestRequest::delete().uri(&one), &json!({})).await;
    assert_eq!(gone.assert_ok(200)["data"]["deleted"], true);
    let again = send_json(&api, TestRequest::delete().uri(&one), &json!({})).await;
    assert_eq!(again.status, 404);
    let listed = api.get(EXCLUSIONS, &key).await.assert_ok(200);
    assert_eq!(listed["data"], json!([]));
}

/// Who sent what on a day is told by a name that is no address, and it is enough to take that out.
#[actix_web::test]
async fn senders_are_told_apart_and_taken_out_by_their_names() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::TrackingWrite]);
    let site = issue(&api, &key).await.assert_ok(201);
    let site = site["data"]["public_key"].as_str().unwrap();
    for (number, address) in ["192.0.2.7:1", "192.0.2.8:1", "192.0.2.7:2"]
        .iter()
        .enumerate()
    {
        let id = Uuid::from_u128(u128::try_from(number).unwrap() + 1);
        let view = json!({"t": "pv", "i": id, "u": "https://shop.example/", "r": ""});
        let body = json!({"k": site, "a": format!("browser-{number}"), "e": [view]}).to_string();
        let request = TestRequest::post()
            .uri("/api/v1beta/collect")
            .peer_addr(address.parse().unwrap())
            .insert_header(("content-type", "text/plain"));
        api.send(request.set_payload(body)).await.assert_ok(202);
    }
    let path = format!("{EXCLUSIONS}/preview");
    let all = json!({"landing_host": "shop.example"});
    let tried = send_json(&api, TestRequest::post().uri(&path), &all).await;
    let tried = tried.assert_ok(200);
    let senders = tried["data"]["senders"].as_array().unwrap();
    assert_eq!(senders.len(), 2, "{tried}");
    assert_eq!([&senders[0]["events"], &senders[1]["events"]], [2, 1]);
    let one = json!({"senders": [senders[0]["sender"]]});
    let tried = send_json(&api, TestRequest::post().uri(&path), &one).await;
    assert_eq!(tried.assert_ok(200)["data"]["events"], 2);
}

#[actix_web::test]
async fn exclusions_that_cannot_be_are_named() {
    let api = TestApi::over_database().await;
    let cases = [
        (json!({}), vec![""]),
        (json!({"received_from": "2026-06-01T00:00:00Z"}), vec![""]),
        (
            json!({"landing_host": "co.uk", "path_prefix": "a", "referrer_host": "a b",
                "utm_term": "(not set)", "country": "CHL", "received_from": "today",
                "anonymous_ids": ["a", ""], "senders": ["192.0.2.1"]}),
            vec![
                "/received_from",
                "/anonymous_ids/1",
                "/landing_host",
                "/path_prefix",
                "/referrer_host",
                "/utm_term",
                "/country",
                "/senders/0",
            ],
        ),
        (
            json!({"country": "CL", "received_from": "2026-06-02T00:00:00Z",
                "received_until": "2026-06-01T00:00:00Z"}),
            vec!["/received_until"],
        ),
        (json!({"anonymous_ids": []}), vec!["/anonymous_ids"]),
        (json!({"host": "shop.example"}), vec!["/host"]),
    ];
    for (body, named) in cases {
        for path in [EXCLUSIONS.to_owned(), format!("{EXCLUSIONS}/preview")] {
            let answer = send_json(&api, TestRequest::post().uri(&path), &body).await;
            answer.assert_names(&named);
        }
    }
}
