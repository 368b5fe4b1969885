//! `POST /api/v1/payments/webpay`

use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

const URI: &str = "/api/v1/payments/webpay";

/// What `commit` answers of an order that was paid.
fn commit(order: &str) -> Value {
    json!({
        "vci": "TSY", "amount": 1000, "status": "AUTHORIZED", "buy_order": order, "session_id": "sesion-1",
        "card_detail": {"card_number": "6623"}, "accounting_date": "0522",
        "transaction_date": "2026-05-22T11:41:21.063Z", "authorization_code": "1213",
        "payment_type_code": "VN", "response_code": 0, "installments_number": 0,
        "email": "ana@example.com",
    })
}

/// The object with other members; null takes one away.
fn but(mut object: Value, other: &Value) -> Value {
    for (name, value) in other.as_object().unwrap() {
        if value.is_null() {
            object.as_object_mut().unwrap().remove(name);
        } else {
            object[name] = value.clone();
        }
    }
    object
}

async fn tell(api: &TestApi, body: &Value) -> Answer {
    let key = api.key(&[Scope::EventsWrite]);
    api.send_json(("POST", URI), &key, body).await
}

/// The lines that a statement answers.
fn texts(sql: &str) -> Vec<String> {
    let printed = TestDatabase::shared().execute(sql).unwrap();
    printed.lines().map(str::to_owned).collect()
}

fn rows(api: &TestApi, columns: &str) -> Vec<String> {
    let sql = format!(
        "SELECT concat_ws(' ', {columns}) FROM outcome_events WHERE profile_id = '{}' ORDER BY id",
        api.profile
    );
    texts(&sql)
}

#[actix_web::test]
async fn an_order_is_one_payment_however_often_it_is_told() {
    let api = TestApi::over_database().await;
    let first = tell(&api, &commit("o-1")).await.assert_ok(201);
    assert_eq!(
        first["meta"],
        json!({"profile_id": api.profile, "warnings": []})
    );
    let payment = &first["data"];
    assert_eq!(payment["event_type"], "payment_received");
    assert_eq!(payment["event_time"], "2026-05-22T11:41:21.063000Z");
    assert_eq!(payment["recorded"], true);
    assert_eq!(payment["reason"], Value::Null);
    assert_eq!(payment["idempotency_key"], "o-1");

    // The same again, and what `status` says of it later.
    let later = json!({"vci": null, "session_id": null, "accounting_date": null, "amount": 1000.0, "email": null});
    for again in [commit("o-1"), but(commit("o-1"), &later)] {
        let again = tell(&api, &again).await.assert_ok(200);
        assert_eq!(again["data"]["replayed"], true);
        assert_eq!(again["data"]["recorded"], true);
        for field in ["id", "event_type", "event_time", "received_at"] {
            assert_eq!(again["data"][field], payment[field], "{field}");
        }
    }
    for other in [
        json!({"amount": 1001}),
        json!({"authorization_code": "1214"}),
        json!({"transaction_date": "2026-05-22T11:42:21.063Z"}),
        json!({"currency": "USD"}),
    ] {
        let reused = tell(&api, &but(commit("o-1"), &other)).await;
        reused.assert_problem(422, "idempotency_key_reused");
    }
    assert_eq!(
        rows(&api, "event_name, value_amount, currency"),
        ["webpay 1000 CLP"]
    );

    // One order is one payment, whoever told of it, and the other way round.
    let event =
        json!({"event_type": "payment_received", "value_amount": 500, "idempotency_key": "o-2"});
    let key = api.key(&[Scope::EventsWrite]);
    let events = ("POST", "/api/v1/events");
    api.send_json(events, &key, &event).await.assert_ok(201);
    let told = but(commit("o-2"), &json!({"amount": 500}));
    tell(&api, &told)
        .await
        .assert_problem(422, "idempotency_key_reused");
    let event = but(event, &json!({"idempotency_key": "o-1"}));
    let reused = api.send_json(events, &key, &event).await;
    reused.assert_problem(422, "idempotency_key_reused");
}

#[actix_web::test]
async fn what_comes_to_nothing_is_not_written_and_may_still_be_paid() {
    let api = TestApi::over_database().await;
    let deferred = json!({"capture_expiration_date": "2026-06-21T11:41:21.063Z"});
    for (other, reason) in [
        (
            json!({"status": "INITIALIZED", "response_code": null}),
            "not_finished",
        ),
        (
            json!({"status": "FAILED", "response_code": -1}),
            "not_authorised",
        ),
        (json!({"response_code": -1}), "not_authorised"),
        (deferred.clone(), "awaiting_capture"),
        (json!({"status": "REVERSED"}), "unknown_payment"),
        (json!({"status": "NULLIFIED"}), "unknown_payment"),
        (
            json!({"status": "PARTIALLY_NULLIFIED", "balance": 1}),
            "unknown_payment",
        ),
    ] {
        let told = tell(&api, &but(commit("o-1"), &other)).await.assert_ok(200);
        let nothing = json!({
            "recorded": false, "reason": reason, "id": null, "event_type": null, "event_time": null,
            "received_at": null, "replayed": false, "idempotency_key": null,
        });
        assert_eq!(told["data"], nothing);
    }
    assert!(rows(&api, "id").is_empty());
    let captured = but(
        but(commit("o-1"), &deferred),
        &json!({"status": "CAPTURED"}),
    );
    tell(&api, &captured).await.assert_ok(201);
    let again = tell(&api, &commit("o-1")).await.assert_ok(200);
    assert_eq!(again["data"]["replayed"], true);
}

