//! What a profile decides for all of its exports, and who may open more.

use serde_json::{Value, json};

use super::{COMPLIANCE, Client, DESTINATIONS, of};

#[actix_web::test]
async fn whoever_configures_exports_may_close_and_never_open() {
    let client = Client::new().await;
    let nothing = client.get(COMPLIANCE).await;
    let expected = json!({
        "privacy_mode": "standard", "privacy_config": {"open": []},
        "export_social_enabled": false, "export_search_enabled": false,
        "destinations_held_back": 0,
    });
    assert_eq!(nothing["data"], expected);
    let closed = json!({
        "privacy_mode": "hipaa",
        "privacy_config": {"limited_data_use": {"country": 1, "state": 1000}},
    });
    let closed = client.patch(COMPLIANCE, &closed).await.assert_ok(200);
    assert_eq!(closed["data"]["privacy_mode"], "hipaa");

    let made = client.social().await;
    let provision = format!("{}/provision", of(DESTINATIONS, &made));
    let clean = json!({"clean_dataset_id": "9990"});
    let standard = json!({"privacy_mode": "standard"});
    let unlimited = json!({"privacy_config": {}});
    let opened = json!({"privacy_mode": "custom", "privacy_config": {
        "open": ["page"], "limited_data_use": {"country": 1, "state": 1000},
    }});
    for (method, uri, body) in [
        ("PATCH", COMPLIANCE, &standard),
        ("PATCH", COMPLIANCE, &unlimited),
        ("PATCH", COMPLIANCE, &opened),
        ("POST", provision.as_str(), &clean),
    ] {
        let refused = client.send(method, uri, body).await;
        refused.assert_problem(403, "insufficient_scope");
        let profile = client.api.profile;
        let place = format!("https://t.example/p/{profile}/settings/developer/exports");
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.ends_with(&place), "{detail}");
        assert!(detail.contains("owner or admin"), "{detail}");
    }
    let kept = client.get(COMPLIANCE).await;
    assert_eq!(kept["data"]["privacy_mode"], "hipaa");
    let shown = client.get(&of(DESTINATIONS, &made)).await;
    assert_eq!(shown["data"]["clean_dataset_id"], Value::Null);

    // As closed, in other words.
    let custom = json!({"privacy_mode": "custom"});
    client.patch(COMPLIANCE, &custom).await.assert_ok(200);
    let deeds = client.deeds("export_compliance.updated");
    assert_eq!(deeds.len(), 3);
    let first = &deeds[0];
    assert_eq!(first["before"]["privacy_mode"], "standard");
    assert_eq!(first["after"]["privacy_mode"], "hipaa");
    assert_eq!(first["after"].get("export_social_enabled"), None);
}

#[actix_web::test]
async fn every_field_that_is_wrong_is_named() {
    let client = Client::new().await;
    let odd = json!({
        "privacy_mode": "strict", "privacy_config": {"open": ["everything"]},
        "export_social_enabled": null,
    });
    let refused = client.patch(COMPLIANCE, &odd).await;
    refused.assert_names(&["/privacy_mode", "/privacy_config", "/export_social_enabled"]);
    let odd = json!({"export_social_enabled": "yes", "privacy_mode": 1});
    let refused = client.patch(COMPLIANCE, &odd).await;
    refused.assert_names(&["/privacy_mode", "/export_social_enabled"]);
    let odd = json!({"hipaa": true});
    client
        .patch(COMPLIANCE, &odd)
        .await
        .assert_names(&["/hipaa"]);
}
