//! Merges of customers: previewed, decided, listed, undone.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

const READS: &[Scope] = &[Scope::CustomersRead, Scope::AnalyticsRead];
const WRITES: &[Scope] = &[Scope::AttributionWrite, Scope::EventsWrite];

async fn post(api: &TestApi, uri: &str, scopes: &[Scope], body: Value) -> Answer {
    let request = TestRequest::post()
        .uri(uri)
        .insert_header(("authorization", api.key(scopes)))
        .set_json(body);
    api.send(request).await
}

async fn get(api: &TestApi, uri: &str) -> Value {
    let key = api.key(READS);
    api.get(uri, &key).await.assert_ok(200)
}

/// A visit that an e-mail address is named on, and a payment by a phone number: two customers.
async fn ann_twice(api: &TestApi) -> [String; 2] {
    for (time, person, extra) in [
        (
            "2025-12-20T10:00:00Z",
            json!({"email": "ann@mail.example", "first_name": "Ann"}),
            json!({"event_type": "lead_created", "url": "https://shop.example/?utm_source=news&utm_medium=email"}),
        ),
        (
            "2025-12-21T10:00:00Z",
            json!({"phone": "+56987654321", "last_name": "Lee"}),
            json!({"event_type": "payment_received", "value_amount": "12.50", "currency": "EUR"}),
        ),
    ] {
        let mut event = json!({"event_time": time, "idempotency_key": time});
        for part in [person, extra] {
            event
                .as_object_mut()
                .unwrap()
                .extend(part.as_object().unwrap().clone());
        }
        post(api, "/api/v1/events", WRITES, event)
            .await
            .assert_ok(201);
    }
    api.catch_up().await;
    let mut ids = Vec::new();
    for text in ["ann%40mail.example", "%2B56987654321"] {
        let found = get(api, &format!("/api/v1/customers/search?q={text}")).await;
        let id = found["data"][0]["customer_profile_id"].as_str();
        ids.push(id.unwrap().to_owned());
    }
    ids.try_into().unwrap()
}

#[actix_web::test]
async fn two_customers_are_one_until_that_is_undone() {
    let api = TestApi::over_database().await;
    let [ann, lee] = ann_twice(&api).await;
    let pair = json!({"customer_profile_ids": [lee, ann]});
    let preview = "/api/v1beta/identity/merges/preview";
    let previewed = post(&api, preview, READS, pair.clone())
        .await
        .assert_ok(200);
    let data = &previewed["data"];
    assert_eq!(data["merge_id"], Value::Null);
    assert_eq!(previewed["meta"]["reporting_currency"], "EUR");
    assert_eq!(
        data["survivor"],
        json!({"customer_profile_id": ann, "first_name": "Ann", "last_name": null,
            "primary_email": "ann@mail.example", "primary_phone": null,
            "identifiers": 1, "browsers": 0, "events": 1, "conversions": 1, "touches": 0})
    );
    assert_eq!(data["merged"]["customer_profile_id"], json!(lee));
    assert_eq!(data["merged"]["conversions"], 1);
    assert_eq!(
        data["filled"],
        json!([{"field": "last_name", "value": "Lee"},
            {"field": "primary_phone", "value": "+56987654321"}])
    );
    let last_touch = |data: &Value| {
        let credited = data["credited"].as_array().unwrap().iter();
        let of_model =
            credited.filter(|row| row["model"] == "last_touch" && row["cash_after"] != "0");
        of_model.cloned().collect::<Vec<_>>()
    };
    assert_eq!(
        last_touch(data),
        [
            json!({"channel": null, "model": "last_touch", "cash_before": "12.5", "cash_after": "12.5",
            "cash_change": "0", "conversions_change": "0"})
        ]
    );

    let merges = "/api/v1beta/identity/merges";
    let mut stale = pair.clone();
    stale["preview_hash"] = json!("A".repeat(43));
    assert_eq!(post(&api, merges, WRITES, stale).await.status, 409);
    let mut decided = pair.clone();
    decided["preview_hash"] = data["preview_hash"].clone();
    let merged = post(&api, merges, WRITES, decided).await.assert_ok(201);
    let merge_id = merged["data"]["merge_id"].as_str().unwrap();
    assert_eq!(
        merged["data"]["survivor"]["customer_profile_id"],
        json!(ann)
    );
    assert_eq!(merged["data"]["preview_hash"], data["preview_hash"]);
    let found = get(&api, "/api/v1/customers/search?q=%2B56987654321").await;
    assert_eq!(found["data"][0]["customer_profile_id"], json!(ann));
    assert_eq!(found["data"][0]["conversion_count"], 2);
    assert_eq!(
        post(&api, merges, WRITES, pair).await.status,
        409,
        "merged already"
    );

    let history = format!("/api/v1/identity/merge-history?customer_profile_id={ann}");
    let listed = get(&api, &history).await;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    let row = &listed["data"][0];
    assert_eq!(row["id"], json!(merge_id));
    assert_eq!(row["customer_profile_id"], json!(ann));
    assert_eq!(row["merged_customer_profile_id"], json!(lee));
    assert_eq!(row["decided_by"]["kind"], "api_key");
    assert_eq!(row["undone_at"], Value::Null);
    let of_other = format!("/api/v1/identity/merge-history?customer_profile_id={lee}");
    assert_eq!(get(&api, &of_other).await["data"], json!([]));

    let undo = format!("{merges}/{merge_id}/undo");
    for _ in 0..2 {
        let undone = post(&api, &undo, WRITES, json!({})).await.assert_ok(200);
        assert_ne!(undone["data"]["undone_at"], Value::Null);
    }
    let found = get(&api, "/api/v1/customers/search?q=%2B56987654321").await;
    assert_eq!(found["data"][0]["customer_profile_id"], json!(lee));
    assert_ne!(
        get(&api, &history).await["data"][0]["undone_at"],
        Value::Null
    );
}

