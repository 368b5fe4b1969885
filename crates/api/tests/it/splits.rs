//! Splits of customers: what somebody is known by, what parting it would do, done, undone.

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

async fn identity(api: &TestApi, id: &str) -> Value {
    let uri = format!("/api/v1beta/identity/customers/{id}");
    let mut answer = api.get(&uri, &api.key(READS)).await.assert_ok(200);
    answer["data"].take()
}

/// Ann, whose address and somebody's number a server named together once: her id.
async fn ann(api: &TestApi) -> String {
    for (key, event) in [
        (
            "1",
            json!({"event_type": "lead_created", "email": "ann@mail.example", "phone": "+56987654321"}),
        ),
        (
            "2",
            json!({"event_type": "payment_received", "phone": "+56987654321", "first_name": "Lee",
            "value_amount": "12.50", "currency": "EUR"}),
        ),
    ] {
        let mut event = event;
        event["idempotency_key"] = json!(key);
        event["event_time"] = json!(format!("2025-12-2{key}T10:00:00Z"));
        post(api, "/api/v1/events", WRITES, event)
            .await
            .assert_ok(201);
    }
    api.catch_up().await;
    let key = api.key(READS);
    let found = api
        .get("/api/v1/customers/search?q=ann%40mail.example", &key)
        .await
        .assert_ok(200);
    found["data"][0]["customer_profile_id"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[actix_web::test]
async fn a_customer_is_two_until_that_is_undone() {
    let api = TestApi::over_database().await;
    let ann = ann(&api).await;
    let known = identity(&api, &ann).await;
    let told: Vec<String> = known["identifiers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| format!("{} {} {}", it["kind"], it["value"], it["state"]))
        .collect();
    let expected = [
        r#""email" "ann@mail.example" "active""#,
        r#""phone" "+56987654321" "active""#,
    ];
    assert_eq!(told, expected);
    assert_eq!(
        (&known["browsers"], &known["splits"]),
        (&json!([]), &json!([]))
    );
    let phone = json!({"identifier_ids": [known["identifiers"][1]["id"]]});

    let uri = format!("/api/v1beta/identity/customers/{ann}/split");
    let preview = format!("{uri}/preview");
    let previewed = post(&api, &preview, READS, phone.clone())
        .await
        .assert_ok(200);
    let data = &previewed["data"];
    assert_eq!(previewed["meta"]["reporting_currency"], "EUR");
    assert_eq!(
        (&data["split_id"], &data["parted_customer_profile_id"]),
        (&Value::Null, &Value::Null)
    );
    let side = |first: Value, email: Value, phone: Value, counts: [u32; 3]| {
        json!({"first_name": first, "last_name": null, "primary_email": email, "primary_phone": phone,
            "identifiers": counts[0], "browsers": 0, "events": counts[1], "conversions": counts[2], "touches": 0})
    };
    let (email, number) = (json!("ann@mail.example"), json!("+56987654321"));
    assert_eq!(
        data["before"],
        side(json!("Lee"), email.clone(), number.clone(), [2, 2, 2])
    );
    assert_eq!(
        data["rest"],
        side(Value::Null, email, Value::Null, [1, 1, 1])
    );
    assert_eq!(
        data["away"],
        side(json!("Lee"), Value::Null, number, [1, 1, 1])
    );
    assert_eq!(
        identity(&api, &ann).await,
        known,
        "a preview leaves a trace"
    );

    let mut asked = phone.clone();
    asked["preview_hash"] = json!("A".repeat(43));
    post(&api, &uri, WRITES, asked.clone()).await.assert_ok(409);
    asked["preview_hash"] = data["preview_hash"].clone();
    let done = post(&api, &uri, WRITES, asked.clone()).await.assert_ok(201);
    let (split, parted) = (
        &done["data"]["split_id"],
        &done["data"]["parted_customer_profile_id"],
    );
    // Whoever lost the answer asks again, and hears which split it was.
    let again = post(&api, &uri, WRITES, asked.clone()).await.assert_ok(409);
    let told = again["detail"].as_str().unwrap();
    assert!(told.contains(split.as_str().unwrap()), "{again}");
    let after = identity(&api, &ann).await;
    assert_eq!(after["identifiers"].as_array().unwrap().len(), 1);
    assert_eq!(after["splits"][0]["id"], *split);
    assert_eq!(after["splits"][0]["parted_customer_profile_id"], *parted);
    let other = identity(&api, parted.as_str().unwrap()).await;
    assert_eq!(other["identifiers"][0], known["identifiers"][1]);
    assert_eq!(other["splits"][0], after["splits"][0]);

    let undo = format!(
        "/api/v1beta/identity/splits/{}/undo",
        split.as_str().unwrap()
    );
    let undone = post(&api, &undo, WRITES, json!({})).await.assert_ok(200);
    assert!(undone["data"]["undone_at"].is_string(), "{undone}");
    let again = post(&api, &undo, WRITES, json!({})).await.assert_ok(200);
    assert_eq!(again, undone);
    let back = identity(&api, parted.as_str().unwrap()).await;
    assert_eq!(
        back["customer_profile_id"],
        json!(ann),
        "the id leads there"
    );
    assert_eq!(back["identifiers"], known["identifiers"]);
}

#[actix_web::test]
async fn a_wrong_split_says_what_is_wrong() {
    let api = TestApi::over_database().await;
    let ann = ann(&api).await;
    let known = identity(&api, &ann).await;
    let [email, phone] = [0, 1].map(|place| known["identifiers"][place]["id"].clone());
    let uri = format!("/api/v1beta/identity/customers/{ann}/split");
    let nobody = "01910000-0000-7000-8000-000000000000";
    for (body, pointer, code) in [
        (json!({}), "/identifier_ids", "missing"),
        (json!({"identifier_ids": []}), "/identifier_ids", "missing"),
        (
            json!({"identifier_ids": [email, phone]}),
            "/identifier_ids",
            "out_of_range",
        ),
        (
            json!({"identifier_ids": [email, "x"]}),
            "/identifier_ids/1",
            "unknown_value",
        ),
        (
            json!({"identifier_ids": [phone], "browser_ids": [nobody]}),
            "/browser_ids/0",
            "unknown_value",
        ),
        (
            json!({"identifier_ids": vec!["x"; 201]}),
            "/identifier_ids",
            "out_of_range",
        ),
        (
            json!({"identifier_ids": [phone], "force": true}),
            "/force",
            "unknown_field",
        ),
        (
            json!({"identifier_ids": [phone], "preview_hash": "x"}),
            "/preview_hash",
            "malformed",
        ),
    ] {
        let answer = post(&api, &uri, WRITES, body.clone()).await.assert_ok(400);
        let error = &answer["errors"][0];
        assert_eq!(
            (error["pointer"].as_str(), error["code"].as_str()),
            (Some(pointer), Some(code)),
            "{body}: {answer}"
        );
    }
    let unknown = format!("/api/v1beta/identity/customers/{nobody}");
    let wanted = json!({"identifier_ids": [phone]});
    for uri in [
        format!("{unknown}/split"),
        format!("{unknown}/split/preview"),
    ] {
        post(
            &api,
            &uri,
            &[Scope::CustomersRead, Scope::AttributionWrite],
            wanted.clone(),
        )
        .await
        .assert_ok(404);
    }
    api.get(&unknown, &api.key(READS)).await.assert_ok(404);
    let undo = format!("/api/v1beta/identity/splits/{nobody}/undo");
    post(&api, &undo, WRITES, json!({})).await.assert_ok(404);
    post(&api, &uri, READS, wanted.clone()).await.assert_ok(403);
    let others = TestApi::over_database().await;
    for uri in [uri.clone(), format!("{uri}/preview")] {
        let scopes = &[Scope::CustomersRead, Scope::AttributionWrite];
        post(&others, &uri, scopes, wanted.clone())
            .await
            .assert_ok(404);
    }
    let other = format!("/api/v1beta/identity/customers/{ann}");
    others.get(&other, &others.key(READS)).await.assert_ok(404);
}

#[actix_web::test]
async fn no_more_splits_of_a_customer_stand_than_can_be_read_at_once() {
    let api = TestApi::over_database().await;
    let ann = ann(&api).await;
    let known = identity(&api, &ann).await;
    let stood = |undone: &str| {
        format!(
            "INSERT INTO customer_splits (profile_id, id, decided_at, actor_kind, customer_id, parted_id, is_home_moved, \
             first_seen_at, last_seen_at, undone_at, undone_actor_kind) \
             SELECT '{}', gen_random_uuid(), now(), 'system', '{ann}', gen_random_uuid(), false, now(), now(), {undone} \
             FROM generate_series(1, 50)",
            api.profile
        )
    };
    let uri = format!("/api/v1beta/identity/customers/{ann}/split/preview");
    let phone = json!({"identifier_ids": [known["identifiers"][1]["id"]]});
    TestDatabase::shared()
        .execute(&stood("now(), 'system'"))
        .unwrap();
    post(&api, &uri, READS, phone.clone()).await.assert_ok(200);
    TestDatabase::shared()
        .execute(&stood("NULL, NULL"))
        .unwrap();
    let refused = post(&api, &uri, READS, phone).await.assert_ok(409);
    let told = refused["detail"].as_str().unwrap();
    assert!(told.contains("50 splits"), "{refused}");
}

#[actix_web::test]
async fn masked_values_are_starred_and_chosen_all_the_same() {
    let api = TestApi::over_database().await;
    let ann = ann(&api).await;
    let statement = format!(
        "UPDATE profiles SET pii_mode = 'masked' WHERE id = '{}'",
        api.profile
    );
    TestDatabase::shared().execute(&statement).unwrap();
    let known = identity(&api, &ann).await;
    let text = known.to_string();
    assert!(
        !text.contains("ann@mail") && !text.contains("987654321"),
        "{text}"
    );
    let uri = format!("/api/v1beta/identity/customers/{ann}/split/preview");
    let phone = json!({"identifier_ids": [known["identifiers"][1]["id"]]});
    let previewed = post(&api, &uri, READS, phone)
        .await
        .assert_ok(200)
        .to_string();
    assert!(
        !previewed.contains("ann@mail") && !previewed.contains("987654321"),
        "{previewed}"
    );
}
