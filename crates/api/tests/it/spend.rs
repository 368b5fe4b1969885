//! `PUT /api/v1beta/spend`

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

async fn put(api: &TestApi, media_type: &str, body: String) -> Answer {
    let key = api.key(&[Scope::AttributionWrite]);
    let request = TestRequest::put()
        .uri("/api/v1beta/spend")
        .insert_header(("authorization", key))
        .insert_header(("content-type", media_type));
    api.send(request.set_payload(body)).await
}

async fn put_json(api: &TestApi, rows: &Value) -> Answer {
    put(api, "application/json", json!({"rows": rows}).to_string()).await
}

#[actix_web::test]
async fn json_and_csv_write_the_same_rows_again_and_again() {
    let api = TestApi::over_database().await;
    let rows = json!([
        {"date": "2026-01-01", "platform": "google_ads", "campaign_id": "c1",
         "campaign_name": "Spring", "spend": "12.3400", "currency": "EUR", "clicks": 3},
        {"date": "2026-01-02", "platform": "google_ads", "campaign_id": "c1", "spend": 0.1},
    ]);
    let answer = put_json(&api, &rows).await.assert_ok(200);
    assert_eq!(
        answer,
        json!({"data": {"days": 2, "ads": 1}, "meta": {"profile_id": api.profile}})
    );
    let csv = "spend,date,platform,campaign_id,utm_source\r\n\
        99.5,2026-01-01,google_ads,c1,google\r\n\
        1,2026-01-01,meta_ads,,\r\n";
    let answer = put(&api, "text/csv; charset=utf-8", csv.to_owned())
        .await
        .assert_ok(200);
    assert_eq!(answer["data"], json!({"days": 2, "ads": 2}));
}

#[actix_web::test]
async fn one_wrong_cell_refuses_all_rows_and_is_named() {
    let api = TestApi::new();
    let good = json!({"date": "2026-01-01", "platform": "google_ads", "spend": 1});
    let bad = json!({"date": "2026-13-01", "platform": "google_ads", "spend": "-1"});
    put_json(&api, &json!([good, bad]))
        .await
        .assert_names(&["/rows/1/date", "/rows/1/spend"]);
    let typo = json!({"date": "2026-01-01", "platform": "google_ads", "cost": 1});
    put_json(&api, &json!([good, typo]))
        .await
        .assert_names(&["/rows/1/cost"]);
    let odd = json!({"date": "2026-01-01", "platform": ["google_ads"], "spend": 1});
    let twice = r#"{"rows":[{"spend":1,"spend":2}]}"#.to_owned();
    put(&api, "application/json", twice)
        .await
        .assert_names(&["/rows/0/spend"]);
    put_json(&api, &json!([odd]))
        .await
        .assert_names(&["/rows/0/platform"]);
    put_json(&api, &json!([good, good]))
        .await
        .assert_names(&["/rows/1"]);
    put_json(&api, &json!([])).await.assert_names(&["/rows"]);
    let csv = "date,platform,spend\n2026-01-01,google_ads,1e3\n";
    put(&api, "text/csv", csv.to_owned())
        .await
        .assert_names(&["/rows/0/spend"]);
    put(&api, "text/csv", "date,cost\n".to_owned())
        .await
        .assert_names(&[""]);
    put(&api, "text/csv", String::new())
        .await
        .assert_names(&["/rows"]);
}

#[actix_web::test]
async fn rows_and_bytes_are_bounded() {
    let api = TestApi::new();
    let line = "2026-01-01,google_ads,1\n";
    let many = format!("date,platform,spend\n{}", line.repeat(10_001));
    put(&api, "text/csv", many).await.assert_names(&["/rows"]);
    let long = format!("date,platform,spend\n{}", line.repeat(90_000));
    put(&api, "text/csv", long)
        .await
        .assert_problem(413, "payload_too_large");
    put(&api, "text/plain", "x".to_owned())
        .await
        .assert_problem(415, "unsupported_media_type");
}

