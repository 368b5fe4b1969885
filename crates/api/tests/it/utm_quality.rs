//! The health of links: planted faults are found, told with the links behind them, and gone when they are mended.

use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;
use uuid::Uuid;

use crate::support::{Answer, TestApi};

const READS: &[Scope] = &[Scope::AnalyticsRead];
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// How many page views the tests have sent.
static EVENTS: AtomicU64 = AtomicU64::new(1);

/// Links without any fault.
const CLEAN: [&str; 4] = [
    "utm_source=google&utm_medium=cpc&utm_campaign=brand&utm_content=682345678901&gclid=x1",
    "utm_source=facebook&utm_medium=paid_social&utm_campaign=spring&fbadid=7",
    "utm_source=newsletter&utm_medium=email&utm_campaign=may",
    "",
];

/// A link with each fault, and what is told of it: category, field, severity, code.
const FAULTY: [(&str, [&str; 4]); 6] = [
    (
        "utm_source=facebook&utm_medium=paid_social&utm_campaign=%7B%7Bcampaign.name%7D%7D&fbadid=8",
        [
            "unsubstituted_macro",
            "utm_campaign",
            "high",
            "fix_url_macro",
        ],
    ),
    (
        "utm_source=Instagram_Stories&utm_medium=paid_social&utm_campaign=x&fbadid=9",
        [
            "placement_in_source",
            "utm_source",
            "high",
            "use_site_source_name",
        ],
    ),
    (
        "gclid=abc",
        [
            "missing_utms_on_paid",
            "all_utms",
            "high",
            "add_ad_url_parameters",
        ],
    ),
    (
        "utm_source=bing&utm_medium=cpc&utm_campaign=x",
        [
            "missing_ad_identifier",
            "any",
            "medium",
            "add_ad_url_parameters",
        ],
    ),
    (
        "utm_source=acme&utm_medium=boosted_post",
        [
            "non_channel_medium",
            "utm_medium",
            "medium",
            "use_standard_medium",
        ],
    ),
    (
        "utm_source=fb&utm_medium=paid_social&utm_campaign=spring&fbadid=7",
        [
            "inconsistent_source_vocab",
            "utm_source",
            "low",
            "standardise_source",
        ],
    ),
];

async fn tracking_key(api: &TestApi) -> String {
    let key = api.key(&[Scope::TrackingWrite]);
    let request = TestRequest::post().uri("/api/v1/tracking/keys");
    let answer = api
        .send(request.insert_header(("authorization", key)))
        .await;
    // 201 for the first one, 200 for the same once more.
    let answer = answer.json();
    answer["data"]["public_key"].as_str().unwrap().to_owned()
}

/// As many new browsers come by each of the links.
async fn visit(api: &TestApi, links: &[&str], browsers: usize) {
    let key = tracking_key(api).await;
    for query in links {
        for _ in 0..browsers {
            let url = format!("https://shop.example/sale/shoes/red?{query}");
            let id = Uuid::from_u128(EVENTS.fetch_add(1, Ordering::Relaxed).into());
            let view = json!({"t": "pv", "i": id, "ts": 100, "u": url, "r": ""});
            let batch = json!({"k": key, "v": 1, "a": id, "n": 1, "e": [view]});
            let request = TestRequest::post()
                .uri("/api/v1beta/collect")
                .insert_header(("content-type", "text/plain"))
                .insert_header(("user-agent", FIREFOX))
                .set_payload(batch.to_string());
            api.send(request).await.assert_ok(202);
        }
    }
    api.catch_up().await;
}

async fn post(api: &TestApi, uri: &str, scopes: &[Scope], body: Value) -> Answer {
    let request = TestRequest::post()
        .uri(uri)
        .insert_header(("authorization", api.key(scopes)))
        .set_json(body);
    api.send(request).await
}

async fn refresh(api: &TestApi, key: &str) -> Answer {
    let request = TestRequest::post().uri("/api/v1/quality/utm/refresh");
    api.send(request.insert_header(("authorization", key.to_owned())))
        .await
}

async fn read(api: &TestApi, uri: &str) -> Value {
    api.get(uri, &api.key(READS)).await.assert_ok(200)
}

/// The last look is of a day ago, so that another one can be had.
fn forget_last(api: &TestApi) {
    let profile = api.profile;
    let statement = format!(
        "UPDATE quality_scans SET scanned_at = scanned_at - interval '1 day' \
         WHERE profile_id = '{profile}'"
    );
    TestDatabase::shared().execute(&statement).unwrap();
}

