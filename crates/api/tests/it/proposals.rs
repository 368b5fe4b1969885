//! Proposals that customers are one: found, listed, previewed, decided.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

const READS: &[Scope] = &[Scope::CustomersRead, Scope::AnalyticsRead];
const WRITES: &[Scope] = &[Scope::AttributionWrite];
const QUEUE: &str = "/api/v1/identity/merge-proposals";

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

/// A list with each of them twice: with close numbers, and one name for themselves at two hosts.
pub(crate) fn twin_rows(names: &[&str], family: &str) -> Value {
    let rows = names.iter().enumerate().flat_map(|(number, name)| {
        ["mail", "work"]
            .iter()
            .enumerate()
            .map(move |(slip, host)| {
                json!({
                    "email": format!("{name}.soto@{host}.example"),
                    "phone": format!("+569{}777777{slip}", number + 3),
                    "first_name": name,
                    "last_name": family,
                })
            })
    });
    json!({"rows": rows.collect::<Vec<_>>()})
}

/// Customers who are there twice, and a scan that finds them.
async fn twins(api: &TestApi, names: &[&str]) {
    let body = twin_rows(names, "Soto");
    post(api, "/api/v1/customers", WRITES, body)
        .await
        .assert_ok(200);
    let scan = format!("{QUEUE}/scan");
    for _ in 0..2 {
        let asked = post(api, &scan, WRITES, json!({})).await.assert_ok(202);
        assert_eq!(asked["data"]["status"], "queued");
        assert_eq!(asked["data"]["customers_walked"], 0);
    }
    api.compare_customers().await;
}

fn id(row: &Value) -> &str {
    row["id"].as_str().unwrap()
}

#[actix_web::test]
async fn a_proposal_says_why_and_is_decided() {
    let api = TestApi::over_database().await;
    twins(&api, &["ana", "eva"]).await;
    let queue = get(&api, QUEUE).await;
    assert_eq!(
        queue["status_counts"],
        json!({"pending": 2, "merged": 0, "dismissed": 0, "snoozed": 0})
    );
    assert_eq!(queue["pagination"]["has_next"], false);
    let first = &queue["data"][0];
    assert_eq!(first["status"], "pending");
    assert_eq!(first["band"], "strong");
    let [one, other] = first["customers"].as_array().unwrap().as_slice() else {
        panic!("two sides")
    };
    for (side, host) in [(one, "mail"), (other, "work")] {
        let address = side["primary_email"].as_str().unwrap();
        assert!(
            address.ends_with(&format!(".soto@{host}.example")),
            "{address}"
        );
        assert_eq!(side["identifiers"].as_array().unwrap().len(), 2);
    }
    let evidence = &first["evidence"];
    assert_eq!(
        evidence[0],
        json!({"field": "email", "level": "partial", "weight_bits": "8.677", "values": []})
    );
    assert_eq!(evidence[2]["field"], "names");

    let preview = get(&api, &format!("{QUEUE}/{}/preview", id(first))).await;
    assert_eq!(
        preview["data"]["survivor"]["customer_profile_id"],
        one["customer_profile_id"]
    );
    assert_eq!(preview["data"]["merge_id"], Value::Null);
    let decide = format!("{QUEUE}/{}/decide", id(first));
    let stale = json!({"decision": "merge", "preview_hash": "A".repeat(43)});
    assert_eq!(post(&api, &decide, WRITES, stale).await.status, 409);
    let merge = json!({"decision": "merge", "preview_hash": preview["data"]["preview_hash"]});
    let merged = post(&api, &decide, WRITES, merge.clone())
        .await
        .assert_ok(200);
    assert_eq!(merged["data"]["proposal"]["status"], "merged");
    assert_eq!(merged["data"]["proposal"]["decided_by"]["kind"], "api_key");
    assert_eq!(merged["meta"]["reporting_currency"], "EUR");
    let merge_id = merged["data"]["consequence"]["merge_id"].as_str().unwrap();
    assert_eq!(merged["data"]["proposal"]["merge_id"], json!(merge_id));
    let again = post(&api, &decide, WRITES, merge).await.assert_ok(200);
    assert_eq!(again["data"]["consequence"], Value::Null);
    for other in [
        json!({"decision": "dismiss"}),
        json!({"decision": "snooze", "snooze_until": "2100-01-01T00:00:00Z"}),
    ] {
        assert_eq!(post(&api, &decide, WRITES, other).await.status, 409);
    }
    let history = get(&api, "/api/v1/identity/merge-history").await;
    assert_eq!(history["data"][0]["id"], json!(merge_id));

    let undo = format!("/api/v1beta/identity/merges/{merge_id}/undo");
    post(&api, &undo, WRITES, json!({})).await.assert_ok(200);
    let queue = get(&api, &format!("{QUEUE}?status=dismissed")).await;
    assert_eq!(queue["data"][0]["id"], first["id"]);
    let second = get(&api, QUEUE).await["data"][0].clone();
    let decide = format!("{QUEUE}/{}/decide", id(&second));
    let snooze = json!({"decision": "snooze", "snooze_until": "2100-01-01T00:00:00Z"});
    let snoozed = post(&api, &decide, WRITES, snooze).await.assert_ok(200);
    assert_eq!(snoozed["data"]["proposal"]["status"], "snoozed");
    let dismissed = post(&api, &decide, WRITES, json!({"decision": "dismiss"})).await;
    let dismissed = dismissed.assert_ok(200);
    assert_eq!(dismissed["data"]["proposal"]["snooze_until"], Value::Null);
    assert_eq!(
        get(&api, QUEUE).await["status_counts"],
        json!({"pending": 0, "merged": 0, "dismissed": 2, "snoozed": 0})
    );
}

