//! What of customers is missing or doubled, and filling it in.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

const READS: &[Scope] = &[Scope::CustomersRead];
const WRITES: &[Scope] = &[Scope::AttributionWrite];
const SCAN: &str = "/api/v1/identity/repair-scan";
const REPAIR: &str = "/api/v1/identity/repair";

async fn post(api: &TestApi, uri: &str, scopes: &[Scope], body: Value) -> Answer {
    let request = TestRequest::post()
        .uri(uri)
        .insert_header(("authorization", api.key(scopes)))
        .set_json(body);
    api.send(request).await
}

async fn scan(api: &TestApi, query: &str) -> Value {
    let key = api.key(READS);
    let uri = format!("{SCAN}?{query}");
    api.get(&uri, &key).await.assert_ok(200)["data"].clone()
}

async fn repair(api: &TestApi, body: Value) -> Value {
    post(api, REPAIR, WRITES, body).await.assert_ok(200)["data"].clone()
}

/// Customers with an address and a number each, and their ids in the order of rows.
async fn customers(api: &TestApi, rows: &[(&str, &str)]) -> Vec<Value> {
    let rows = rows
        .iter()
        .map(|(email, phone)| json!({"email": email, "phone": phone}));
    let body = json!({"rows": rows.collect::<Vec<_>>()});
    let listed = post(api, "/api/v1/customers", WRITES, body).await;
    let listed = listed.assert_ok(200);
    let results = listed["data"]["results"].as_array().unwrap().iter();
    results
        .map(|row| row["customer_profile_id"].clone())
        .collect()
}

/// Customers who were named with one number, each by an event of theirs.
async fn sharing(api: &TestApi) -> Vec<Value> {
    let mut ids = Vec::new();
    for email in ["ana@x.example", "eva@x.example"] {
        let event = json!({"event_type": "lead", "email": email, "phone": "+56961111111"});
        let scopes = &[Scope::EventsWrite];
        post(api, "/api/v1/events", scopes, event)
            .await
            .assert_ok(201);
        let key = api.key(READS);
        let uri = format!("/api/v1/customers/search?q={email}");
        let found = api.get(&uri, &key).await.assert_ok(200);
        ids.push(found["data"][0]["customer_profile_id"].clone());
    }
    ids
}

/// An earlier release, or somebody by hand, left customers without what they have.
fn forget(api: &TestApi, fields: &str, customer: &Value) {
    let sql = format!(
        "UPDATE customers SET {fields} WHERE profile_id = '{}' AND id = '{}'",
        api.profile,
        customer.as_str().unwrap()
    );
    TestDatabase::shared().execute(&sql).unwrap();
}

#[actix_web::test]
async fn what_is_missing_is_told_and_filled_in_once() {
    let api = TestApi::over_database().await;
    let rows = [
        ("ana@x.example", "+56961111111"),
        ("eva@x.example", "+56962222222"),
        ("ida@x.example", "+56963333333"),
    ];
    let ids = customers(&api, &rows).await;
    let whole = scan(&api, "").await;
    assert_eq!(whole["total_count"], 3);
    assert_eq!(whole["auto_repairable_count"], 0);
    for customer in whole["customers"].as_array().unwrap() {
        assert_eq!(customer["score"], 0, "{customer}");
    }
    forget(&api, "primary_email = NULL, primary_phone = NULL", &ids[0]);
    forget(&api, "primary_phone = NULL", &ids[2]);

    let found = scan(&api, "repairable=true").await;
    assert_eq!(found["total_count"], 2);
    assert_eq!(found["auto_repairable_count"], 2);
    assert_eq!(found["auto_merge_count"], 0);
    let both = json!([
        {"field": "primary_email", "value": "ana@x.example"},
        {"field": "primary_phone", "value": "+56961111111"},
    ]);
    let of = |body: &Value, id: &Value| {
        let mut all = body["customers"].as_array().unwrap().iter();
        all.find(|it| it["customer_profile_id"] == *id).cloned()
    };
    let ana = of(&found, &ids[0]).unwrap();
    assert_eq!(ana["missing"], json!(["primary_email", "primary_phone"]));
    assert_eq!(ana["backfill"], both);
    assert_eq!(ana["score"], 2);
    assert_eq!(of(&found, &ids[1]), None);
    // Page by page they are the same.
    let mut seen = Vec::new();
    for offset in 0..4 {
        let page = scan(&api, &format!("limit=1&offset={offset}")).await;
        assert_eq!(page["total_count"], 3);
        seen.extend(page["customers"].as_array().unwrap().clone());
    }
    assert_eq!(json!(seen), scan(&api, "").await["customers"]);

    // Without a mode it is told, and nothing written.
    let preview = repair(&api, json!({})).await;
    assert_eq!(preview["mode"], "preview");
    assert_eq!(preview["auto_repairable_count"], 2);
    assert_eq!(of(&preview, &ids[0]).unwrap()["backfill"], both);
    assert_eq!(scan(&api, "repairable=true").await, found);
    let chosen = json!({"mode": "apply", "customer_profile_ids": [ids[1], ids[2], ids[2]]});
    let one = repair(&api, chosen).await;
    assert_eq!(one["customers"].as_array().unwrap().len(), 1);
    assert_eq!(one["auto_repairable_count"], 1);
    let rest = repair(&api, json!({"mode": "apply"})).await;
    assert_eq!(of(&rest, &ids[0]).unwrap()["backfill"], both);
    assert_eq!(rest["auto_repairable_count"], 0);
    let again = repair(&api, json!({"mode": "apply"})).await;
    assert_eq!(again["customers"], json!([]));
    let sql = format!(
        "SELECT count(*)::text FROM audit_events WHERE profile_id = '{}' AND action = 'customers.repaired'",
        api.profile
    );
    let stamped = TestDatabase::shared().execute(&sql).unwrap();
    assert_eq!(stamped.trim(), "2", "what changed nothing is not stamped");
}