fn told(anomalies: &Value) -> Vec<[&str; 4]> {
    let rows = anomalies.as_array().unwrap().iter();
    rows.map(|row| {
        ["category", "field", "severity", "recommendation_code"]
            .map(|name| row[name].as_str().unwrap())
    })
    .collect()
}

#[actix_web::test]
async fn before_any_look_nothing_is_said_to_be_clean() {
    let api = TestApi::over_database().await;
    let health = read(&api, "/api/v1/quality/utm").await;
    let summary = json!({"scan_window_days": 30, "events_scanned": 0, "high_count": 0,
        "medium_count": 0, "refreshed_at": null});
    assert_eq!(health["data"]["summary"], summary);
    let dangling = json!({"window_days": 30, "model": "last_touch", "dangling_conversions": 0,
        "attributed_cash": "0", "reporting_currency": null, "distinct_ad_ids": 0,
        "top_offenders": []});
    assert_eq!(health["data"]["dangling_ad_ids"], dangling);
    assert_eq!(health["meta"]["warnings"], json!(["no_ads_known"]));
    let anomalies = read(&api, "/api/v1/quality/utm/anomalies").await;
    assert_eq!(
        anomalies["data"],
        json!({"scan_window_days": 30, "refreshed_at": null, "anomalies": []})
    );
    let findings = read(&api, "/api/v1beta/quality/utm/findings").await;
    assert_eq!(findings["data"], json!([]));
}

#[actix_web::test]
async fn a_clean_shop_has_no_fault_and_each_planted_one_is_found() {
    for (query, expected) in FAULTY {
        let api = TestApi::over_database().await;
        visit(&api, &CLEAN, 6).await;
        let key = api.key(READS);
        let first = refresh(&api, &key).await.assert_ok(200);
        assert_eq!(first["data"]["refreshed"], true);
        assert_eq!(first["data"]["summary"]["events_scanned"], 18);
        let anomalies = read(&api, "/api/v1/quality/utm/anomalies").await;
        assert_eq!(anomalies["data"]["anomalies"], json!([]));

        forget_last(&api);
        visit(&api, &[query], 5).await;
        let second = refresh(&api, &key).await.assert_ok(200);
        let summary = &second["data"]["summary"];
        assert_eq!(summary["events_scanned"], 23, "{query}");
        let counted = |severity| u32::from(expected[2] == severity) * 5;
        assert_eq!(
            (&summary["high_count"], &summary["medium_count"]),
            (&json!(counted("high")), &json!(counted("medium"))),
            "{query}"
        );
        let anomalies = read(&api, "/api/v1/quality/utm/anomalies").await;
        assert_eq!(told(&anomalies["data"]["anomalies"]), [expected], "{query}");
        assert_eq!(
            anomalies["data"]["refreshed_at"], summary["refreshed_at"],
            "{query}"
        );
    }
}

#[actix_web::test]
async fn findings_name_the_links_and_what_to_paste_instead() {
    let api = TestApi::over_database().await;
    visit(&api, &[FAULTY[0].0, FAULTY[3].0], 5).await;
    refresh(&api, &api.key(READS)).await.assert_ok(200);
    let findings = read(&api, "/api/v1beta/quality/utm/findings").await;
    let rows = findings["data"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "{findings}");
    let of = |category: &str| rows.iter().find(|row| row["category"] == category).unwrap();
    let finding = of("unsubstituted_macro");
    assert_eq!(
        (&finding["count"], &finding["pct"]),
        (&json!(5), &json!(50))
    );
    assert_eq!(
        (&finding["cash_at_stake"], &finding["mute"]),
        (&json!("0"), &Value::Null)
    );
    let link = &finding["links"][0];
    assert_eq!(link["landing_path"], "/sale/shoes");
    assert_eq!(link["utm_campaign"], "{{campaign.name}}");
    assert_eq!(link["touches"], 5);
    assert_eq!(link["first_seen"], link["last_seen"]);
    assert_eq!(link["template"]["platform"], "Meta Ads");
    let finding = of("missing_ad_identifier");
    assert_eq!(finding["samples"], json!([{"value": "bing", "count": 5}]));
    let template = &finding["links"][0]["template"];
    assert_eq!(template["platform"], "Microsoft Advertising");
    assert!(template["parameters"].as_str().unwrap().contains("{AdId}"));

    let today = &finding["links"][0]["last_seen"].as_str().unwrap();
    let uri = format!("/api/v1beta/quality/utm/history?date_from={today}&date_to={today}");
    let history = read(&api, &uri).await;
    let faults = json!([
        {"category": "missing_ad_identifier", "count": 5, "cash_at_stake": "0"},
        {"category": "unsubstituted_macro", "count": 5, "cash_at_stake": "0"},
    ]);
    assert_eq!(
        history["data"],
        json!([{"date": today, "events_scanned": 10, "faults": faults}])
    );
}

