//! Rules: made, shown, listed, changed, put into the archive and taken out of it.

use serde_json::{Value, json};

use super::{Client, RULES, of, text};

fn pipeline(name: &str) -> Value {
    json!({
        "name": name, "source_kind": "pipeline_stage_transition",
        "source_config": {"to_stage": "won"},
    })
}

#[actix_web::test]
async fn a_rule_is_made_with_its_defaults_and_changed_field_by_field() {
    let client = Client::new().await;
    let definition = client.definition().await;
    let body = json!({
        "name": "Orders", "source_kind": "conversion_definition", "source_ref_id": definition,
    });
    let made = client.post(RULES, &body).await.assert_ok(201);
    assert_eq!(made["meta"]["warnings"], json!([]));
    let made = made["data"].clone();
    let expected = json!({
        "id": made["id"], "name": "Orders", "enabled": true, "archived_at": null, "priority": 100,
        "source_kind": "conversion_definition", "source_ref_id": definition, "source_config": {},
        "trigger_mode": "event_recorded",
        "destinations": {"social_capi": {"enabled": false}, "search_ads": {"enabled": false}},
        "platform_event_name_overrides": {}, "social_custom_event_type": null,
        "value_mode": "event_value", "recurring_payment_mode": "skip", "privacy_override": null,
        "created_at": made["created_at"], "updated_at": made["created_at"],
        "delivery_stats_7d": {"total": 0, "sent": 0, "lastAt": null},
    });
    assert_eq!(made, expected);

    let one = of(RULES, &made);
    let change = json!({
        "name": "All orders", "priority": 7, "destinations": {"social_capi": {"enabled": true}},
        "platform_event_name_overrides": {"social_capi": "Purchase"},
        "social_custom_event_type": "PURCHASE", "value_mode": "fixed_value",
        "source_config": {"fixed_value": "49.95", "fixed_currency": "EUR"},
        "recurring_payment_mode": "custom_event", "privacy_override": {"close": ["page"]},
    });
    let changed = client.patch(&one, &change).await.assert_ok(200);
    assert_eq!(
        changed["meta"]["warnings"],
        json!(["custom_conversion_not_made"])
    );
    let changed = &changed["data"];
    for field in [
        "name",
        "priority",
        "platform_event_name_overrides",
        "value_mode",
    ] {
        assert_eq!(changed[field], change[field], "{field}");
    }
    for field in [
        "source_config",
        "recurring_payment_mode",
        "privacy_override",
    ] {
        assert_eq!(changed[field], change[field], "{field}");
    }
    assert_eq!(
        changed["destinations"],
        json!({"social_capi": {"enabled": true}, "search_ads": {"enabled": false}})
    );
    assert_eq!(&client.get(&one).await["data"], changed);

    let nothing = json!({"source_kind": "conversion_definition", "name": "All orders"});
    let same = client.patch(&one, &nothing).await.assert_ok(200);
    assert_eq!(&same["data"], changed);
    let cleared = json!({
        "platform_event_name_overrides": {"social_capi": null}, "social_custom_event_type": null,
        "privacy_override": null, "value_mode": "none",
    });
    let cleared = client.patch(&one, &cleared).await.assert_ok(200);
    assert_eq!(cleared["data"]["platform_event_name_overrides"], json!({}));
    assert_eq!(cleared["data"]["source_config"], json!({}));
    assert_eq!(cleared["meta"]["warnings"], json!([]));
    let deeds = client.deeds("export_rule.updated");
    assert_eq!(deeds.len(), 2);
    assert_eq!(deeds[0]["before"]["name"], "Orders");
    assert_eq!(deeds[0]["after"]["priority"], 7);
    assert_eq!(deeds[0]["after"].get("enabled"), None);
    assert_eq!(client.deeds("export_rule.created").len(), 1);
}

#[actix_web::test]
async fn the_archive_is_on_no_list_and_can_be_left() {
    let client = Client::new().await;
    let mut made = Vec::new();
    for number in 0..5 {
        made.push(
            client
                .made(RULES, &pipeline(&format!("Rule {number}")))
                .await,
        );
    }
    let one = of(RULES, &made[2]);
    let archive = json!({"archived_at": "2026-03-01T13:00:00+01:00"});
    let archived = client.patch(&one, &archive).await.assert_ok(200);
    assert_eq!(
        archived["data"]["archived_at"],
        "2026-03-01T12:00:00.000000Z"
    );
    assert_eq!(
        client.get(&one).await["data"]["archived_at"],
        archived["data"]["archived_at"]
    );
    assert_eq!(
        names(&client).await,
        ["Rule 4", "Rule 3", "Rule 1", "Rule 0"]
    );
    let back = client.patch(&one, &json!({"archived_at": null})).await;
    assert_eq!(back.assert_ok(200)["data"]["archived_at"], Value::Null);
    let all = ["Rule 4", "Rule 3", "Rule 2", "Rule 1", "Rule 0"];
    assert_eq!(names(&client).await, all);
}

/// Names of all rules, two a page.
async fn names(client: &Client) -> Vec<String> {
    let (mut names, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("{RULES}?limit=2{cursor}")).await;
        let rows = page["data"].as_array().unwrap();
        assert!(rows.len() <= 2);
        names.extend(rows.iter().map(|row| text(&row["name"])));
        if page["pagination"]["has_next"] == false {
            return names;
        }
        cursor = format!("&cursor={}", text(&page["pagination"]["cursor"]));
    }
}

#[actix_web::test]
async fn a_profile_has_at_most_two_hundred_rules_and_its_archive_counts_for_none() {
    let client = Client::new().await;
    let archived = json!({"archived_at": "2026-03-01T12:00:00Z"});
    let mut body = pipeline("Old");
    body["archived_at"] = archived["archived_at"].clone();
    let old = client.made(RULES, &body).await;
    for number in 0..200 {
        client
            .made(RULES, &pipeline(&format!("Rule {number}")))
            .await;
    }
    let refused = client.post(RULES, &pipeline("One more")).await;
    refused.assert_problem(409, "conflict");
    let one = of(RULES, &old);
    let back = client.patch(&one, &json!({"archived_at": null})).await;
    back.assert_problem(409, "conflict");
    let named = client.patch(&one, &json!({"name": "Older"})).await;
    assert_eq!(named.assert_ok(200)["data"]["name"], "Older");
}
