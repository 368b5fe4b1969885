//! Conversion definitions over a real database.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const DEFINITIONS: &str = "/api/v1/goals/definitions";

fn key(api: &TestApi) -> String {
    api.key(&[
        Scope::GoalsWrite,
        Scope::ConversionsRead,
        Scope::EventsWrite,
    ])
}

fn order() -> Value {
    json!({
        "conversion_key": " Paid Order ",
        "display_name": "Orders",
        "source_event_names": ["order", "order_refund"],
        "revenue_type": "cash",
    })
}

async fn create(api: &TestApi, key: &str, body: &Value) -> Answer {
    api.send_json(("POST", DEFINITIONS), key, body).await
}

async fn record(api: &TestApi, key: &str, body: Value) {
    api.send_json(("POST", "/api/v1/events"), key, &body)
        .await
        .assert_ok(201);
}

async fn keys_of(api: &TestApi, key: &str) -> Vec<String> {
    let both = api.get(DEFINITIONS, key).await.assert_ok(200);
    let definitions = both["data"]["conversion_definitions"].as_array().unwrap();
    definitions
        .iter()
        .map(|definition| definition["conversion_key"].as_str().unwrap().to_owned())
        .collect()
}

#[actix_web::test]
async fn a_definition_is_created_changed_and_deleted() {
    let api = TestApi::over_database().await;
    let key = key(&api);
    let made = create(&api, &key, &order()).await.assert_ok(201);
    let id = made["data"]["id"].as_str().unwrap();
    let recompute = &made["meta"]["recompute_id"];
    assert!(recompute.is_string(), "{made}");
    assert_eq!(made["meta"]["profile_id"], json!(api.profile));
    assert_eq!(made["data"]["conversion_key"], " Paid Order ");
    assert_eq!(made["data"]["attribution_eligible"], true);
    assert_eq!(keys_of(&api, &key).await.last().unwrap(), " Paid Order ");

    let uri = format!("{DEFINITIONS}/{id}");
    let edit = json!({"display_name": "Sales", "attribution_eligible": false});
    let changed = api
        .send_json(("PATCH", &uri), &key, &edit)
        .await
        .assert_ok(200);
    assert_eq!(&changed["meta"]["recompute_id"], recompute);
    assert_eq!(changed["data"]["display_name"], "Sales");
    assert_eq!(
        changed["data"]["source_event_names"],
        order()["source_event_names"]
    );
    let same = api
        .send_json(("PATCH", &uri), &key, &edit)
        .await
        .assert_ok(200);
    assert_eq!(same["meta"]["recompute_id"], Value::Null);
    assert_eq!(same["data"], changed["data"]);

    let delete = || {
        TestRequest::delete()
            .uri(&uri)
            .insert_header(("authorization", key.clone()))
    };
    let gone = api.send(delete()).await;
    assert_eq!((gone.status.as_u16(), gone.text.as_str()), (204, ""));
    api.send(delete()).await.assert_problem(404, "not_found");
    api.send_json(("PATCH", &uri), &key, &edit)
        .await
        .assert_problem(404, "not_found");
    assert_eq!(keys_of(&api, &key).await.len(), 4);
}

#[actix_web::test]
async fn an_overlap_is_a_conflict_that_names_the_other_definition() {
    let api = TestApi::over_database().await;
    let key = key(&api);
    let made = create(&api, &key, &order()).await.assert_ok(201);
    let id = made["data"]["id"].as_str().unwrap();
    let mut other = order();
    other["source_event_names"] = json!(["gift", "order", "lead_created"]);
    let refused = create(&api, &key, &other).await;
    refused.assert_problem(409, "conflict");
    let body = refused.json();
    let errors = body["errors"].as_array().unwrap();
    let brief: Vec<_> = errors
        .iter()
        .map(|error| (error["pointer"].as_str().unwrap(), &error["code"]))
        .collect();
    assert_eq!(
        brief,
        [
            ("/source_event_names", &json!("taken")),
            ("/conversion_key", &json!("taken")),
            ("/source_event_names", &json!("taken")),
        ]
    );
    for text in [&errors[1]["detail"], &errors[2]["detail"], &body["detail"]] {
        let text = text.as_str().unwrap();
        assert!(text.contains(id) && text.contains(" Paid Order "), "{text}");
    }
    assert!(
        errors[0]["detail"]
            .as_str()
            .unwrap()
            .contains("lead_created")
    );
    let edit = json!({"source_event_names": ["order", "closed_won"]});
    let uri = format!("{DEFINITIONS}/{id}");
    api.send_json(("PATCH", &uri), &key, &edit)
        .await
        .assert_problem(409, "conflict");
    assert_eq!(keys_of(&api, &key).await.len(), 5);
}