#[actix_web::test]
async fn an_account_s_days_are_replaced_and_totals_told() {
    let api = TestApi::over_database().await;
    let row = |date: &str, campaign: &str, ad: &str, spend: u32| {
        json!({"date": date, "platform": " google_ads", "account_id": "7 ", "campaign_id": campaign,
               "ad_id": ad, "spend": spend})
    };
    let (first, second) = ("2026-01-01", "2026-01-02");
    let rows = json!([row(first, "c1", "", 10), row(second, "c1", "a1", 5)]);
    put_json(&api, &rows).await.assert_ok(200);
    let body = |rows: Value| json!({"rows": rows}).to_string();
    let send = |query: &'static str, rows: Value| {
        let (api, body) = (&api, body(rows));
        async move {
            let request = TestRequest::put()
                .uri(&format!("/api/v1beta/spend?{query}"))
                .insert_header(("authorization", api.key(&[Scope::AttributionWrite])))
                .insert_header(("content-type", "application/json"));
            api.send(request.set_payload(body)).await
        }
    };
    let parts = json!([row(first, "c1", "a1", 8), row(first, "c1", "", 7)]);
    let answer = send("replace=account_days", parts.clone())
        .await
        .assert_ok(200);
    assert_eq!(answer["data"], json!({"days": 2, "ads": 2, "removed": 0}));
    assert_eq!(
        answer["meta"]["warnings"],
        json!(["spend_parts_exceed_total"])
    );
    let range = "replace=account_days&date_from=2026-01-01&date_to=2026-01-02";
    let answer = send(range, json!([row(first, "c1", "", 7)]))
        .await
        .assert_ok(200);
    assert_eq!(answer["data"]["removed"], 2);
    assert_eq!(answer["meta"], json!({"profile_id": api.profile}));
    let emptied = "replace=account_days&date_from=2026-01-01&date_to=2026-01-02&platform=google_ads\
                   &account_id=7";
    let answer = send(emptied, json!([])).await.assert_ok(200);
    assert_eq!(answer["data"], json!({"days": 0, "ads": 0, "removed": 1}));

    let mut other = row(first, "c1", "", 7);
    other["account_id"] = json!("8");
    send(
        "replace=account_days",
        json!([row(first, "c1", "", 7), other]),
    )
    .await
    .assert_names(&["/rows/1/account_id"]);
    send("replace=everything", parts.clone())
        .await
        .assert_names(&["replace"]);
    send("date_from=2026-01-01&date_to=2026-01-02", parts.clone())
        .await
        .assert_names(&["date_from"]);
    send(
        "replace=account_days&date_from=2026-01-02&date_to=2026-01-02",
        parts,
    )
    .await
    .assert_names(&["/rows/0/date", "/rows/1/date"]);
    send("replace=account_days", json!([]))
        .await
        .assert_names(&["/rows"]);
    let mut dollars = row(first, "c1", "a1", 7);
    dollars["currency"] = json!("USD");
    let mixed = json!([row(first, "c1", "", 7), dollars]);
    put_json(&api, &mixed)
        .await
        .assert_names(&["/rows/0/currency", "/rows/1/currency"]);
}

#[actix_web::test]
async fn a_profile_says_which_traffic_a_platform_buys() {
    let api = TestApi::over_database().await;
    let send = |request: TestRequest, scope| {
        let key = api.key(&[scope]);
        let request = request
            .uri("/api/v1beta/spend/platforms")
            .insert_header(("authorization", key));
        api.send(request)
    };
    let put = |platforms: Value| {
        let request = TestRequest::put().insert_header(("content-type", "application/json"));
        let body = json!({"platforms": platforms}).to_string();
        send(request.set_payload(body), Scope::AttributionWrite)
    };
    let of = |answer: &Value, platform: &str| -> Value {
        let rows = answer["data"].as_array().unwrap().clone();
        let found = rows.into_iter().find(|row| row["platform"] == platform);
        found.unwrap_or_default()
    };
    let before = send(TestRequest::get(), Scope::AnalyticsRead)
        .await
        .assert_ok(200);
    assert_eq!(
        of(&before, "microsoft_ads"),
        json!({"platform": "microsoft_ads", "utm_source": "bing", "utm_medium": "cpc",
               "channel": "Paid Search", "is_own": false})
    );
    let own = json!([{"platform": "Our_DSP", "utm_source": "our", "utm_medium": "display"},
                     {"platform": "microsoft_ads", "utm_source": "linkedin"}]);
    let answer = put(own).await.assert_ok(200);
    assert_eq!(of(&answer, "our_dsp")["channel"], "Display");
    assert_eq!(of(&answer, "microsoft_ads")["channel"], "Paid Social");
    let answer = put(json!([])).await.assert_ok(200);
    assert_eq!(answer["data"], before["data"]);
    let twice = json!([{"platform": "a", "utm_source": "x"}, {"platform": " A", "utm_source": "(none)"},
                       {"platform": "A", "utm_source": "y"}]);
    put(twice)
        .await
        .assert_names(&["/platforms/1/utm_source", "/platforms/2/platform"]);
}

/// The schema documents rows by hand, because JSON and CSV are read by one reader.
#[test]
fn the_documented_row_has_the_columns_that_are_read() {
    let document: Value = serde_json::from_str(&rest_api::openapi_json()).unwrap();
    let row = &document["components"]["schemas"]["SpendRow"];
    let documented: Vec<_> = row["properties"].as_object().unwrap().keys().collect();
    assert_eq!(
        documented,
        [
            "account_id",
            "account_name",
            "ad_id",
            "ad_name",
            "ad_set_id",
            "ad_set_name",
            "campaign_id",
            "campaign_name",
            "clicks",
            "currency",
            "date",
            "impressions",
            "platform",
            "spend",
            "utm_medium",
            "utm_source",
        ]
    );
    assert_eq!(row["required"], json!(["date", "platform", "spend"]));
}

