//! Forgetting a customer.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const WRITES: &[Scope] = &[Scope::AttributionWrite];

async fn post(api: &TestApi, uri: &str, scopes: &[Scope], body: Value) -> Answer {
    let request = TestRequest::post()
        .uri(uri)
        .insert_header(("authorization", api.key(scopes)))
        .set_json(body);
    api.send(request).await
}

async fn listed(api: &TestApi, readmit: bool) -> Value {
    let rows = json!([{"email": "ana@x.example", "first_name": "Ana"}]);
    let body = json!({"rows": rows, "readmit": readmit});
    let answer = post(api, "/api/v1/customers", WRITES, body).await;
    answer.assert_ok(200)["data"]["results"][0].clone()
}

async fn found(api: &TestApi, text: &str) -> usize {
    let key = api.key(&[Scope::CustomersRead]);
    let uri = format!("/api/v1/customers/search?q={text}");
    let found = api.get(&uri, &key).await.assert_ok(200);
    found["data"].as_array().unwrap().len()
}

fn erase(customer: &Value) -> String {
    let id = customer["customer_profile_id"].as_str().unwrap();
    format!("/api/v1beta/customers/{id}/erase")
}

#[actix_web::test]
async fn a_customer_is_forgotten_once_and_comes_back_only_when_a_list_says_so() {
    let api = TestApi::over_database().await;
    let ana = listed(&api, false).await;
    assert_eq!(ana["status"], "created");
    assert_eq!(found(&api, "ana@x.example").await, 1);
    let uri = erase(&ana);
    let other = TestApi::over_database().await;
    assert_eq!(post(&other, &uri, WRITES, json!({})).await.status, 404);
    let reads = &[Scope::CustomersRead];
    assert_eq!(post(&api, &uri, reads, json!({})).await.status, 403);
    let nobody = "/api/v1beta/customers/018f0000-0000-7000-8000-000000000000/erase";
    assert_eq!(post(&api, nobody, WRITES, json!({})).await.status, 404);

    let whole = format!("{}/export", uri.trim_end_matches("/erase"));
    let key = api.key(reads);
    let held = api.get(&whole, &key).await.assert_ok(200)["data"].clone();
    assert_eq!(held["customers"][0]["first_name"], "Ana");
    assert_eq!(held["identifiers"][0]["value_key"], "ana@x.example");
    assert_eq!(held["left_out"], json!([]));
    for list in [
        "match_evidence",
        "deliveries",
        "merges",
        "splits",
        "proposals",
        "moves",
        "pairs",
    ] {
        assert_eq!(held[list], json!([]), "{list}");
    }
    let rest = api
        .get(&format!("{whole}?offset=1"), &key)
        .await
        .assert_ok(200);
    assert_eq!(rest["data"]["identifiers"], json!([]));
    assert_eq!(
        api.get(&format!("{whole}?offset=x"), &key).await.status,
        400
    );
    assert_eq!(other.get(&whole, &other.key(reads)).await.status, 404);
    assert_eq!(api.get(&whole, &api.key(WRITES)).await.status, 403);

    let erased = post(&api, &uri, WRITES, json!({})).await.assert_ok(200)["data"].clone();
    assert_eq!(erased["customer_profile_id"], ana["customer_profile_id"]);
    assert_eq!(erased["identifiers"], 1);
    assert_eq!(erased["browsers"], 0);
    assert_eq!(found(&api, "ana@x.example").await, 0);
    assert_eq!(found(&api, "ana").await, 0);
    let again = post(&api, &uri, WRITES, json!({})).await.assert_ok(200)["data"].clone();
    assert_eq!(again["erased_at"], erased["erased_at"]);
    assert_eq!(again["identifiers"], 0);

    let left = api.get(&whole, &key).await.assert_ok(200).to_string();
    assert!(!left.to_lowercase().contains("ana"), "{left}");

    let refused = listed(&api, false).await;
    assert_eq!(refused["status"], "rejected");
    assert_eq!(refused["reason"], "erased");
    let back = listed(&api, true).await;
    assert_eq!(back["status"], "created");
    assert_ne!(back["customer_profile_id"], ana["customer_profile_id"]);
    assert_eq!(listed(&api, false).await["status"], "rejected");
}