#[actix_web::test]
async fn calls_are_counted_and_looks_are_shared() {
    let api = TestApi::over_database().await;
    let key = api.key(READS);
    for call in 0..6 {
        let answer = refresh(&api, &key).await;
        assert_eq!(answer.header("x-ratelimit-limit"), Some("6"));
        assert_eq!(answer.assert_ok(200)["data"]["refreshed"], call == 0);
    }
    let answer = refresh(&api, &key).await;
    answer.assert_problem(429, "rate_limited");
    let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3_600).contains(&seconds), "{seconds}");
    // The other allowance has nothing to do with it.
    let other = api.get("/api/v1/quality/utm", &key).await;
    assert_ne!(other.header("x-ratelimit-limit"), Some("6"));
    other.assert_ok(200);
    let other_key = refresh(&api, &api.key(READS)).await.assert_ok(200);
    assert_eq!(other_key["data"]["refreshed"], false);
}

#[actix_web::test]
async fn a_rule_that_knows_a_medium_ends_its_fault() {
    let api = TestApi::over_database().await;
    visit(&api, &[FAULTY[4].0], 5).await;
    let key = api.key(READS);
    refresh(&api, &key).await.assert_ok(200);
    let anomalies = read(&api, "/api/v1/quality/utm/anomalies").await;
    assert_eq!(told(&anomalies["data"]["anomalies"]), [FAULTY[4].1]);
    let rule = json!({"name": "Boosted", "channel": "Paid Social", "priority": 1, "combiner": "and",
        "conditions": [{"field": "utm_medium", "operator": "is", "values": ["boosted_post"]}]});
    let scopes = &[Scope::AttributionWrite];
    post(&api, "/api/v1/channel-rules", scopes, rule)
        .await
        .assert_ok(201);
    forget_last(&api);
    refresh(&api, &key).await.assert_ok(200);
    let anomalies = read(&api, "/api/v1/quality/utm/anomalies").await;
    assert_eq!(anomalies["data"]["anomalies"], json!([]));
}

#[actix_web::test]
async fn a_fault_is_let_be_until_there_is_more_of_it() {
    let api = TestApi::over_database().await;
    visit(&api, &[FAULTY[4].0], 6).await;
    let key = api.key(READS);
    refresh(&api, &key).await.assert_ok(200);
    let scopes = &[Scope::AttributionWrite];
    let mute = async |category: &str, body: Value| {
        let uri = format!("/api/v1beta/quality/utm/findings/{category}/mute");
        let request = TestRequest::put()
            .uri(&uri)
            .insert_header(("authorization", api.key(scopes)))
            .set_json(body);
        api.send(request).await
    };
    let reason = json!({"reason": "a partner's naming scheme"});
    mute("non_channel_medium", reason.clone())
        .await
        .assert_ok(200);
    mute("placement_in_source", reason.clone())
        .await
        .assert_problem(404, "not_found");
    mute("nonsense", reason.clone())
        .await
        .assert_problem(404, "not_found");
    let empty = mute("non_channel_medium", json!({"reason": " "})).await;
    empty.assert_problem(400, "invalid_request");
    empty.assert_names(&["/reason"]);
    let in_force = async || {
        let findings = read(&api, "/api/v1beta/quality/utm/findings").await;
        findings["data"][0]["mute"].clone()
    };
    let muted = in_force().await;
    assert_eq!(
        (&muted["reason"], &muted["touches"], &muted["in_force"]),
        (&reason["reason"], &json!(6), &json!(true))
    );
    forget_last(&api);
    visit(&api, &[FAULTY[4].0], 5).await;
    refresh(&api, &key).await.assert_ok(200);
    assert_eq!(in_force().await["in_force"], false);
    mute("non_channel_medium", json!({"reason": null}))
        .await
        .assert_ok(200);
    assert_eq!(in_force().await, Value::Null);
}