#[actix_web::test]
async fn what_several_have_is_told_of_each_and_filled_in_of_nobody() {
    let api = TestApi::over_database().await;
    let ids = sharing(&api).await;
    let found = scan(&api, "").await;
    let found: Vec<_> = found["customers"].as_array().unwrap().iter().collect();
    for id in &ids {
        let of = found.iter().find(|it| it["customer_profile_id"] == *id);
        let [duplicate] = of.unwrap()["duplicates"].as_array().unwrap().as_slice() else {
            panic!("one of {of:?}")
        };
        let number = json!({"kind": "phone", "value": "+56961111111"});
        assert_eq!(duplicate["identifier"], number);
        let others = duplicate["customer_profile_ids"].as_array().unwrap();
        assert!(!others.contains(id), "{duplicate}");
        assert!(others.iter().any(|it| ids.contains(it)), "{duplicate}");
    }
    forget(&api, "primary_phone = NULL", &ids[0]);
    forget(&api, "primary_phone = NULL", &ids[1]);
    let repaired = repair(&api, json!({"mode": "apply"})).await;
    assert_eq!(repaired["customers"], json!([]));
}

#[actix_web::test]
async fn what_is_asked_wrongly_says_so() {
    let api = TestApi::over_database().await;
    let ids = customers(&api, &[("ana@x.example", "+56961111111")]).await;
    forget(&api, "primary_phone = NULL", &ids[0]);
    let nobody = "018f0000-0000-7000-8000-000000000000";
    for (body, pointer, code) in [
        (json!({"mode": "force"}), "/mode", "unknown_value"),
        (json!({"merge": true}), "/merge", "unknown_field"),
        (
            json!({"customer_profile_ids": []}),
            "/customer_profile_ids",
            "out_of_range",
        ),
        (
            json!({"customer_profile_ids": vec![nobody; 1_001]}),
            "/customer_profile_ids",
            "out_of_range",
        ),
        (
            json!({"mode": "apply", "customer_profile_ids": [ids[0], nobody]}),
            "/customer_profile_ids/1",
            "unknown_value",
        ),
    ] {
        let answer = post(&api, REPAIR, WRITES, body.clone()).await;
        assert_eq!(answer.status, 400, "{body}");
        let error = &answer.json()["errors"][0];
        let told = (&error["pointer"], &error["code"]);
        assert_eq!(told, (&json!(pointer), &json!(code)), "{body}");
    }
    let left = scan(&api, "repairable=true").await;
    assert_eq!(left["total_count"], 1, "nothing was half done");
    for query in ["repairable=1", "limit=0", "limit=101", "offset=-1"] {
        let key = api.key(READS);
        let answer = api.get(&format!("{SCAN}?{query}"), &key).await;
        assert_eq!(answer.status, 400, "{query}");
    }
    let apply = json!({"mode": "apply"});
    assert_eq!(post(&api, REPAIR, READS, apply.clone()).await.status, 403);
    // Those of another profile are nobody's.
    let other = TestApi::over_database().await;
    assert_eq!(scan(&other, "").await["total_count"], 0);
    let theirs = json!({"mode": "apply", "customer_profile_ids": ids});
    assert_eq!(post(&other, REPAIR, WRITES, theirs).await.status, 400);
    repair(&other, apply).await;
    assert_eq!(scan(&api, "repairable=true").await["total_count"], 1);
}

#[actix_web::test]
async fn a_masked_profile_shows_little_of_what_is_found() {
    let api = TestApi::over_database().await;
    let ids = sharing(&api).await;
    forget(&api, "primary_email = NULL", &ids[0]);
    let sql = format!(
        "UPDATE profiles SET pii_mode = 'masked' WHERE id = '{}'",
        api.profile
    );
    TestDatabase::shared().execute(&sql).unwrap();
    let told = scan(&api, "").await.to_string();
    assert!(told.contains("a***@x.example"), "{told}");
    assert!(told.contains("***11"), "{told}");
    let filled = repair(&api, json!({"mode": "apply"})).await.to_string();
    assert!(filled.contains("a***@x.example"), "{filled}");
    for value in ["ana@", "961111"] {
        assert!(!told.contains(value), "{value} in {told}");
        assert!(!filled.contains(value), "{value} in {filled}");
    }
}
