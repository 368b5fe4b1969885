//! Full replays and restatements.

use std::sync::{Arc, Mutex};

use actix_web::test::TestRequest;
use async_trait::async_trait;
use kernel::{
    Actor, Currency, Exact, ProfileAccess, RestatementId, Scope, StoreError, TimeZone, Timestamp,
};
use reporting::causes::{Cause, ChangeCause};
use reporting::restatements::{
    Change, CreditChange, LineCursor, LinesQuery, Restatement, RestatementDetail, RestatementLine,
    RestatementsPage, RestatementsQuery, RestatementsReader,
};
use serde_json::{Value, json};
use time::macros::date;
use uuid::Uuid;

use crate::support::{Answer, TestApi};

const RECOMPUTE: &str = "/api/v1beta/attribution/recompute";
const RECOMPUTES: &str = "/api/v1beta/attribution/recomputes";
const RESTATEMENTS: &str = "/api/v1beta/restatements";

async fn post(api: &TestApi, body: &str) -> Answer {
    let request = TestRequest::post()
        .uri(RECOMPUTE)
        .insert_header(("authorization", api.key(&[Scope::AttributionWrite])));
    let request = if body.is_empty() {
        request
    } else {
        request
            .insert_header(("content-type", "application/json"))
            .set_payload(body.to_owned())
    };
    api.send(request).await
}

async fn get(api: &TestApi, uri: &str) -> Answer {
    api.get(uri, &api.key(&[Scope::AnalyticsRead])).await
}

#[actix_web::test]
async fn one_replay_serves_all_requests_that_come_while_it_waits() {
    let api = TestApi::over_database().await;
    let first = post(&api, "").await.assert_ok(202);
    assert_eq!(first["data"]["created"], true);
    assert_eq!(first["data"]["status"], "queued");
    let second = post(&api, " {} ").await.assert_ok(202);
    assert_eq!(second["data"]["created"], false);
    assert_eq!(second["data"]["id"], first["data"]["id"]);
    let third = post(&api, "null").await.assert_ok(202);
    assert_eq!(third["data"], second["data"]);
    let id = first["data"]["id"].as_str().unwrap();
    let shown = get(&api, &format!("{RECOMPUTES}/{id}"))
        .await
        .assert_ok(200);
    let data = &shown["data"];
    assert_eq!(data["status"], "queued");
    assert_eq!(data["causes"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&data["people_done"], &data["people_total"]),
        (&json!(0), &Value::Null)
    );
    for later in ["started_at", "finished_at", "generation"] {
        assert_eq!(data[later], Value::Null);
    }
    assert_eq!(data["attempts"], 0);
    let list = get(&api, &format!("{RECOMPUTES}?limit=1"))
        .await
        .assert_ok(200);
    assert_eq!(list["data"], json!([data]));
    assert_eq!(list["pagination"], json!({"has_next": false, "cursor": ""}));

    let other = TestApi::over_database().await;
    get(&other, &format!("{RECOMPUTES}/{id}"))
        .await
        .assert_problem(404, "not_found");
    let none = get(&other, RECOMPUTES).await.assert_ok(200);
    assert_eq!(none["data"], json!([]));
}

