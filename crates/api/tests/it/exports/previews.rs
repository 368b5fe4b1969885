//! What a rule would read, and what it would tell.

use kernel::Scope;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Client, RULES, of, text};

const PREVIEW: &str = "/api/v1beta/exports/rules/preview";
const DRY_RUN: &str = "/api/v1beta/exports/rules/dry-run";

/// Deals that were won, an hour ago and two months ago, and one that was lost.
async fn deals(client: &Client) {
    let key = client.api.key(&[Scope::EventsWrite]);
    for (number, (stage, days)) in [("won", 0), ("won", 60), ("lost", 0)].iter().enumerate() {
        let at = kernel::Clock::now(&tributary_system::SystemClock)
            .plus_micros(-(days * 24 + 1) * 3_600_000_000);
        let body = json!({
            "event_type": "closed_won", "email": format!("d{number}@example.com"),
            "event_time": at.to_string(), "pipeline": {"to_stage": stage},
        });
        let sent = client
            .api
            .send_json(("POST", "/api/v1/events"), &key, &body);
        sent.await.assert_ok(201);
    }
}

fn pipeline() -> Value {
    json!({
        "source_kind": "pipeline_stage_transition", "source_config": {"to_stage": "won"},
    })
}

#[actix_web::test]
async fn a_preview_counts_a_month_and_names_what_it_counts() {
    let client = Client::new().await;
    deals(&client).await;
    let preview = client.post(PREVIEW, &pipeline()).await.assert_ok(200);
    let expected = json!({
        "days": 30, "candidate_count": 1, "matched_on": ["won"],
        "platform_event_name": "Purchase",
    });
    assert_eq!(preview["data"], expected);
    let definition = client.definition().await;
    let mut body = json!({"source_kind": "conversion_definition", "source_ref_id": definition});
    let preview = client.post(PREVIEW, &body).await.assert_ok(200);
    let expected = json!({
        "days": 30, "candidate_count": 0, "matched_on": ["order", "reorder"],
        "platform_event_name": "order_placed",
    });
    assert_eq!(preview["data"], expected);
    body["platform_event_name_overrides"] = json!({"social_capi": "Order"});
    let preview = client.post(PREVIEW, &body).await.assert_ok(200);
    assert_eq!(preview["data"]["platform_event_name"], "Order");
    body["source_ref_id"] = json!(Uuid::from_u128(5));
    let refused = client.post(PREVIEW, &body).await;
    refused.assert_problem(404, "not_found");
    let refused = client.post(PREVIEW, &json!({})).await;
    refused.assert_names(&["/source_kind"]);
    let none = client.get(RULES).await;
    assert_eq!(none["data"], json!([]), "nothing was kept");
}

#[actix_web::test]
async fn a_dry_run_counts_what_would_have_been_told() {
    let client = Client::new().await;
    deals(&client).await;
    let (social, search) = (client.social().await, client.search().await);
    let mut rule = pipeline();
    rule["name"] = json!("Won");
    rule["value_mode"] = json!("none");
    rule["platform_event_name_overrides"] = json!({"social_capi": "Lead"});
    rule["destinations"] =
        json!({"social_capi": {"enabled": true}, "search_ads": {"enabled": true}});
    let now = kernel::Clock::now(&tributary_system::SystemClock);
    let body = |of: Value, destination: &Value| {
        let mut body = json!({
            "destination_id": destination["id"], "until": now.to_string(),
            "from": now.plus_micros(-80 * 86_400_000_000).to_string(),
        });
        let of = of.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(of);
        body
    };
    let drafted = body(json!({"rule": rule}), &social);
    let drafted = client.post(DRY_RUN, &drafted).await.assert_ok(200);
    assert_eq!(drafted["data"]["events"], 2);
    assert_eq!(drafted["data"]["ships"], 1, "{drafted}");
    assert_eq!(drafted["data"]["stopped_at"], Value::Null);
    let made = client.made(RULES, &rule).await;
    let kept = body(json!({"rule_id": made["id"]}), &social);
    let kept = client.post(DRY_RUN, &kept).await.assert_ok(200);
    assert_eq!(kept["data"], drafted["data"]);
    let off = json!({"destinations": {"search_ads": {"enabled": false}}});
    client.patch(&of(RULES, &made), &off).await.assert_ok(200);
    let none = body(json!({"rule_id": text(&made["id"])}), &search);
    let none = client.post(DRY_RUN, &none).await.assert_ok(200);
    assert_eq!(
        (&none["data"]["ships"], &none["data"]["skips"]),
        (&json!(0), &json!({}))
    );

    for (field, value) in [
        ("rule_id", json!(5)),
        ("from", json!("yesterday")),
        (
            "until",
            now.plus_micros(-90 * 86_400_000_000).to_string().into(),
        ),
        (
            "from",
            now.plus_micros(-91 * 86_400_000_000).to_string().into(),
        ),
    ] {
        let mut odd = body(json!({"rule_id": made["id"]}), &social);
        odd[field] = value;
        let refused = client.post(DRY_RUN, &odd).await;
        refused.assert_problem(400, "invalid_request");
    }
    let refused = client.post(DRY_RUN, &body(json!({}), &social)).await;
    refused.assert_names(&["/rule_id"]);
    let odd = json!({"rule": {"name": ""}});
    let refused = client.post(DRY_RUN, &body(odd, &social)).await;
    refused.assert_names(&["/rule/source_kind"]);
    let nothing = json!({"id": Uuid::from_u128(5)});
    let refused = body(json!({"rule_id": nothing["id"]}), &social);
    client
        .post(DRY_RUN, &refused)
        .await
        .assert_problem(404, "not_found");
    let refused = body(json!({"rule_id": made["id"]}), &nothing);
    client
        .post(DRY_RUN, &refused)
        .await
        .assert_problem(404, "not_found");
}