#[actix_web::test]
async fn what_is_asked_wrongly_says_so() {
    let api = TestApi::over_database().await;
    let [ann, lee] = ann_twice(&api).await;
    let merges = "/api/v1beta/identity/merges";
    let preview = "/api/v1beta/identity/merges/preview";
    let nobody = "018f0000-0000-7000-8000-000000000000";
    for (uri, scopes) in [(merges, WRITES), (preview, READS)] {
        for (ids, code) in [
            (json!([ann, ann]), "repeated"),
            (json!([ann, nobody]), "unknown_value"),
        ] {
            let body = json!({"customer_profile_ids": ids});
            let answer = post(&api, uri, scopes, body).await;
            assert_eq!(answer.status, 400);
            let error = &answer.json()["errors"][0];
            assert_eq!(error["pointer"], "/customer_profile_ids");
            assert_eq!(error["code"], code);
        }
        for ids in [
            json!([ann]),
            json!([ann, lee, nobody]),
            json!([ann, "x"]),
            json!("x"),
        ] {
            let body = json!({"customer_profile_ids": ids});
            assert_eq!(post(&api, uri, scopes, body).await.status, 400);
        }
    }
    let malformed = json!({"customer_profile_ids": [ann, lee], "preview_hash": "x"});
    assert_eq!(post(&api, merges, WRITES, malformed).await.status, 400);
    let unknown = format!("{merges}/{nobody}/undo");
    assert_eq!(post(&api, &unknown, WRITES, json!({})).await.status, 404);
    let pair = json!({"customer_profile_ids": [ann, lee]});
    assert_eq!(post(&api, merges, READS, pair.clone()).await.status, 403);
    assert_eq!(post(&api, preview, WRITES, pair.clone()).await.status, 403);
    // Those of another profile are nobody's.
    let other = TestApi::over_database().await;
    assert_eq!(post(&other, merges, WRITES, pair.clone()).await.status, 400);
    assert_eq!(
        get(&other, "/api/v1/identity/merge-history").await["data"],
        json!([])
    );
}

#[actix_web::test]
async fn the_history_goes_page_by_page() {
    let api = TestApi::over_database().await;
    let rows: Vec<Value> = (0..4)
        .map(|number| json!({"email": format!("person{number}@mail.example")}))
        .collect();
    let body = json!({"rows": rows});
    let listed = post(&api, "/api/v1/customers", WRITES, body)
        .await
        .assert_ok(200);
    let ids: Vec<Value> = listed["data"]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["customer_profile_id"].clone())
        .collect();
    for other in &ids[1..] {
        let body = json!({"customer_profile_ids": [ids[0], other]});
        let merged = post(&api, "/api/v1beta/identity/merges", WRITES, body).await;
        merged.assert_ok(201);
    }
    let mut uri = "/api/v1/identity/merge-history?limit=2".to_owned();
    let mut seen = Vec::new();
    loop {
        let page = get(&api, &uri).await;
        let rows = page["data"].as_array().unwrap();
        seen.extend(
            rows.iter()
                .map(|row| row["merged_customer_profile_id"].clone()),
        );
        if page["pagination"]["has_next"] == false {
            break;
        }
        let cursor = page["pagination"]["cursor"].as_str().unwrap();
        uri = format!("/api/v1/identity/merge-history?limit=2&cursor={cursor}");
    }
    let latest_first: Vec<Value> = ids[1..].iter().rev().cloned().collect();
    assert_eq!(seen, latest_first);
}

#[actix_web::test]
async fn a_masked_profile_shows_little_of_both() {
    let api = TestApi::over_database().await;
    let [ann, lee] = ann_twice(&api).await;
    let sql = format!(
        "UPDATE profiles SET pii_mode = 'masked' WHERE id = '{}'",
        api.profile
    );
    TestDatabase::shared().execute(&sql).unwrap();
    let pair = json!({"customer_profile_ids": [lee, ann]});
    let preview = "/api/v1beta/identity/merges/preview";
    let data = post(&api, preview, READS, pair).await.assert_ok(200)["data"].clone();
    assert_eq!(data["survivor"]["primary_email"], "a***@mail.example");
    assert_eq!(data["survivor"]["first_name"], "***");
    assert_eq!(
        data["filled"][1],
        json!({"field": "primary_phone", "value": "***21"})
    );
}
