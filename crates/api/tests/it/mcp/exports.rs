//! Tools of exports answer what the REST interface answers, of everything that there is to tell.

use kernel::Scope;
use platform_connections::{ConnectionState, PlatformProvider};
use serde_json::{Value, json};
use testkit::TestDatabase;

use super::agent::Agent;
use super::answers::compare;

/// A data set, a rule that tells it of payments, and a payment that was decided there: its conversion.
async fn told(agent: &Agent) -> String {
    let scopes = [
        Scope::ExportsRead,
        Scope::ExportsWrite,
        Scope::EventsWrite,
        Scope::GoalsWrite,
    ];
    let key = agent.api.key(&scopes);
    let made = async |uri: &str, body: Value| {
        let made = agent.api.send_json(("POST", uri), &key, &body).await;
        made.assert_ok(201)["data"].clone()
    };
    let state = ConnectionState::Connected;
    let account = agent.api.connection(PlatformProvider::SocialAds, state);
    let destination = json!({
        "destination": "social_capi", "connection_id": account.await.uuid(), "social_pixel_id": "5551",
    });
    let destination = made("/api/v1beta/exports/destinations", destination).await;
    let definitions = agent.api.get("/api/v1/goals/definitions", &key).await;
    let definitions = definitions.assert_ok(200)["data"]["conversion_definitions"].clone();
    let mut definitions = definitions.as_array().unwrap().iter();
    let payments = definitions.find(|it| it["conversion_key"] == "payment_received");
    let rule = json!({
        "name": "Payments", "source_kind": "conversion_definition", "source_ref_id": payments.unwrap()["id"],
        "destinations": {"social_capi": {"enabled": true}},
    });
    let rule = made("/api/v1beta/exports/rules", rule).await;
    let payment = json!({
        "event_type": "payment_received", "value_amount": "49.90", "currency": "EUR",
        "email": "ana@shop.example",
    });
    made("/api/v1/events", payment).await;
    agent.api.catch_up().await;
    let profile = agent.api.profile;
    let line = format!(
        "INSERT INTO export_ledger (profile_id, id, rule_id, destination_id, kind, source_fingerprint, \
         source_kind, source_event_id, conversion_id, event_time, status, skip_reason, filters_applied, \
         match_keys, attempt, fresh_until, created_at, updated_at) \
         SELECT c.profile_id, gen_random_uuid(), '{}', '{}', 'real', sha256('1'), 'conversion_definition', \
         c.event_id, c.id, c.occurred_at, 'skipped', 'stale', '{{url_dropped}}', '{{em}}', 0, now(), now(), now() \
         FROM conversions c WHERE c.profile_id = '{profile}' RETURNING conversion_id",
        rule["id"].as_str().unwrap(),
        destination["id"].as_str().unwrap(),
    );
    let conversion = TestDatabase::shared().execute(&line).unwrap();
    conversion.lines().next().unwrap().trim().to_owned()
}

#[actix_web::test]
async fn exports_are_those_of_the_rest_interface() {
    let agent = Agent::over_database().await;
    let conversion = told(&agent).await;
    for (tool, path) in [
        ("list_export_destinations", "destinations"),
        ("list_export_rules", "rules"),
        ("list_export_deliveries", "deliveries"),
        ("export_diagnostics", "diagnostics"),
    ] {
        let path = format!("/api/v1beta/exports/{path}");
        compare(&agent, tool, json!({}), &path).await;
    }
    let skipped = json!({"status": "skipped", "skip_reason": "stale", "kind": "real", "limit": 1});
    let path = "/api/v1beta/exports/deliveries?status=skipped&skip_reason=stale&kind=real&limit=1";
    compare(&agent, "list_export_deliveries", skipped, path).await;
    let path = format!("/api/v1beta/conversions/{conversion}/exports");
    let of_it = json!({"conversion_id": conversion});
    compare(&agent, "explain_conversion_exports", of_it.clone(), &path).await;
    let explained = agent
        .call("explain_conversion_exports", of_it)
        .await
        .assert_answer();
    let explained: Value = serde_json::from_str(&explained).unwrap();
    let only = &explained["data"]["destinations"][0];
    assert_eq!(
        only["delivery"]["skip_reason"]["reason"], "stale",
        "{explained}"
    );
    assert_eq!(only["now"]["outcome"], "send");
    assert_eq!(only["now"]["platform_event_name"], "Purchase");
    assert!(!explained.to_string().contains("ana@shop.example"));
    // What was decided is shown whatever becomes of the rule.
    let key = agent.api.key(&[Scope::ExportsRead, Scope::ExportsWrite]);
    let rule = format!(
        "/api/v1beta/exports/rules/{}",
        only["rule_id"].as_str().unwrap()
    );
    for (change, held_back) in [
        (json!({"enabled": false}), "The rule is off."),
        (
            json!({"archived_at": "2026-01-01T00:00:00Z"}),
            "The rule is in the archive.",
        ),
    ] {
        let changed = agent.api.send_json(("PATCH", &rule), &key, &change).await;
        changed.assert_ok(200);
        let explained = agent.api.get(&path, &key).await.assert_ok(200);
        let only = explained["data"]["destinations"].as_array().unwrap();
        assert_eq!(only.len(), 1, "{explained}");
        assert_eq!(only[0]["delivery"]["skip_reason"]["reason"], "stale");
        assert_eq!(only[0]["now"]["held_back"], held_back, "{explained}");
    }
}

#[actix_web::test]
async fn a_conversion_that_is_not_there_is_an_error_for_the_agent() {
    let agent = Agent::over_database().await;
    let nowhere = json!({"conversion_id": agent.api.profile});
    let answer = agent.call("explain_conversion_exports", nowhere).await;
    answer.assert_tool_error("not_found");
    let answer = agent
        .call(
            "list_export_deliveries",
            json!({"status": "lost", "limit": 101}),
        )
        .await;
    let error = answer.assert_tool_error("invalid_request");
    assert_eq!(error["errors"].as_array().unwrap().len(), 2, "{error}");
}