#[actix_web::test]
async fn a_request_for_a_replay_has_no_fields() {
    let api = TestApi::new();
    post(&api, r#"{"full": true}"#)
        .await
        .assert_names(&["/full"]);
    post(&api, "[]").await.assert_names(&[""]);
    post(&api, "{").await.assert_names(&[""]);
    post(&api, &" ".repeat(2_000))
        .await
        .assert_problem(413, "payload_too_large");
    let text = TestRequest::post()
        .uri(RECOMPUTE)
        .insert_header(("authorization", api.key(&[Scope::AttributionWrite])))
        .set_payload("{}");
    api.send(text)
        .await
        .assert_problem(415, "unsupported_media_type");
    get(&api, &format!("{RECOMPUTES}/7"))
        .await
        .assert_names(&["id"]);
    get(&api, &format!("{RECOMPUTES}?limit=101&cursor=x|y"))
        .await
        .assert_names(&["limit", "cursor"]);
}

/// One restatement with two lines, and what was asked.
#[derive(Default)]
pub(crate) struct Ledger {
    asked: Mutex<Vec<String>>,
}

const ID: Uuid = Uuid::from_u128(0xe1);

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn restatement() -> Restatement {
    Restatement {
        id: ID.into(),
        sequence: 7,
        restated_at: Timestamp::from_micros(0),
        cause: Cause::Merge,
        causes: vec![ChangeCause {
            cause: Cause::Merge,
            subject: None,
            actor: Actor::System,
            at: Timestamp::from_micros(0),
            count: 3,
        }],
        recompute_id: None,
        currency_before: Currency::parse("EUR").unwrap(),
        currency_after: Currency::parse("EUR").unwrap(),
        timezone_before: TimeZone::utc(),
        timezone_after: TimeZone::utc(),
        days: Some((date!(2026 - 03 - 01), date!(2026 - 03 - 02))),
        lines: 12,
        cash_change: Some(exact("-0.000000001")),
        conversions_change: exact("0.333333333"),
        spend_change: Some(exact("0")),
    }
}

#[async_trait]
impl RestatementsReader for Ledger {
    async fn restatements(
        &self,
        _: &ProfileAccess,
        query: &RestatementsQuery,
    ) -> Result<RestatementsPage, StoreError> {
        let words = format!(
            "{:?} {} {:?}",
            query.causes,
            query.limit.get(),
            query.before
        );
        self.asked.lock().unwrap().push(words);
        Ok(RestatementsPage {
            rows: vec![restatement()],
            next: query.before.is_none().then_some(7),
        })
    }

    async fn restatement(
        &self,
        _: &ProfileAccess,
        id: RestatementId,
        query: &LinesQuery,
    ) -> Result<Option<RestatementDetail>, StoreError> {
        let (model, limit) = (query.model.as_str(), query.limit.get());
        let words = format!("{model} {limit} {:?}", query.after);
        self.asked.lock().unwrap().push(words);
        let change = Change {
            before: exact("123456789012345.00000001"),
            after: exact("0"),
        };
        let line = RestatementLine {
            date: date!(2026 - 03 - 01),
            channel: None,
            credit: Some(CreditChange {
                cash: change,
                conversions: change,
                payments: change,
            }),
            spend: None,
        };
        let next = LineCursor {
            date: date!(2026 - 03 - 01),
            channel: "A|B".to_owned(),
        };
        Ok((id.uuid() == ID).then(|| RestatementDetail {
            restatement: restatement(),
            lines: vec![line],
            next: query.after.is_none().then_some(next),
        }))
    }
}

fn with_ledger() -> (TestApi, Arc<Ledger>) {
    let ledger = Arc::new(Ledger::default());
    let api = TestApi::with(|state| state.restatements = ledger.clone());
    (api, ledger)
}

#[actix_web::test]
async fn restatements_are_listed_with_every_digit() {
    let (api, ledger) = with_ledger();
    let list = get(&api, &format!("{RESTATEMENTS}?cause=merge,several")).await;
    assert!(
        list.text.contains(r#""cash_change":-0.000000001,"#),
        "{}",
        list.text
    );
    let list = list.assert_ok(200);
    let row = &list["data"][0];
    assert_eq!(
        row["days"],
        json!({"from": "2026-03-01", "to": "2026-03-02"})
    );
    assert_eq!(
        row["causes"][0]["actor"],
        json!({"kind": "system", "id": null})
    );
    assert_eq!(row["causes"][0]["count"], 3);
    assert_eq!((&row["sequence"], &row["lines"]), (&json!(7), &json!(12)));
    assert_eq!(list["pagination"], json!({"has_next": true, "cursor": "7"}));
    let last = get(&api, &format!("{RESTATEMENTS}?limit=100&cursor=7"))
        .await
        .assert_ok(200);
    assert_eq!(last["pagination"]["has_next"], false);
    assert_eq!(
        *ledger.asked.lock().unwrap(),
        ["[Merge, Several] 20 None", "[] 100 Some(7)"]
    );
}

#[actix_web::test]
async fn lines_come_page_by_page_and_channels_may_hold_the_separator() {
    let (api, ledger) = with_ledger();
    let first = get(&api, &format!("{RESTATEMENTS}/{ID}?model=linear")).await;
    let before = r#""cash":{"before":123456789012345.00000001,"after":0}"#;
    assert!(first.text.contains(before), "{}", first.text);
    let first = first.assert_ok(200);
    assert_eq!(first["data"]["restatement"]["id"], ID.to_string());
    let line = &first["data"]["lines"][0];
    assert_eq!(
        (&line["channel"], &line["spend"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(line["model"], "linear");
    assert_eq!(first["pagination"]["cursor"], "2026-03-01|A|B");
    let uri = format!("{RESTATEMENTS}/{ID}?limit=500&cursor=2026-03-01%7CA%7CB");
    let second = get(&api, &uri).await.assert_ok(200);
    assert_eq!(
        second["pagination"],
        json!({"has_next": false, "cursor": ""})
    );
    let after = LineCursor {
        date: date!(2026 - 03 - 01),
        channel: "A|B".to_owned(),
    };
    let asked = ledger.asked.lock().unwrap().clone();
    let expected = format!("last_touch 500 {:?}", Some(after));
    assert_eq!(asked, ["linear 100 None".to_owned(), expected]);
}

#[actix_web::test]
async fn wrong_questions_about_restatements_are_named() {
    let (api, ledger) = with_ledger();
    let answer = get(
        &api,
        &format!("{RESTATEMENTS}?cause=merge,magic&limit=0&cursor=-1"),
    )
    .await;
    answer.assert_names(&["cause", "limit", "cursor"]);
    assert!(answer.text.contains("windows_changed"), "{}", answer.text);
    get(&api, &format!("{RESTATEMENTS}?cause="))
        .await
        .assert_names(&["cause"]);
    let uri = format!("{RESTATEMENTS}/{ID}?model=magic&limit=501&cursor=2026-02-30|x");
    get(&api, &uri)
        .await
        .assert_names(&["model", "limit", "cursor"]);
    assert_eq!(*ledger.asked.lock().unwrap(), Vec::<String>::new());
    get(&api, &format!("{RESTATEMENTS}/{}", Uuid::from_u128(1)))
        .await
        .assert_problem(404, "not_found");
}