#[actix_web::test]
async fn credit_of_unknown_advertisements_dangles() {
    let api = TestApi::over_database().await;
    let pay = async |key: &str, ad: &str, amount: &str| {
        let body = json!({"event_type": "payment_received", "event_time": "2026-11-20T10:00:00Z",
            "idempotency_key": key, "email": format!("{key}@mail.example"), "value_amount": amount,
            "currency": "EUR", "utm_source": "meta", "utm_medium": "paid", "ad_id": ad});
        post(&api, "/api/v1/events", &[Scope::EventsWrite], body)
            .await
            .assert_ok(201);
    };
    pay("a", "111", "10.50").await;
    pay("b", "111", "4.50").await;
    pay("c", "222", "99").await;
    pay("d", "333", "20").await;
    api.catch_up().await;
    let profile = api.profile;
    let catalogue = format!(
        "INSERT INTO ads (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id, updated_at) \
         VALUES ('{profile}', 'meta', 'act_1', '1', '2', '222', now())"
    );
    TestDatabase::shared().execute(&catalogue).unwrap();
    let health = read(&api, "/api/v1/quality/utm").await;
    let dangling = json!({"window_days": 30, "model": "last_touch", "dangling_conversions": 3,
    "attributed_cash": "35", "reporting_currency": "EUR", "distinct_ad_ids": 2,
    "top_offenders": [
        {"ad_external_id": "333", "conversions": 1, "attributed_cash": "20"},
        {"ad_external_id": "111", "conversions": 2, "attributed_cash": "15"},
    ]});
    assert_eq!(health["data"]["dangling_ad_ids"], dangling, "{health}");
    assert_eq!(health["meta"].get("warnings"), None);
    let linear = read(&api, "/api/v1/quality/utm?model=linear").await;
    assert_eq!(linear["data"]["dangling_ad_ids"]["model"], "linear");
    assert_eq!(linear["data"]["dangling_ad_ids"]["attributed_cash"], "35");
    api.get("/api/v1/quality/utm?model=best", &api.key(READS))
        .await
        .assert_problem(400, "invalid_request");
}

#[actix_web::test]
async fn links_are_judged_before_they_go_live() {
    let api = TestApi::over_database().await;
    let uri = "/api/v1beta/quality/utm/check";
    let address = |query: &str| format!("https://shop.example/?{query}");
    let urls = [
        address(CLEAN[0]),
        address(FAULTY[1].0),
        "shop.example".to_owned(),
    ];
    let checked = post(&api, uri, READS, json!({"urls": urls}))
        .await
        .assert_ok(200);
    let data = &checked["data"];
    assert_eq!(data["ok"], false);
    let clean = json!({"index": 0, "status": "ok", "channel": "Paid Search", "faults": [],
        "template": null});
    assert_eq!(data["links"][0], clean);
    assert_eq!(data["links"][1]["status"], "faulty");
    assert_eq!(
        data["links"][1]["faults"][0]["category"],
        "placement_in_source"
    );
    assert_eq!(data["links"][1]["template"]["platform"], "Meta Ads");
    let none = json!({"index": 2, "status": "no_address", "channel": null, "faults": [],
        "template": null});
    assert_eq!(data["links"][2], none);

    let pasted = address(
        "utm_source={{site_source_name}}&utm_medium=paid_social&utm_campaign={{campaign.name}}&fbadid={{ad.id}}",
    );
    let live = post(&api, uri, READS, json!({"urls": [pasted]}))
        .await
        .assert_ok(200);
    assert_eq!(live["data"]["ok"], false);
    let template = json!({"urls": [pasted], "templates": true});
    let template = post(&api, uri, READS, template).await.assert_ok(200);
    assert_eq!(template["data"]["ok"], true, "{template}");

    let many = vec![address(CLEAN[0]); 1_000];
    let checked = post(&api, uri, READS, json!({"urls": many}))
        .await
        .assert_ok(200);
    assert_eq!(checked["data"]["links"].as_array().unwrap().len(), 1_000);

    for body in [json!({"urls": []}), json!({"urls": vec!["x"; 1_001]})] {
        let refused = post(&api, uri, READS, body).await;
        refused.assert_problem(400, "invalid_request");
        refused.assert_names(&["/urls"]);
    }
    let long = json!({"urls": ["https://shop.example/", "x".repeat(4_097)]});
    post(&api, uri, READS, long)
        .await
        .assert_names(&["/urls/1"]);
    post(&api, uri, &[Scope::EventsWrite], json!({"urls": ["x"]}))
        .await
        .assert_problem(403, "insufficient_scope");
}