#[actix_web::test]
async fn the_queue_goes_page_by_page() {
    let api = TestApi::over_database().await;
    twins(&api, &["ana", "eva", "ida", "lea", "mia"]).await;
    let mut uri = format!("{QUEUE}?limit=2&band=strong");
    let mut seen = Vec::new();
    loop {
        let page = get(&api, &uri).await;
        assert_eq!(page["status_counts"]["pending"], 5);
        let rows = page["data"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| id(row).to_owned()));
        if page["pagination"]["has_next"] == false {
            break;
        }
        let cursor = page["pagination"]["cursor"].as_str().unwrap();
        uri = format!("{QUEUE}?limit=2&band=strong&cursor={cursor}");
    }
    assert_eq!(seen.len(), 5);
    let all = get(&api, QUEUE).await;
    let all: Vec<_> = all["data"].as_array().unwrap().iter().map(id).collect();
    assert_eq!(seen, all);
    for unreadable in ["nonsense", "bm9uc2Vuc2U", "%F0%9F%A6%80"] {
        let page = get(&api, &format!("{QUEUE}?cursor={unreadable}")).await;
        assert_eq!(id(&page["data"][0]), all[0], "from the beginning");
    }
    let none = get(&api, &format!("{QUEUE}?band=possible")).await;
    assert_eq!(none["data"], json!([]));
}