#[actix_web::test]
async fn all_that_is_advertised_is_listed_with_what_it_came_to() {
    let api = TestApi::over_database().await;
    let rows = json!([
        {"date": "2026-01-01", "platform": "google_ads", "account_id": "a", "campaign_id": "c1",
         "campaign_name": "Spring", "spend": "12.34", "currency": "EUR"},
        {"date": "2026-01-01", "platform": "google_ads", "account_id": "a", "campaign_id": "c1",
         "ad_set_id": "s1", "ad_id": "x", "ad_name": "Video", "spend": "2.34", "currency": "EUR"},
    ]);
    put_json(&api, &rows).await.assert_ok(200);
    let key = api.key(&[Scope::CampaignsRead]);
    let of = |list: &str| format!("/api/v1beta/{list}?date_from=2026-01-01&date_to=2026-01-31");
    let campaigns = api.get(&of("campaigns"), &key).await.assert_ok(200);
    let [campaign] = campaigns["data"].as_array().unwrap().as_slice() else {
        panic!("{campaigns}");
    };
    assert_eq!(campaign["id"], "c1");
    assert_eq!(campaign["name"], "Spring");
    assert_eq!(campaign["former_names"], json!([]));
    assert_eq!(campaign["account_id"], "a");
    assert_eq!(campaign["campaign_id"], Value::Null);
    assert_eq!(campaign["spend"], json!(12.34));
    assert_eq!(campaigns["meta"]["reporting_currency"], "EUR");
    let ads = api.get(&of("ads"), &key).await.assert_ok(200);
    assert_eq!(ads["data"][0]["campaign_name"], "Spring");
    assert_eq!(ads["data"][0]["ad_set_id"], "s1");
    assert_eq!(ads["data"][0]["spend"], json!(2.34));
    let sets = api.get(&of("ad-sets"), &key).await.assert_ok(200);
    assert_eq!(sets["data"][0]["id"], "s1");
    TestDatabase::shared()
        .execute(&format!(
            "INSERT INTO ad_creatives (profile_id, platform, account_id, ad_id, creative_id, creative_name, updated_at) \
             VALUES ('{}', 'google_ads', 'a', 'x', 'film', 'Film', '2026-01-01Z')",
            api.profile
        ))
        .unwrap();
    let creatives = api.get(&of("creatives"), &key).await.assert_ok(200);
    let [creative] = creatives["data"].as_array().unwrap().as_slice() else {
        panic!("{creatives}");
    };
    assert_eq!(
        (&creative["id"], &creative["name"]),
        (&json!("film"), &json!("Film"))
    );
    assert_eq!(creative["account_id"], "a");
    assert_eq!(
        (&creative["spend"], &creative["creative_id"]),
        (&json!(2.34), &Value::Null)
    );
    let ads = api.get(&of("ads"), &key).await.assert_ok(200);
    assert_eq!(
        (
            &ads["data"][0]["creative_id"],
            &ads["data"][0]["creative_name"]
        ),
        (&json!("film"), &json!("Film"))
    );
    let wrong = format!("{}&sort=name", of("ads"));
    api.get(&wrong, &key).await.assert_names(&["sort"]);
}

#[actix_web::test]
async fn batches_of_loaders_are_told_with_what_is_wrong_with_them() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::AnalyticsRead]);
    let none = api
        .get("/api/v1beta/spend/batches", &key)
        .await
        .assert_ok(200);
    assert_eq!(none["data"], json!([]));
    let profile = api.profile;
    let errors = r#"[{"row": 2, "column": "spend", "code": "malformed", "words": "is no amount"}]"#;
    for statement in [
        format!(
            "INSERT INTO spend_batches (profile_id, batch_id, platform, account_id, date_from, date_to, row_count, landed_at) \
             VALUES ('{profile}', '00000000-0000-0000-0000-000000000001', 'meta', 'a', '2026-01-01', '2026-01-02', 3, '2026-01-03Z')"
        ),
        format!(
            "INSERT INTO spend_batches (profile_id, batch_id, platform, date_from, date_to, row_count, landed_at, status, finished_at, errors) \
             VALUES ('{profile}', '00000000-0000-0000-0000-000000000002', 'meta', '2026-01-01', '2026-01-01', 2, '2026-01-04Z', 'refused', '2026-01-05Z', '{errors}')"
        ),
    ] {
        TestDatabase::shared().execute(&statement).unwrap();
    }
    let first = api
        .get("/api/v1beta/spend/batches?limit=1", &key)
        .await
        .assert_ok(200);
    assert_eq!(
        first["data"],
        json!([{
            "batch_id": "00000000-0000-0000-0000-000000000002",
            "platform": "meta",
            "account_id": "",
            "date_from": "2026-01-01",
            "date_to": "2026-01-01",
            "status": "refused",
            "rows": 2,
            "days": null,
            "removed": null,
            "errors": [{"row": 2, "column": "spend", "code": "malformed", "detail": "is no amount"}],
            "landed_at": "2026-01-04T00:00:00.000000Z",
            "finished_at": "2026-01-05T00:00:00.000000Z",
        }])
    );
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let second = format!(
        "/api/v1beta/spend/batches?limit=1&cursor={}",
        cursor.replace('|', "%7C")
    );
    let second = api.get(&second, &key).await.assert_ok(200);
    assert_eq!(second["data"][0]["status"], "ready");
    assert_eq!(second["data"][0]["errors"], json!([]));
    assert_eq!(second["pagination"]["has_next"], false);
}
