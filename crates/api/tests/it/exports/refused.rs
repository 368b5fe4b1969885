//! What is refused: every field by its name, ids of others like ids of nothing, and scopes.

use kernel::Scope;
use platform_connections::{ConnectionState, PlatformProvider, ReconnectReason};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{COMPLIANCE, Client, DESTINATIONS, RULES, of, search, social};

/// The body with another value of one field.
fn with(body: &Value, field: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[field] = value;
    body
}

#[actix_web::test]
async fn every_field_of_a_destination_that_is_wrong_is_named() {
    let client = Client::new().await;
    let refused = client.post(DESTINATIONS, &json!({})).await;
    refused.assert_names(&["/destination", "/connection_id"]);
    let odd = json!({
        "destination": "tiktok", "connection_id": "5", "enabled": "yes", "social_pixel_id": 5551,
    });
    let refused = client.post(DESTINATIONS, &odd).await;
    refused.assert_names(&["/connection_id", "/enabled", "/social_pixel_id"]);
    let connection = client.connected(PlatformProvider::SocialAds).await;
    let body = social(&connection);
    let action = "customers/1234567890/conversionActions/42";
    for (field, value) in [
        ("destination", json!("tiktok")),
        ("enabled", Value::Null),
        ("social_pixel_id", Value::Null),
        ("social_pixel_id", json!("a/b")),
        ("social_pixel_id", json!("1".repeat(129))),
        ("search_conversion_action", json!(action)),
        ("destination_config", json!([])),
        ("destination_config", json!({"data_source_kind": "shop"})),
        (
            "destination_config",
            json!({"signal_quality": {"min_match": "all"}}),
        ),
        ("destination_config", json!({"page_id": "x".repeat(20_000)})),
        ("routing", json!("active")),
    ] {
        let refused = client.post(DESTINATIONS, &with(&body, field, value)).await;
        refused.assert_names(&[&format!("/{field}")]);
    }
    let searched = client.connected(PlatformProvider::SearchAds).await;
    let body = search(&searched);
    for value in [json!("42"), json!(format!("{action}{}", "1".repeat(250)))] {
        let odd = with(&body, "search_conversion_action", value);
        let refused = client.post(DESTINATIONS, &odd).await;
        refused.assert_names(&["/search_conversion_action"]);
    }
}

#[actix_web::test]
async fn a_destination_needs_a_connection_of_its_profile_and_its_platform() {
    let (client, other) = (Client::new().await, Client::new().await);
    let own = client.connected(PlatformProvider::SocialAds).await;
    let searched = client.connected(PlatformProvider::SearchAds).await;
    let theirs = other.connected(PlatformProvider::SocialAds).await;
    let gone = client
        .api
        .connection(PlatformProvider::SocialAds, ConnectionState::Revoked)
        .await
        .to_string();
    let made = client.made(DESTINATIONS, &social(&own)).await;
    let one = of(DESTINATIONS, &made);
    let nobodys = Uuid::from_u128(5).to_string();
    for id in [&theirs, &nobodys] {
        let refused = client.post(DESTINATIONS, &social(id)).await;
        refused.assert_problem(404, "not_found");
        assert!(refused.text.contains("/connection_id"), "{}", refused.text);
        let refused = client.patch(&one, &json!({"connection_id": id})).await;
        refused.assert_problem(404, "not_found");
    }
    for id in [&searched, &gone] {
        let refused = client.post(DESTINATIONS, &social(id)).await;
        refused.assert_names(&["/connection_id"]);
        let refused = client.patch(&one, &json!({"connection_id": id})).await;
        refused.assert_names(&["/connection_id"]);
    }
    // One that somebody has to connect anew is told of what happens once they have.
    let state = ConnectionState::ReconnectRequired(ReconnectReason::TokenExpired);
    let stopped = client.api.connection(PlatformProvider::SocialAds, state);
    let moved = json!({"connection_id": stopped.await.to_string()});
    let moved = client.patch(&one, &moved).await.assert_ok(200);
    assert_eq!(moved["data"]["connection"]["status"], "reconnect_required");
    let kind = json!({"destination": "search_ads", "enabled": false});
    client
        .patch(&one, &kind)
        .await
        .assert_names(&["/destination"]);
    let nulls = json!({"connection_id": null, "enabled": null, "destination_config": null});
    let refused = client.patch(&one, &nulls).await;
    refused.assert_names(&["/destination_config", "/connection_id", "/enabled"]);
    assert_eq!(client.get(&one).await["data"]["enabled"], true);
}