#[actix_web::test]
async fn what_is_asked_wrongly_says_so() {
    let api = TestApi::over_database().await;
    twins(&api, &["ana"]).await;
    let first = get(&api, QUEUE).await["data"][0].clone();
    let decide = format!("{QUEUE}/{}/decide", id(&first));
    for (body, pointer, code) in [
        (json!({"decision": "join"}), "/decision", "unknown_value"),
        (json!({"decision": "snooze"}), "/snooze_until", "missing"),
        (
            json!({"decision": "snooze", "snooze_until": "tomorrow"}),
            "/snooze_until",
            "malformed",
        ),
        (
            json!({"decision": "snooze", "snooze_until": "2001-01-01T00:00:00Z"}),
            "/snooze_until",
            "out_of_range",
        ),
        (
            json!({"decision": "merge", "snooze_until": "2100-01-01T00:00:00Z"}),
            "/snooze_until",
            "unknown_field",
        ),
        (
            json!({"decision": "dismiss", "preview_hash": "A".repeat(43)}),
            "/preview_hash",
            "unknown_field",
        ),
        (
            json!({"decision": "merge", "preview_hash": "x"}),
            "/preview_hash",
            "malformed",
        ),
        (
            json!({"decision": "merge", "force": true}),
            "/force",
            "unknown_field",
        ),
    ] {
        let answer = post(&api, &decide, WRITES, body.clone()).await;
        assert_eq!(answer.status, 400, "{body}");
        let error = &answer.json()["errors"][0];
        assert_eq!(
            (&error["pointer"], &error["code"]),
            (&json!(pointer), &json!(code)),
            "{body}"
        );
    }
    for query in ["status=open", "band=sure", "limit=0", "limit=101"] {
        let key = api.key(READS);
        let answer = api.get(&format!("{QUEUE}?{query}"), &key).await;
        assert_eq!(answer.status, 400, "{query}");
    }
    let merge = json!({"decision": "merge"});
    let nobody = "018f0000-0000-7000-8000-000000000000";
    let unknown = format!("{QUEUE}/{nobody}/decide");
    assert_eq!(
        post(&api, &unknown, WRITES, merge.clone()).await.status,
        404
    );
    let key = api.key(READS);
    let unknown = api.get(&format!("{QUEUE}/{nobody}/preview"), &key).await;
    assert_eq!(unknown.status, 404);
    assert_eq!(post(&api, &decide, READS, merge.clone()).await.status, 403);
    let scan = format!("{QUEUE}/scan");
    assert_eq!(post(&api, &scan, READS, json!({})).await.status, 403);
    // Those of another profile are nobody's.
    let other = TestApi::over_database().await;
    assert_eq!(post(&other, &decide, WRITES, merge).await.status, 404);
    assert_eq!(get(&other, QUEUE).await["data"], json!([]));
    let key = other.key(READS);
    let preview = format!("{QUEUE}/{}/preview", id(&first));
    assert_eq!(other.get(&preview, &key).await.status, 404);
}

#[actix_web::test]
async fn a_masked_profile_shows_little_of_both() {
    let api = TestApi::over_database().await;
    twins(&api, &["ana"]).await;
    let sql = format!(
        "UPDATE profiles SET pii_mode = 'masked' WHERE id = '{}'",
        api.profile
    );
    TestDatabase::shared().execute(&sql).unwrap();
    let queue = get(&api, QUEUE).await;
    let side = &queue["data"][0]["customers"][0];
    assert_eq!(side["primary_email"], "a***@mail.example");
    assert_eq!(side["primary_phone"], "***70");
    let told = queue.to_string();
    for value in ["ana", "Soto", "77777"] {
        assert!(!told.contains(value), "{value} in {told}");
    }
}

const SEVERAL: &str = "/api/v1beta/identity/merge-proposals";