#[actix_web::test]
async fn what_is_given_back_is_counted_once_in_whatever_order_it_is_told() {
    let api = TestApi::over_database().await;
    let left = |order: &str, balance: i64| {
        but(
            commit(order),
            &json!({"status": "PARTIALLY_NULLIFIED", "balance": balance}),
        )
    };
    let all = |order: &str| but(commit(order), &json!({"status": "NULLIFIED", "balance": 0}));
    tell(&api, &commit("o-1")).await.assert_ok(201);
    let first = tell(&api, &left("o-1", 700)).await.assert_ok(201);
    assert_eq!(first["data"]["event_type"], "payment_refunded");
    assert_eq!(first["data"]["idempotency_key"], "webpay-refund:o-1:300");
    let second = tell(&api, &left("o-1", 500)).await.assert_ok(201);
    // Told late, and again.
    for (object, same) in [(left("o-1", 700), &first), (left("o-1", 500), &second)] {
        let again = tell(&api, &object).await.assert_ok(200);
        assert_eq!(again["data"]["id"], same["data"]["id"]);
        assert_eq!(again["data"]["replayed"], true);
    }
    tell(&api, &all("o-1")).await.assert_ok(201);
    tell(&api, &all("o-1")).await.assert_ok(200);
    let refunds = rows(&api, "refund_of, value_amount");
    assert_eq!(refunds, ["1000", "o-1 300", "o-1 200", "o-1 500"]);

    // Out of order, and beside a refund that was told as an event.
    tell(&api, &commit("o-2")).await.assert_ok(201);
    let event = json!({
        "event_type": "refund", "value_amount": -100, "currency": "CLP", "idempotency_key": "other", "refund_of": "o-2",
    });
    let key = api.key(&[Scope::EventsWrite]);
    let told = api.send_json(("POST", "/api/v1/events"), &key, &event);
    told.await.assert_ok(201);
    tell(&api, &left("o-2", 500)).await.assert_ok(201);
    let late = tell(&api, &left("o-2", 700)).await.assert_ok(200);
    assert_eq!(late["data"]["idempotency_key"], "webpay-refund:o-2:500");
    let refunds = rows(&api, "refund_of, value_amount");
    assert_eq!(refunds[4..], ["1000", "o-2 -100", "o-2 400"]);
}

#[actix_web::test]
async fn those_who_tell_at_once_write_one_payment_and_no_refund_twice() {
    let api = TestApi::over_database().await;
    let object = commit("o-1");
    // Half of them by `status`, which says less.
    let less = but(
        object.clone(),
        &json!({"session_id": null, "email": null, "vci": null}),
    );
    let tellers = (0..16).map(|number| tell(&api, if number % 2 == 0 { &object } else { &less }));
    let answers = futures_util::future::join_all(tellers).await;
    let new = answers.iter().filter(|it| it.status.as_u16() == 201);
    assert_eq!(new.count(), 1, "{answers:?}");
    assert!(answers.iter().all(|it| it.status.is_success()));
    let balances = [900, 700, 400, 100, 0, 700, 400, 100];
    let objects: Vec<Value> = balances
        .iter()
        .map(|balance| json!({"status": "PARTIALLY_NULLIFIED", "balance": balance}))
        .map(|other| but(commit("o-1"), &other))
        .collect();
    let tellers = objects.iter().map(|object| tell(&api, object));
    for answer in futures_util::future::join_all(tellers).await {
        assert!(answer.status.is_success(), "{answer:?}");
    }
    let sums = "SELECT sum(value_amount)::text FROM outcome_events WHERE refund_of = 'o-1' AND profile_id = ";
    assert_eq!(texts(&format!("{sums}'{}'", api.profile)), ["1000"]);
}