#[actix_web::test]
async fn a_preview_counts_refunds_with_their_sales() {
    let api = TestApi::over_database().await;
    let key = key(&api);
    let events = [
        json!({"event_type": "order", "value_amount": "10.50", "email": "a@example.com",
            "idempotency_key": "order-1"}),
        json!({"event_type": "order", "value_amount": "5", "currency": "USD",
            "email": "b@example.com", "idempotency_key": "order-2"}),
        json!({"event_type": "chargeback", "value_amount": "0.25", "refund_of": "order-1",
            "idempotency_key": "back-1"}),
        json!({"event_type": "payment_received", "value_amount": "1",
            "email": "a@example.com", "idempotency_key": "payment-1"}),
    ];
    for event in events {
        record(&api, &key, event).await;
    }
    let uri = format!("{DEFINITIONS}/preview");
    let body = json!({"source_event_names": ["order", "lead_created"]});
    let said = api
        .send_json(("POST", &uri), &key, &body)
        .await
        .assert_ok(200);
    let data = &said["data"];
    assert_eq!(data["event_count"], 3);
    assert_eq!(data["revenue_sum"], "15.25");
    assert_eq!(data["distinct_people"], 2);
    assert_eq!(
        data["by_currency"],
        json!([
            {"currency": "EUR", "event_count": 2, "revenue_sum": "10.25"},
            {"currency": "USD", "event_count": 1, "revenue_sum": "5"},
        ])
    );
    assert_eq!(
        data["by_event_name"],
        json!([
            {"event_name": "order", "event_count": 3, "revenue_sum": "15.25"},
            {"event_name": "lead_created", "event_count": 0, "revenue_sum": "0"},
        ])
    );
    assert_eq!(data["overlaps"][0]["conversion_key"], "lead_created");
    assert_eq!(data["overlaps"][0]["event_names"], json!(["lead_created"]));
    assert!(said["meta"]["date_from"].is_string() && said["meta"]["date_to"].is_string());

    let made = create(&api, &key, &order()).await.assert_ok(201);
    let uri = format!("{DEFINITIONS}/diff");
    let body = json!({"definition_id": made["data"]["id"], "display_name": "Other",
        "source_event_names": ["order_refund", "gift"]});
    let said = api
        .send_json(("POST", &uri), &key, &body)
        .await
        .assert_ok(200);
    let data = &said["data"];
    assert_eq!(data["current"]["event_count"], 3);
    assert_eq!(data["proposed"]["event_count"], 0);
    assert_eq!(
        data["delta"],
        json!({"event_count": -3, "revenue_sum": "-15.25", "cash_event_count": -3,
            "cash_sum": "-15.25", "creditable_event_count": -3})
    );
    assert_eq!(data["added_event_names"], json!(["gift"]));
    assert_eq!(data["removed_event_names"], json!(["order"]));
    assert_eq!(
        data["changes"],
        json!(["display_name", "source_event_names"])
    );
    assert_eq!(data["conflicts"], json!([]));
    // What an edit does to events that it keeps.
    let body = json!({"definition_id": made["data"]["id"], "revenue_type": "gross",
        "attribution_eligible": false});
    let said = api.send_json(("POST", &uri), &key, &body).await;
    assert_eq!(
        said.assert_ok(200)["data"]["delta"],
        json!({"event_count": 0, "revenue_sum": "0", "cash_event_count": -3,
            "cash_sum": "-15.25", "creditable_event_count": -3})
    );
    let unknown = json!({"definition_id": api.profile});
    api.send_json(("POST", &uri), &key, &unknown)
        .await
        .assert_problem(404, "not_found");
}

#[actix_web::test]
async fn unclaimed_types_are_suggested_and_all_types_are_counted() {
    let api = TestApi::over_database().await;
    let key = key(&api);
    for number in 0..3 {
        let event = json!({"event_type": "order_paid", "value_amount": "2",
            "email": "a@example.com", "idempotency_key": format!("order-{number}")});
        record(&api, &key, event).await;
    }
    record(
        &api,
        &key,
        json!({"event_type": "lead_created", "email": "a@example.com"}),
    )
    .await;
    let uri = format!("{DEFINITIONS}/suggestions?days=366");
    let said = api.get(&uri, &key).await.assert_ok(200);
    assert_eq!(said["meta"]["truncated"], false);
    let [row] = said["data"].as_array().unwrap().as_slice() else {
        panic!("{said}");
    };
    assert_eq!(row["event_type"], "order_paid");
    assert_eq!(
        (&row["event_count"], &row["revenue_sum"]),
        (&json!(3), &json!("6"))
    );
    assert_eq!(row["distinct_people"], 1);
    assert_eq!(row["suggested_revenue_type"], "cash");
    assert_eq!(row["suggested_display_name"], "Order paid");
    assert_eq!(row["suggested_attribution_eligible"], true);
    assert_eq!(row["suggested_social_event_name"], "Purchase");

    let family = json!({"family": "sales",
        "definitions": [{"event_key": "order_paid", "display_name": "Paid"}]});
    let put = api
        .send_json(
            ("PUT", "/api/v1/profile/outcome-definitions"),
            &key,
            &family,
        )
        .await
        .assert_ok(200);
    let counts = api
        .get("/api/v1/goals/outcome-counts", &key)
        .await
        .assert_ok(200);
    let rows = counts["data"].as_array().unwrap();
    assert_eq!(
        rows[0],
        json!({"event_type": "order_paid", "count": 3, "conversion_definition_id": null,
            "outcome_definition": {"id": put["data"][0]["id"], "display_name": "Paid",
                "family": "sales"}})
    );
    assert_eq!(rows[1]["event_type"], "lead_created");
    assert!(rows[1]["conversion_definition_id"].is_string());
    assert_eq!(rows[1]["outcome_definition"], Value::Null);
}
