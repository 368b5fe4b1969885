//! `POST /api/v1/customers`

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

async fn send(api: &TestApi, body: &Value) -> Answer {
    let key = api.key(&[Scope::AttributionWrite]);
    let request = TestRequest::post()
        .uri("/api/v1/customers")
        .insert_header(("authorization", key))
        .insert_header(("content-type", "application/json"));
    api.send(request.set_payload(body.to_string())).await
}

async fn import(api: &TestApi, rows: &Value) -> Value {
    let answer = send(api, &json!({"rows": rows})).await.assert_ok(200);
    assert_eq!(answer["meta"], json!({"profile_id": api.profile}));
    answer["data"].clone()
}

async fn record(api: &TestApi, event: Value) {
    let key = api.key(&[Scope::EventsWrite]);
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", key));
    api.send(request.set_json(event)).await.assert_ok(201);
}

/// What is stored of a profile: one text.
fn stored(api: &TestApi, what: &str) -> String {
    let sql = format!("SELECT {what} WHERE profile_id = '{}'", api.profile);
    let answer = TestDatabase::shared().execute(&sql).unwrap();
    answer.trim().to_owned()
}

fn statuses(data: &Value) -> Vec<(&str, &str)> {
    let results = data["results"].as_array().unwrap().iter();
    results
        .map(|row| {
            let reason = row
                .get("reason")
                .map_or("", |reason| reason.as_str().unwrap());
            (row["status"].as_str().unwrap(), reason)
        })
        .collect()
}

#[actix_web::test]
async fn every_row_is_answered_in_its_place() {
    let api = TestApi::over_database().await;
    let rows = json!([
        {"email": "Ada@Mail.example", "phone": "+56 9 8765 4321", "first_name": "Ada"},
        {"external_id": "crm-7"},
        {"email": "nobody"},
        {"national_id": "12.345.678-9"},
        {"phone": "later"},
        {"mail": "ada@mail.example"},
        {"email": 5},
        "ada@mail.example",
        null,
        {"email": "eve\u{0}@mail.example"},
        {"phone": "later", "email": "bea@mail.example", "external_id": "crm-8"},
        {"phone": "987654321", "national_id": "12345678-5", "last_name": "Lovelace"},
    ]);
    let data = import(&api, &rows).await;
    let rejected = |reason| ("rejected", reason);
    let malformed = rejected("malformed_row");
    let expected = [
        ("created", ""),
        rejected("missing_identifier"),
        rejected("invalid_email"),
        rejected("invalid_national_id"),
        rejected("invalid_phone"),
        malformed,
        malformed,
        malformed,
        malformed,
        rejected("invalid_email"),
        ("created", ""),
        ("matched", ""),
    ];
    assert_eq!(statuses(&data), expected);
    let results = data["results"].as_array().unwrap();
    for (index, row) in results.iter().enumerate() {
        assert_eq!(row["index"], index);
        assert_eq!(
            row["customer_profile_id"].is_null(),
            row["status"] == "rejected"
        );
    }
    let ada = &results[0]["customer_profile_id"];
    assert_eq!(&results[11]["customer_profile_id"], ada);
    let summary = json!({"total": 12, "created": 2, "matched": 1, "rejected": 9});
    assert_eq!(data["summary"], summary);
    // Again: nobody is new.
    let again = import(&api, &rows).await;
    let summary = json!({"total": 12, "created": 0, "matched": 3, "rejected": 9});
    assert_eq!(again["summary"], summary);
    assert_eq!(&again["results"][0]["customer_profile_id"], ada);
    assert_eq!(stored(&api, "count(*) FROM customers"), "2");
    // Nothing happened by it.
    assert_eq!(stored(&api, "count(*) FROM outcome_events"), "0");
}

#[actix_web::test]
async fn a_list_fills_what_is_not_known_and_sees_nobody() {
    let api = TestApi::over_database().await;
    let event = json!({"event_type": "lead_created", "email": "cyd@mail.example", "first_name": "Cyd",
        "event_time": "2026-01-05T12:00:00Z"});
    record(&api, event).await;
    let rows = json!([
        {"email": "cyd@mail.example", "phone": "+56987650001", "first_name": "Other", "last_name": "Charisse"},
    ]);
    assert_eq!(statuses(&import(&api, &rows).await), [("matched", "")]);
    let known = "concat_ws(' ', first_name, last_name, primary_phone, first_seen_at = '2026-01-05 12:00Z', \
        last_seen_at = '2026-01-05 12:00Z') FROM customers";
    assert_eq!(stored(&api, known), "Cyd Charisse +56987650001 t t");
    let told = "string_agg(concat_ws(' ', kind, is_from_server, is_from_browser, is_from_list), ', ' ORDER BY kind) \
        FROM identifiers";
    assert_eq!(stored(&api, told), "email t f t, phone f f t");
}

#[actix_web::test]
async fn what_a_row_names_together_is_one_person_whatever_came_first() {
    let api = TestApi::over_database().await;
    let pay = |phone: &str| json!({"event_type": "payment_received", "value_amount": "10", "currency": "EUR", "phone": phone});
    record(&api, pay("+56987650010")).await;
    let row = |number: u32| json!({"email": format!("p{number}@mail.example"), "phone": format!("+569876500{number}")});
    let data = import(&api, &json!([row(10), row(11)])).await;
    // Whoever paid by the number is on the list: the two are one, as soon as it is settled.
    assert_eq!(statuses(&data)[1], ("created", ""));
    record(&api, pay("+56987650011")).await;
    api.catch_up().await;
    let people = "count(*) FILTER (WHERE merged_into IS NULL) FROM customers";
    assert_eq!(stored(&api, people), "2");
    let apart = "count(DISTINCT customer_id) || ' of ' || count(*) FROM identifiers";
    assert_eq!(stored(&api, apart), "2 of 4");
}

#[actix_web::test]
async fn what_is_no_list_is_refused_as_a_whole() {
    let api = TestApi::new();
    let row = json!({"email": "ada@mail.example"});
    let many = vec![row.clone(); 1_001];
    send(&api, &json!({"rows": many}))
        .await
        .assert_names(&["/rows"]);
    send(&api, &json!({})).await.assert_names(&["/rows"]);
    send(&api, &json!({"rows": {}}))
        .await
        .assert_names(&["/rows"]);
    send(&api, &json!({"rows": [], "land": 1}))
        .await
        .assert_names(&["/land"]);
    let foreign = json!({"rows": [row], "country": "AR"});
    send(&api, &foreign).await.assert_names(&["/country"]);
    let request = TestRequest::post()
        .uri("/api/v1/customers")
        .insert_header(("authorization", api.key(&[Scope::CustomersRead])));
    let answer = api.send(request.set_json(json!({"rows": []}))).await;
    answer.assert_problem(403, "insufficient_scope");
}

/// All rows have something in common with the one before: each has to wait for it.
#[actix_web::test]
async fn a_thousand_rows_that_hang_together_are_one_after_the_other() {
    let api = TestApi::over_database().await;
    let row = |number: usize| {
        json!({"email": format!("chain{}@mail.example", number / 2),
            "phone": format!("+5698{:07}", number.div_ceil(2))})
    };
    let rows: Vec<Value> = (0..1_000).map(row).collect();
    let answer = send(&api, &json!({"rows": rows, "country": "CL"}))
        .await
        .assert_ok(200);
    let data = &answer["data"];
    assert_eq!(data["summary"]["total"], 1_000);
    assert_eq!(data["summary"]["rejected"], 0);
    let empty = send(&api, &json!({"rows": []})).await.assert_ok(200);
    assert_eq!(empty["data"]["results"], json!([]));
}