#[actix_web::test]
async fn every_field_of_a_rule_that_is_wrong_is_named() {
    let client = Client::new().await;
    let refused = client.post(RULES, &json!({})).await;
    refused.assert_names(&["/source_kind", "/name"]);
    let definition = client.definition().await;
    let body = json!({
        "name": "Orders", "source_kind": "conversion_definition", "source_ref_id": definition,
    });
    let fixed = json!({"fixed_value": "49.90", "fixed_currency": "EUR"});
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("x".repeat(161))),
        ("name", Value::Null),
        ("enabled", json!(1)),
        ("archived_at", json!("yesterday")),
        ("priority", json!(0)),
        ("priority", json!(1000)),
        ("priority", json!(1.5)),
        ("source_kind", json!("pixel")),
        ("source_ref_id", json!("5")),
        ("source_ref_id", Value::Null),
        ("source_config", json!({"to_stage": "won"})),
        ("source_config", fixed),
        ("trigger_mode", json!("stage_entered")),
        ("trigger_mode", json!("never")),
        ("destinations", json!({"tiktok": {"enabled": true}})),
        ("destinations", json!({"social_capi": true})),
        ("platform_event_name_overrides", json!({"tiktok": "Lead"})),
        ("platform_event_name_overrides", json!({"social_capi": ""})),
        ("value_mode", json!("double")),
        ("recurring_payment_mode", json!("twice")),
        ("privacy_override", json!({"open": ["page"]})),
        ("privacy_override", json!({"close": ["everything"]})),
    ] {
        let refused = client.post(RULES, &with(&body, field, value)).await;
        refused.assert_names(&[&format!("/{field}")]);
    }
    let fixed = json!({"value_mode": "fixed_value"});
    let made = client.made(RULES, &body).await;
    let one = of(RULES, &made);
    client
        .patch(&one, &fixed)
        .await
        .assert_names(&["/source_config"]);
    let kind = json!({"source_kind": "pipeline_stage_transition", "priority": 0});
    let refused = client.patch(&one, &kind).await;
    refused.assert_names(&["/source_kind", "/priority"]);
    let pipeline = json!({"name": "Won", "source_kind": "pipeline_stage_transition"});
    let refused = client.post(RULES, &pipeline).await;
    refused.assert_names(&["/source_config"]);
    let entered = with(&pipeline, "source_config", json!({"to_stage": "won"}));
    let refused = client
        .post(RULES, &with(&entered, "source_ref_id", json!(definition)))
        .await;
    refused.assert_names(&["/source_ref_id"]);
}

#[actix_web::test]
async fn ids_of_others_are_ids_of_nothing() {
    let (client, other) = (Client::new().await, Client::new().await);
    let theirs = other.social().await;
    let definition = other.definition().await;
    let rule = json!({
        "name": "Orders", "source_kind": "conversion_definition", "source_ref_id": definition,
    });
    let their_rule = other.made(RULES, &rule).await;
    let nothing = json!({"id": Uuid::from_u128(5)});
    let clean = json!({"clean_dataset_id": "9990"});
    let enabled = json!({"enabled": false});
    for id in [&theirs, &nothing] {
        let one = of(DESTINATIONS, id);
        let shown = client.api.get(&one, &client.key).await;
        shown.assert_problem(404, "not_found");
        let changed = client.patch(&one, &enabled).await;
        changed.assert_problem(404, "not_found");
        let provisioned = client.post(&format!("{one}/provision"), &clean).await;
        provisioned.assert_problem(404, "not_found");
    }
    for id in [&their_rule, &nothing] {
        let one = of(RULES, id);
        let shown = client.api.get(&one, &client.key).await;
        shown.assert_problem(404, "not_found");
        let changed = client.patch(&one, &enabled).await;
        changed.assert_problem(404, "not_found");
    }
    let refused = client.post(RULES, &rule).await;
    refused.assert_problem(404, "not_found");
    assert!(refused.text.contains("/source_ref_id"), "{}", refused.text);
    let own = client.definition().await;
    let own = client
        .made(RULES, &with(&rule, "source_ref_id", json!(own)))
        .await;
    let moved = json!({"source_ref_id": definition});
    let refused = client.patch(&of(RULES, &own), &moved).await;
    refused.assert_problem(404, "not_found");
    assert_eq!(client.get(RULES).await["data"].as_array().unwrap().len(), 1);
    assert_eq!(
        client.get(DESTINATIONS).await["data"]["destinations"],
        json!([])
    );
    assert_eq!(other.get(&of(DESTINATIONS, &theirs)).await["data"], theirs);
    assert_eq!(other.get(&of(RULES, &their_rule)).await["data"], their_rule);
    assert_eq!(
        other.get(COMPLIANCE).await["data"]["privacy_mode"],
        "standard"
    );
}

#[actix_web::test]
async fn scopes_are_asked_for() {
    let client = Client::new().await;
    let made = client.social().await;
    let reads = client.api.key(&[Scope::ExportsRead]);
    let writes = client.api.key(&[Scope::ExportsWrite]);
    let one = of(DESTINATIONS, &made);
    let rule = format!("{RULES}/{}", Uuid::from_u128(5));
    let provision = format!("{one}/provision");
    for uri in [DESTINATIONS, RULES, COMPLIANCE, one.as_str(), rule.as_str()] {
        let refused = client.api.get(uri, &writes).await;
        refused.assert_problem(403, "insufficient_scope");
    }
    for (method, uri) in [
        ("POST", DESTINATIONS),
        ("PATCH", one.as_str()),
        ("POST", provision.as_str()),
        ("POST", RULES),
        ("PATCH", rule.as_str()),
        ("PATCH", COMPLIANCE),
    ] {
        let refused = client
            .api
            .send_json((method, uri), &reads, &json!({}))
            .await;
        refused.assert_problem(403, "insufficient_scope");
    }
}
