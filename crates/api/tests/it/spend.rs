//! `PUT /api/v1beta/spend`

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

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

/// The schema documents rows by hand, because JSON and CSV are read by one reader.
#[test]
fn the_documented_row_has_the_columns_that_are_read() {
    let document: Value = serde_json::from_str(&tributary_api::openapi_json()).unwrap();
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