#[actix_web::test]
async fn several_are_previewed_decided_and_taken_back_at_once() {
    let api = TestApi::over_database().await;
    twins(&api, &["ana", "eva", "ida"]).await;
    let queue = get(&api, QUEUE).await;
    let rows = queue["data"].as_array().unwrap();
    let ids: Vec<&Value> = rows.iter().map(|row| &row["id"]).collect();
    let (both, third) = (json!([ids[0], ids[1]]), json!([ids[2]]));
    let preview = format!("{SEVERAL}/preview");
    let told = post(&api, &preview, READS, json!({"proposal_ids": both})).await;
    let told = told.assert_ok(200);
    let merges = told["data"]["merges"].as_array().unwrap();
    assert_eq!(merges.len(), 2);
    for (merge, id) in merges.iter().zip(&ids) {
        assert_eq!(merge["proposal_id"], **id);
        assert_eq!(merge["merge_id"], Value::Null);
    }
    assert_eq!(told["meta"]["reporting_currency"], "EUR");
    assert_eq!(
        get(&api, "/api/v1/identity/merge-history").await["data"],
        json!([])
    );
    let decide = format!("{SEVERAL}/decide");
    let hash = &told["data"]["preview_hash"];
    let merge =
        |ids: &Value| json!({"proposal_ids": ids, "decision": "merge", "preview_hash": hash});
    // Not what was previewed; not to be done by whoever reads.
    let others = merge(&json!([ids[0], ids[2]]));
    assert_eq!(post(&api, &decide, WRITES, others).await.status, 409);
    assert_eq!(post(&api, &decide, READS, merge(&both)).await.status, 403);
    let done = post(&api, &decide, WRITES, merge(&both))
        .await
        .assert_ok(200);
    assert_eq!(done["data"]["decision"], "merge");
    assert_eq!(done["data"]["proposal_ids"], both);
    let merges = done["data"]["consequence"]["merges"].as_array().unwrap();
    let made: Vec<&Value> = merges.iter().map(|merge| &merge["merge_id"]).collect();
    assert_eq!(get(&api, QUEUE).await["status_counts"]["merged"], 2);
    // Whoever did not hear the answer asks again, and can take back the same.
    let again = post(&api, &decide, WRITES, merge(&both))
        .await
        .assert_ok(200);
    let by = again["data"]["consequence"]["merges"].as_array().unwrap();
    let by: Vec<&Value> = by.iter().map(|merge| &merge["merge_id"]).collect();
    assert_eq!(by, made);

    // One that was decided otherwise keeps all of them from it, and is named.
    let dismiss = json!({"proposal_ids": [ids[2], ids[1]], "decision": "dismiss"});
    let refused = post(&api, &decide, WRITES, dismiss).await;
    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/proposal_ids/1");
    assert_eq!(get(&api, QUEUE).await["status_counts"]["pending"], 1);
    let dismiss = json!({"proposal_ids": third, "decision": "dismiss"});
    let dismissed = post(&api, &decide, WRITES, dismiss).await.assert_ok(200);
    assert_eq!(dismissed["data"]["consequence"], Value::Null);
    assert_eq!(dismissed["meta"]["reporting_currency"], Value::Null);

    let undo = "/api/v1beta/identity/merges/undo";
    let strange = json!("018f0000-0000-7000-8000-000000000000");
    let with_strange = json!({"merge_ids": [made[0], strange]});
    let refused = post(&api, undo, WRITES, with_strange).await;
    assert_eq!(refused.status, 400);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/merge_ids/1");
    for _ in 0..2 {
        let all = json!({"merge_ids": [made[0], made[1], made[0]]});
        let undone = post(&api, undo, WRITES, all).await.assert_ok(200);
        let merges = undone["data"]["merges"].as_array().unwrap();
        let of = |field: &str| {
            merges
                .iter()
                .map(|it| it[field].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(json!(of("id")), json!([made[0], made[1], made[0]]));
        assert!(of("undone_at").iter().all(Value::is_string));
    }
    assert_eq!(get(&api, QUEUE).await["status_counts"]["dismissed"], 3);
}

#[actix_web::test]
async fn several_that_are_none_or_too_many_or_twice_say_so() {
    let api = TestApi::over_database().await;
    let strange = "018f0000-0000-7000-8000-000000000000";
    let many: Vec<String> = (0..51).map(|number| format!("{number:032x}")).collect();
    for (ids, pointer, code) in [
        (json!([]), "", "out_of_range"),
        (json!(many), "", "out_of_range"),
        (json!([strange]), "/0", "unknown_value"),
    ] {
        let of_proposals = json!({"proposal_ids": ids});
        let dismissed = json!({"proposal_ids": ids, "decision": "dismiss"});
        let of_merges = json!({"merge_ids": ids});
        for (path, body, field) in [
            (format!("{SEVERAL}/preview"), of_proposals, "/proposal_ids"),
            (format!("{SEVERAL}/decide"), dismissed, "/proposal_ids"),
            (
                "/api/v1beta/identity/merges/undo".to_owned(),
                of_merges,
                "/merge_ids",
            ),
        ] {
            let scopes = if path.ends_with("preview") {
                READS
            } else {
                WRITES
            };
            let answer = post(&api, &path, scopes, body).await;
            assert_eq!(answer.status, 400, "{path}");
            let error = &answer.json()["errors"][0];
            assert_eq!(error["pointer"], format!("{field}{pointer}"), "{path}");
            assert_eq!(error["code"], code, "{path}");
        }
    }
    let twice = json!({"proposal_ids": [strange, strange]});
    let answer = post(&api, &format!("{SEVERAL}/preview"), READS, twice).await;
    assert_eq!(answer.json()["errors"][0]["code"], "repeated");
}
