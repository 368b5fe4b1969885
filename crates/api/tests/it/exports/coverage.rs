//! What ad platforms were told, beside what reports count.

use kernel::{Clock, Scope};
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_system::SystemClock;

use super::{Client, RULES, text};
use crate::support::TestApi;

/// The days around now, whatever the hour is.
fn uri() -> String {
    let today = SystemClock.now().to_utc().date();
    let (from, to) = (today.previous_day().unwrap(), today.next_day().unwrap());
    format!("/api/v1beta/exports/coverage?date_from={from}&date_to={to}")
}

/// A profile that has seen so many sales.
async fn sold(count: u32) -> Client {
    let api = TestApi::over_database().await;
    let scopes = [
        Scope::ExportsRead,
        Scope::ExportsWrite,
        Scope::GoalsWrite,
        Scope::EventsWrite,
    ];
    let key = api.key(&scopes);
    let client = Client { api, key };
    for sale in 0..count {
        let body = json!({
            "event_type": "payment_received", "value_amount": "10", "currency": "USD",
            "email": format!("buyer{sale}@example.com"), "idempotency_key": format!("sale-{sale}"),
        });
        client.post("/api/v1/events", &body).await.assert_ok(201);
    }
    client.api.catch_up().await;
    client
}

/// Decides of the sales in their order, at a destination: `sent`, `skipped` and so on.
fn decided(client: &Client, destination: &Value, rule: &Value, statuses: &[&str]) {
    for (place, status) in statuses.iter().enumerate() {
        let reason = if *status == "skipped" {
            "'stale'"
        } else {
            "NULL"
        };
        let next = if *status == "retry" { "now()" } else { "NULL" };
        let (profile, destination) = (client.api.profile, text(&destination["id"]));
        let rule = text(&rule["id"]);
        let statement = format!(
            "INSERT INTO export_ledger (profile_id, id, rule_id, destination_id, kind, source_fingerprint, \
             source_kind, source_event_id, platform_event_name, event_time, status, skip_reason, filters_applied, \
             match_keys, attempt, next_attempt_at, fresh_until, created_at, updated_at) \
             SELECT '{profile}', gen_random_uuid(), '{rule}', '{destination}', 'real', sha256(gen_random_uuid()::text::bytea), \
             'conversion_definition', e.id, '{status}', now(), '{status}', {reason}, '{{}}', '{{}}', 1, {next}, now(), now(), now() \
             FROM outcome_events e WHERE e.profile_id = '{profile}' ORDER BY e.id OFFSET {place} LIMIT 1"
        );
        TestDatabase::shared().execute(&statement).unwrap();
    }
}

#[actix_web::test]
async fn every_event_that_reports_count_is_in_one_figure_of_each_destination() {
    let client = sold(6).await;
    let [social, search] = [client.social().await, client.search().await];
    let body = json!({
        "name": "Sold", "source_kind": "pipeline_stage_transition", "source_config": {"to_stage": "won"},
    });
    let rule = client.made(RULES, &body).await;
    decided(
        &client,
        &social,
        &rule,
        &["sent", "confirmed", "retry", "unknown", "skipped"],
    );
    // One event under another name as well: it counts where it got farthest.
    decided(&client, &social, &rule, &["skipped"]);
    // Conversions whose touch had to be derived are counted by reports, and so are they here.
    let profile = client.api.profile;
    let statement = format!(
        "UPDATE conversions SET is_synthetic = true WHERE profile_id = '{profile}' AND event_id = \
         (SELECT e.id FROM outcome_events e WHERE e.profile_id = '{profile}' ORDER BY e.id LIMIT 1)"
    );
    TestDatabase::shared().execute(&statement).unwrap();
    let shown = client.get(&uri()).await;
    assert_eq!(shown["data"]["converted_events"], 6);
    let of_social = &shown["data"]["destinations"][0];
    assert_eq!(of_social["destination_id"], social["id"]);
    assert_eq!(of_social["destination"], "social_capi");
    let figures = |of: &Value| {
        let names = ["told", "waiting", "failed", "withheld", "not_read"];
        names.map(|name| of[name].as_u64().unwrap())
    };
    assert_eq!(figures(of_social), [2, 1, 1, 1, 1]);
    let of_search = &shown["data"]["destinations"][1];
    assert_eq!(of_search["destination_id"], search["id"]);
    assert_eq!(figures(of_search), [0, 0, 0, 0, 6]);
    assert_eq!(shown["meta"]["profile_id"], client.api.profile.to_string());

    let other = Client::new().await;
    let shown = other.get(&uri()).await;
    assert_eq!(
        shown["data"],
        json!({"converted_events": 0, "destinations": []})
    );
}

#[actix_web::test]
async fn a_period_is_needed_and_bounded() {
    let client = Client::new().await;
    let refused = async |query: &str| {
        let uri = format!("/api/v1beta/exports/coverage{query}");
        let answer = client.api.get(&uri, &client.key).await;
        let named = answer.wrong_parameters().into_iter();
        named.map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(refused("").await, ["date_from", "date_to"]);
    assert_eq!(
        refused("?date_from=2026-01-02&date_to=2026-01-01").await,
        ["date_to"]
    );
    assert_eq!(
        refused("?date_from=2020-01-01&date_to=2026-01-01").await,
        ["date_to"]
    );
    let key = client.api.key(&[Scope::EventsWrite]);
    let answer = client.api.get(&uri(), &key).await;
    answer.assert_problem(403, "insufficient_scope");
}
