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

#[actix_web::test]
async fn an_export_tells_what_was_decided_and_nothing_of_the_other_one() {
    let api = TestApi::over_database().await;
    let rows = json!([
        {"email": "ann@mail.example", "phone": "+56987654321", "first_name": "Ann", "last_name": "Roe"},
        {"email": "bob@mail.example", "first_name": "Bob"},
    ]);
    let listed = post(&api, "/api/v1/customers", WRITES, json!({"rows": rows})).await;
    let listed = listed.assert_ok(200)["data"]["results"].clone();
    let [ann, bob] = [0, 1].map(|row| listed[row]["customer_profile_id"].as_str().unwrap());
    let reads = &[Scope::CustomersRead];
    let identity = format!("/api/v1beta/identity/customers/{ann}");
    let known = api.get(&identity, &api.key(reads)).await.assert_ok(200);
    let identifiers = known["data"]["identifiers"].as_array().unwrap();
    let phone = identifiers.iter().find(|it| it["kind"] == "phone").unwrap();
    let wanted = json!({"identifier_ids": [phone["id"]]});
    let split = post(&api, &format!("{identity}/split"), WRITES, wanted).await;
    let split = split.assert_ok(201)["data"].clone();
    let parted = split["parted_customer_profile_id"].as_str().unwrap();
    let pair = json!({"customer_profile_ids": [parted, bob]});
    let merge = post(&api, "/api/v1beta/identity/merges", WRITES, pair).await;
    let merge = merge.assert_ok(201)["data"].clone();

    let key = api.key(reads);
    let export = async |id: &str| {
        let uri = format!("/api/v1beta/customers/{id}/export");
        api.get(&uri, &key).await.assert_ok(200)["data"].clone()
    };
    let of_ann = export(ann).await;
    assert_eq!(of_ann["splits"][0]["id"], split["split_id"]);
    assert_eq!(of_ann["splits"][0]["primary_email"], "ann@mail.example");
    assert_eq!(of_ann["merges"], json!([]));
    assert_eq!(of_ann["moves"], json!([]), "what she has never moved");
    let other = export(bob).await;
    assert_eq!(other["merges"][0]["id"], merge["merge_id"]);
    assert_eq!(other["splits"][0]["id"], split["split_id"]);
    assert_eq!(other["moves"][0]["value_key"], "+56987654321");
    assert_eq!(other["proposals"][0]["status"], "dismissed");
    let text = other.to_string();
    for hers in ["ann@mail.example", "Roe"] {
        assert!(!text.contains(hers), "{hers} in {text}");
    }
}
