//! `GET /api/v1/customers/search`

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

async fn ask(api: &TestApi, query: &str) -> Answer {
    let key = api.key(&[Scope::CustomersRead]);
    api.get(&format!("/api/v1/customers/search?{query}"), &key)
        .await
}

/// First names of whom a text finds, in order, and warnings.
async fn found(api: &TestApi, query: &str) -> (Vec<String>, Value) {
    let answer = ask(api, query).await.assert_ok(200);
    assert_eq!(answer["meta"]["reporting_currency"], "EUR");
    let candidates = answer["data"].as_array().unwrap().iter();
    let names = candidates.map(|one| one["first_name"].as_str().unwrap().to_owned());
    (names.collect(), answer["meta"]["warnings"].clone())
}

async fn names(api: &TestApi, query: &str) -> Vec<String> {
    let (names, warnings) = found(api, query).await;
    assert_eq!(warnings, Value::Null, "{query}");
    names
}

async fn send(api: &TestApi, uri: &str, scope: Scope, body: Value) -> Value {
    let request = TestRequest::post()
        .uri(uri)
        .insert_header(("authorization", api.key(&[scope])))
        .set_json(body);
    api.send(request).await.json()
}

async fn list(api: &TestApi, rows: Value) -> Value {
    let body = json!({"rows": rows});
    let answer = send(api, "/api/v1/customers", Scope::AttributionWrite, body).await;
    answer["data"]["results"].clone()
}

#[actix_web::test]
async fn the_best_candidate_comes_first_whatever_the_accents() {
    let api = TestApi::over_database().await;
    let rows = json!([
        {"email": "jose@mail.example", "first_name": "José", "last_name": "Muñoz"},
        {"email": "marta@mail.example", "first_name": "Marta", "last_name": "Peña Øst", "phone": "+56987654321"},
        {"email": "muller@mail.example", "first_name": "Heike", "national_id": "12345678-5", "external_id": "c-100"},
        {"email": "tamara@mail.example", "first_name": "Tamara", "last_name": "Jose"},
        {"email": "percent_100%@mail.example", "first_name": "Zoe"},
    ]);
    let listed = list(&api, rows).await;
    for (query, expected) in [
        ("q=jose", vec!["José", "Tamara"]),
        ("q=JOS%C3%89%20mu", vec!["José"]),
        ("q=munoz", vec!["José"]),
        ("q=pena%20ost", vec!["Marta"]),
        ("q=mu", vec!["José"]),
        // Contained in a name or address, from three characters on.
        ("q=ar", vec![]),
        ("q=mar", vec!["Marta", "Tamara"]),
        ("q=uller@", vec!["Heike"]),
        ("q=8765", vec!["Marta"]),
        // What stands for anything in a pattern stands for itself.
        ("q=t_100%25", vec!["Zoe"]),
        ("q=%25%25%25", vec![]),
        ("q=___", vec![]),
        // Identifiers as people write them.
        ("q=9%208765%204321", vec!["Marta"]),
        ("q=12.345.678-5", vec!["Heike"]),
        ("q=c-100", vec!["Heike"]),
        ("q=Tamara@Mail.example", vec!["Tamara"]),
        ("q=j", vec![]),
        ("q=%20j%20", vec![]),
        ("q=", vec![]),
        ("q=nobody", vec![]),
        ("q=jose&limit=1", vec!["José"]),
    ] {
        assert_eq!(names(&api, query).await, expected, "{query}");
    }
    let tamara = listed[3]["customer_profile_id"].as_str().unwrap();
    let without = format!("q=jose&exclude={tamara}");
    assert_eq!(names(&api, &without).await, ["José"]);
}

#[actix_web::test]
async fn a_candidate_says_what_it_is_worth_and_who_told_of_it() {
    let api = TestApi::over_database().await;
    let event = json!({"event_type": "payment_received", "value_amount": "12.50", "currency": "EUR",
        "email": "ada@mail.example", "first_name": "Ada", "crm_contact_id": "7",
        "event_time": "2026-01-05T12:00:00Z", "idempotency_key": "one"});
    send(&api, "/api/v1/events", Scope::EventsWrite, event).await;
    let rows =
        json!([{"email": "ada@mail.example", "last_name": "Lovelace", "phone": "+56987654321"}]);
    let listed = list(&api, rows).await;
    api.catch_up().await;
    let answer = ask(&api, "q=lovelace").await.assert_ok(200);
    let expected = json!([{
        "customer_profile_id": listed[0]["customer_profile_id"],
        "first_name": "Ada", "last_name": "Lovelace",
        "primary_email": "ada@mail.example", "primary_phone": "+56987654321",
        "first_seen_at": "2026-01-05T12:00:00.000000Z", "last_seen_at": "2026-01-05T12:00:00.000000Z",
        "conversion_count": 1, "cash_revenue": "12.5",
        "sources": ["event", "import"],
    }]);
    assert_eq!(answer["data"], expected);
}

#[actix_web::test]
async fn nobody_is_found_who_was_merged_or_is_of_another_profile() {
    let api = TestApi::over_database().await;
    let other = TestApi::over_database().await;
    list(
        &other,
        json!([{"email": "eve@mail.example", "first_name": "Eve"}]),
    )
    .await;
    let rows = json!([
        {"email": "eve@mail.example", "first_name": "Eve"},
        {"phone": "+56987654399", "first_name": "Evelyn"},
    ]);
    list(&api, rows).await;
    assert_eq!(names(&api, "q=eve").await, ["Eve", "Evelyn"]);
    let both = json!([{"email": "eve@mail.example", "phone": "+56987654399"}]);
    list(&api, both).await;
    api.catch_up().await;
    assert_eq!(names(&api, "q=eve").await.len(), 1);
    assert_eq!(names(&api, "q=%2B56987654399").await.len(), 1);
}

#[actix_web::test]
async fn a_text_that_fits_too_many_says_so() {
    let api = TestApi::over_database().await;
    let row = |number: u32| json!({"email": format!("p{number}@mail.example"), "first_name": format!("Pat {number:03}")});
    let rows: Vec<Value> = (0..260).map(row).collect();
    list(&api, json!(rows)).await;
    let (many, warnings) = found(&api, "q=pa&limit=50").await;
    assert_eq!((many.len(), warnings), (50, json!(["too_many_matches"])));
    assert_eq!(names(&api, "q=pat%20259").await, ["Pat 259"]);
    let (many, warnings) = found(&api, "q=mail.ex&limit=5").await;
    assert_eq!((many.len(), warnings), (5, json!(["too_many_matches"])));
}

#[actix_web::test]
async fn what_cannot_be_looked_for_is_refused_by_name() {
    let api = TestApi::over_database().await;
    ask(&api, "limit=5").await.assert_names(&["q"]);
    ask(&api, "q=ada&limit=51").await.assert_names(&["limit"]);
    ask(&api, "q=ada&exclude=me")
        .await
        .assert_names(&["exclude"]);
    ask(&api, "q=a%00a").await.assert_names(&["q"]);
    let long = format!("q={}", "a".repeat(257));
    ask(&api, &long).await.assert_names(&["q"]);
    let key = api.key(&[Scope::AnalyticsRead]);
    let answer = api.get("/api/v1/customers/search?q=ada", &key).await;
    answer.assert_problem(403, "insufficient_scope");
    let sql = format!(
        "UPDATE profiles SET pii_mode = 'masked' WHERE id = '{}'",
        api.profile
    );
    TestDatabase::shared().execute(&sql).unwrap();
    ask(&api, "q=ada").await.assert_names(&["q"]);
}