/// In every order in which three sums can be told, no more is given back than was told, and in the end all of it.
#[actix_web::test]
async fn refunds_never_exceed_what_was_told_in_any_order() {
    let api = TestApi::over_database().await;
    let orders = [
        [700, 500, 100],
        [700, 100, 500],
        [500, 700, 100],
        [500, 100, 700],
        [100, 700, 500],
        [100, 500, 700],
    ];
    for (balances, number) in orders.iter().zip(1..) {
        let order = format!("o-{number}");
        tell(&api, &commit(&order)).await.assert_ok(201);
        let mut least = 1000;
        for balance in balances {
            let told = json!({"status": "PARTIALLY_NULLIFIED", "balance": balance});
            let answer = tell(&api, &but(commit(&order), &told)).await;
            let is_new = *balance < least;
            answer.assert_ok(if is_new { 201 } else { 200 });
            least = least.min(*balance);
            let sum = format!(
                "SELECT sum(value_amount)::int FROM outcome_events WHERE profile_id = '{}' AND refund_of = '{order}'",
                api.profile
            );
            assert_eq!(texts(&sum), [(1000 - least).to_string()], "{balances:?}");
        }
    }
}

#[actix_web::test]
async fn a_placeholder_is_told_whatever_becomes_of_the_order() {
    let api = TestApi::over_database().await;
    let nobody = json!({"email": null, "external_id": "null"});
    let paid = but(commit("o-1"), &nobody);
    let failed = but(paid.clone(), &json!({"status": "FAILED"}));
    for (object, status) in [(&failed, 200), (&paid, 201), (&paid, 200)] {
        let told = tell(&api, object).await.assert_ok(status);
        let warnings = json!(["identifier_ignored:external_id", "no_identifier"]);
        assert_eq!(told["meta"]["warnings"], warnings);
    }
    let wrong = but(failed, &json!({"national_id": "11.111.111-2"}));
    tell(&api, &wrong).await.assert_names(&["/national_id"]);
}

#[actix_web::test]
async fn a_card_is_stored_by_its_last_four_digits_alone() {
    let api = TestApi::over_database().await;
    let card = "4051885600446623";
    let object =
        json!({"card_detail": {"card_number": card}, "token_ws": format!("t{card}"), "more": card});
    let told = tell(&api, &but(commit("o-1"), &object)).await;
    assert!(!told.json().to_string().contains(card));
    let told = told.assert_ok(201);
    assert_eq!(told["meta"]["warnings"], json!(["unknown_fields_ignored"]));
    let wrong = json!({"card_detail": {"card_number": card}, "amount": card});
    let refused = tell(&api, &but(commit("o-2"), &wrong)).await;
    refused.assert_problem(400, "invalid_request");
    assert!(!refused.json().to_string().contains(card));
    let properties = rows(&api, "properties");
    assert!(
        properties[0].contains(r#""card_last_four": "6623""#),
        "{properties:?}"
    );
    let tables = texts(
        "SELECT c.relname::text FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace",
    );
    for table in tables {
        let found = format!("SELECT t::text FROM \"{table}\" t WHERE t::text LIKE '%{card}%'");
        let found = texts(&found);
        assert!(found.is_empty(), "{table}: {found:?}");
    }
}

#[actix_web::test]
async fn what_is_wrong_is_named_all_at_once() {
    let api = TestApi::over_database().await;
    let object = json!({
        "buy_order": "123456789012345678901234567", "amount": "1.000", "status": "PAID", "transaction_date": "05221141",
        "authorization_code": 1213, "card_detail": "6623", "email": 5, "details": [],
    });
    let refused = tell(&api, &but(commit("o"), &object)).await;
    refused.assert_names(&[
        "/email",
        "/buy_order",
        "/amount",
        "/status",
        "/transaction_date",
        "/authorization_code",
        "/card_detail/card_number",
        "/details",
    ]);
    let refused = tell(&api, &json!({})).await;
    refused.assert_names(&["/buy_order", "/amount", "/status"]);
    let wrong = but(commit("o"), &json!({"national_id": "11.111.111-2"}));
    tell(&api, &wrong).await.assert_names(&["/national_id"]);
    assert!(rows(&api, "id").is_empty());

    let nobody = but(commit("o"), &json!({"email": null}));
    let told = tell(&api, &nobody).await.assert_ok(201);
    assert_eq!(told["meta"]["warnings"], json!(["no_identifier"]));
    let key = api.key(&[Scope::AnalyticsRead]);
    let refused = api.send_json(("POST", URI), &key, &commit("o")).await;
    refused.assert_problem(403, "insufficient_scope");
}

#[actix_web::test]
async fn reports_count_the_order_and_what_is_left_of_it() {
    let api = TestApi::over_database().await;
    let day = json!({"transaction_date": null});
    tell(&api, &but(commit("o-1"), &day)).await.assert_ok(201);
    let refund = json!({"status": "PARTIALLY_NULLIFIED", "balance": 600, "transaction_date": null});
    tell(&api, &but(commit("o-1"), &refund))
        .await
        .assert_ok(201);
    api.catch_up().await;
    let sums = format!(
        "SELECT concat_ws(' ', is_refund, value_amount) FROM conversions WHERE profile_id = '{}' ORDER BY is_refund",
        api.profile
    );
    assert_eq!(texts(&sums), ["f 1000", "t -400"]);
}
