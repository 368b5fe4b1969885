//! What ad platforms were told, what waits, and how destinations are wired, through the interface.

use actix_web::test::TestRequest;
use kernel::{Clock, Scope};
use platform_connections::{ConnectionState, PlatformProvider, ReconnectReason};
use serde_json::{Value, json};
use testkit::TestDatabase;
use testkit::fake_platform::{FakeConversions, Misbehaviour};
use tributary_system::SystemClock;
use uuid::Uuid;

use super::destinations::told;
use super::{COMPLIANCE, Client, DESTINATIONS, RULES, of, search, social, text};
use crate::support::{TestApi, platforms};

const DELIVERIES: &str = "/api/v1beta/exports/deliveries";
const TEST_SEND: &str = "/api/v1beta/exports/test-send";
const DIAGNOSTICS: &str = "/api/v1beta/exports/diagnostics";

/// A profile that tells fake platforms.
async fn client() -> (Client, FakeConversions) {
    let now = SystemClock.now().micros() / 1_000_000;
    let fake = FakeConversions::start(now).unwrap();
    let api = TestApi::over_database_with(|state| platforms::look(state, &fake)).await;
    let key = api.key(&[Scope::ExportsRead, Scope::ExportsWrite]);
    (Client { api, key }, fake)
}

/// A social destination with an account whose token counts.
async fn data_set(client: &Client, config: Value) -> Value {
    let account = client.api.connect_account(PlatformProvider::SocialAds);
    let mut body = social(&account.await.to_string());
    body["destination_config"] = config;
    client.made(DESTINATIONS, &body).await
}

async fn rule(client: &Client) -> Value {
    let body = json!({
        "name": "Won", "source_kind": "pipeline_stage_transition",
        "source_config": {"to_stage": "won"}, "destinations": {"social_capi": {"enabled": true}},
    });
    client.made(RULES, &body).await
}

#[actix_web::test]
async fn a_test_says_what_was_sent_and_stands_in_the_list_as_one() {
    let (client, fake) = client().await;
    let destination = data_set(&client, json!({})).await;
    let rule = rule(&client).await;
    // The wiring can be tried before anything is told.
    let off = json!({"export_social_enabled": false});
    client.patch(COMPLIANCE, &off).await.assert_ok(200);
    let body = json!({"test_event_code": "TEST123", "rule_id": rule["id"]});
    let sent = client.post(TEST_SEND, &body).await.assert_ok(200);
    let sent = &sent["data"];
    assert_eq!(sent["meta_pixel_id"], "5551");
    assert_eq!(sent["is_taken"], true);
    assert_eq!(sent["http_status"], 200);
    assert_eq!(sent["channel"], "website");
    assert_eq!(sent["action_source"], "website");
    assert_eq!(sent["privacy_mode"], "standard");
    assert!(sent["quality_warning"].is_string(), "{sent}");
    let said: Value = serde_json::from_str(&text(&sent["meta_response"])).unwrap();
    assert_eq!(said["events_received"], 1);
    let journal = fake.journal();
    assert_eq!(journal.len(), 1);
    assert_eq!(journal[0].event_id, sent["event_id"].as_str().unwrap());

    let id = text(&sent["delivery_id"]);
    let shown = client.get(&format!("{DELIVERIES}/{id}")).await;
    let shown = &shown["data"];
    assert_eq!(
        (&shown["kind"], &shown["status"]),
        (&json!("test"), &json!("sent"))
    );
    assert_eq!(shown["destination_id"], destination["id"]);
    assert_eq!(shown["rule_id"], rule["id"]);
    assert_eq!(shown["confirmation"], Value::Null);
    assert!(!shown.to_string().contains("203.0.113"), "{shown}");
    let count = async |kind: &str| {
        let list = client.get(&format!("{DELIVERIES}?kind={kind}")).await;
        list["data"].as_array().unwrap().len()
    };
    assert_eq!((count("test").await, count("real").await), (1, 0));
    let rule = client.get(&of(RULES, &rule)).await;
    assert_eq!(rule["data"]["delivery_stats_7d"]["total"], 0);
    let destination = client.get(&of(DESTINATIONS, &destination)).await;
    assert_eq!(destination["data"]["last_delivery"], Value::Null);
}

#[actix_web::test]
async fn a_test_that_is_refused_says_so_and_what_the_platform_said() {
    let (client, fake) = client().await;
    data_set(&client, json!({"signal_quality": {"min_match": "any"}})).await;
    fake.misbehave(Misbehaviour {
        failing: 1,
        ..Misbehaviour::default()
    });
    let sent = client.post(TEST_SEND, &json!({})).await.assert_ok(200);
    let sent = &sent["data"];
    assert_eq!(
        (&sent["is_taken"], &sent["http_status"]),
        (&json!(false), &json!(503))
    );
    assert_eq!(sent["quality_warning"], Value::Null);
    assert_eq!(fake.journal().len(), 0);
    let id = text(&sent["delivery_id"]);
    let shown = client.get(&format!("{DELIVERIES}/{id}")).await;
    assert_eq!(shown["data"]["status"], "failed");

    // A chat has no account here.
    let chat = json!({"channel": "business_messaging"});
    let refused = client.post(TEST_SEND, &chat).await;
    refused.assert_problem(409, "conflict");
    assert!(refused.text.contains("whatsapp_business_account_id"));
}

#[actix_web::test]
async fn a_test_lends_the_name_of_what_a_rule_reads_and_needs_no_body() {
    let (mut client, fake) = client().await;
    let scopes = [Scope::ExportsRead, Scope::ExportsWrite, Scope::GoalsWrite];
    client.key = client.api.key(&scopes);
    data_set(&client, json!({})).await;
    let definition = client.definition().await;
    let body = json!({
        "name": "Orders", "source_kind": "conversion_definition", "source_ref_id": definition,
        "destinations": {"social_capi": {"enabled": true}},
    });
    let rule = client.made(RULES, &body).await;
    let told = async |sent: Value| {
        let id = text(&sent["data"]["delivery_id"]);
        let shown = client.get(&format!("{DELIVERIES}/{id}")).await;
        text(&shown["data"]["platform_event_name"])
    };
    let of_rule = client
        .post(TEST_SEND, &json!({"rule_id": rule["id"]}))
        .await;
    assert_eq!(told(of_rule.assert_ok(200)).await, "order_placed");
    let bare = || {
        let request = TestRequest::post().uri(TEST_SEND);
        request.insert_header(("authorization", client.key.as_str()))
    };
    let alone = client.api.send(bare()).await;
    assert_eq!(told(alone.assert_ok(200)).await, "Lead");
    assert_eq!(fake.journal().len(), 2);
    // What does not say that it is JSON is none.
    let odd = client.api.send(bare().set_payload("{}")).await;
    odd.assert_problem(415, "unsupported_media_type");
    assert_eq!(fake.journal().len(), 2);
}

#[actix_web::test]
async fn without_a_social_destination_that_is_on_there_is_no_test() {
    let (client, _fake) = client().await;
    let nothing = client.post(TEST_SEND, &json!({})).await;
    nothing.assert_problem(404, "not_found");
    let account = client.connected(PlatformProvider::SearchAds).await;
    let searched = client.made(DESTINATIONS, &search(&account)).await;
    let destination = data_set(&client, json!({})).await;
    let off = json!({"enabled": false});
    let uri = of(DESTINATIONS, &destination);
    client.patch(&uri, &off).await.assert_ok(200);
    for body in [
        json!({}),
        json!({"destination_id": searched["id"]}),
        json!({"destination_id": Uuid::from_u128(1)}),
        json!({"destination_id": destination["id"], "rule_id": Uuid::from_u128(1)}),
    ] {
        let refused = client.post(TEST_SEND, &body).await;
        refused.assert_problem(404, "not_found");
    }
    for (body, field) in [
        (json!({"channel": "fax"}), "/channel"),
        (json!({"test_event_code": ""}), "/test_event_code"),
        (
            json!({"test_event_code": "x".repeat(65)}),
            "/test_event_code",
        ),
        (json!({"code": "x"}), "/code"),
    ] {
        client.post(TEST_SEND, &body).await.assert_names(&[field]);
    }
    let reader = client.api.key(&[Scope::ExportsRead]);
    let sent = client
        .api
        .send_json(("POST", TEST_SEND), &reader, &json!({}))
        .await;
    sent.assert_problem(403, "insufficient_scope");
}

#[actix_web::test]
async fn deliveries_are_found_by_what_they_have_in_common_page_by_page() {
    let (client, _fake) = client().await;
    let destination = data_set(&client, json!({})).await;
    let rule = rule(&client).await;
    for (status, days) in [("sent", 1), ("skipped", 2), ("failed", 3), ("skipped", 4)] {
        told(&client, [&destination, &rule], ("real", status), days);
    }
    let list = async |query: &str| {
        let list = client.get(&format!("{DELIVERIES}?{query}")).await;
        let rows = list["data"].as_array().unwrap().iter();
        let statuses: Vec<_> = rows.map(|row| text(&row["status"])).collect();
        (statuses, list["pagination"].clone())
    };
    assert_eq!(list("").await.0, ["sent", "skipped", "failed", "skipped"]);
    assert_eq!(list("status=skipped").await.0, ["skipped", "skipped"]);
    assert_eq!(list("skip_reason=stale&limit=9").await.0.len(), 2);
    assert_eq!(list("skip_reason=duplicate").await.0.len(), 0);
    let id = |record: &Value| text(&record["id"]);
    assert_eq!(list(&format!("rule_id={}", id(&rule))).await.0.len(), 4);
    assert_eq!(
        list(&format!("rule_id={}", id(&destination))).await.0.len(),
        0
    );
    let of_it = format!("destination_id={}&status=sent", id(&destination));
    assert_eq!(list(&of_it).await.0, ["sent"]);

    let (first, place) = list("limit=3").await;
    assert_eq!(first, ["sent", "skipped", "failed"]);
    let cursor = place["cursor"].as_str().unwrap().replace('|', "%7C");
    let (rest, place) = list(&format!("limit=3&cursor={cursor}")).await;
    assert_eq!(rest, ["skipped"]);
    assert_eq!(place["has_next"], false);

    let reason = client
        .get(&format!("{DELIVERIES}?status=skipped&limit=1"))
        .await;
    let reason = &reason["data"][0]["skip_reason"];
    assert_eq!(reason["reason"], "stale");
    assert!(reason["meaning"].is_string() && reason["remedy"].is_string());
    for wrong in [
        "status",
        "skip_reason",
        "rule_id",
        "destination_id",
        "conversion_id",
        "kind",
        "limit",
        "cursor",
    ] {
        let uri = format!("{DELIVERIES}?{wrong}=!");
        let refused = client.api.get(&uri, &client.key).await;
        let named = refused.wrong_parameters();
        assert_eq!(named.len(), 1, "{wrong}: {named:?}");
        assert_eq!(named[0].0, wrong);
    }
}

#[actix_web::test]
async fn what_was_told_of_a_conversion_stays_when_it_is_none_any_more() {
    let (client, _fake) = client().await;
    let destination = data_set(&client, json!({})).await;
    let rule = rule(&client).await;
    told(&client, [&destination, &rule], ("real", "sent"), 1);
    let conversion = Uuid::from_u128(77);
    let profile = client.api.profile;
    let statement = format!(
        "UPDATE export_ledger SET conversion_id = '{conversion}' WHERE profile_id = '{profile}'"
    );
    TestDatabase::shared().execute(&statement).unwrap();
    told(&client, [&destination, &rule], ("real", "skipped"), 2);
    let list = client
        .get(&format!("{DELIVERIES}?conversion_id={conversion}"))
        .await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["status"], "sent");

    let uri = format!("/api/v1beta/conversions/{conversion}/exports");
    let explained = client.get(&uri).await;
    let told = &explained["data"]["destinations"];
    assert_eq!(told.as_array().unwrap().len(), 1, "{explained}");
    assert_eq!(told[0]["delivery"]["status"], "sent");
    assert_eq!(told[0]["rule_name"], "Won");
    assert_eq!(told[0]["now"]["outcome"], "not_looked_at");
    let held_back = "The event is not counted as this conversion any more.";
    assert_eq!(told[0]["now"]["held_back"], held_back);
    let other = Client::new().await;
    let foreign = other.api.get(&uri, &other.key).await;
    foreign.assert_problem(404, "not_found");
}

#[actix_web::test]
async fn what_is_of_another_profile_is_not_there() {
    let (client, _fake) = client().await;
    data_set(&client, json!({})).await;
    let sent = client.post(TEST_SEND, &json!({})).await.assert_ok(200);
    let uri = format!("{DELIVERIES}/{}", text(&sent["data"]["delivery_id"]));
    let other = Client::new().await;
    let shown = other.api.get(&uri, &other.key).await;
    shown.assert_problem(404, "not_found");
    assert_eq!(other.get(DELIVERIES).await["data"], json!([]));
    assert_eq!(
        other.get(DIAGNOSTICS).await["data"]["destinations"],
        json!([])
    );
    let conversion = format!("/api/v1beta/conversions/{}/exports", Uuid::from_u128(1));
    let explained = other.api.get(&conversion, &other.key).await;
    explained.assert_problem(404, "not_found");
}

#[actix_web::test]
async fn every_destination_says_what_is_in_its_way() {
    let (client, _fake) = client().await;
    let destination = data_set(&client, json!({})).await;
    let state = ConnectionState::ReconnectRequired(ReconnectReason::TokenExpired);
    let account = client.api.connection(PlatformProvider::SearchAds, state);
    let body = search(&account.await.to_string());
    client.made(DESTINATIONS, &body).await;
    told(
        &client,
        [&destination, &rule(&client).await],
        ("real", "sent"),
        1,
    );
    let wired = async || {
        let shown = client.get(DIAGNOSTICS).await;
        shown["data"]["destinations"].clone()
    };
    let shown = wired().await;
    assert_eq!(shown[0]["destination_id"], destination["id"]);
    assert_eq!(shown[0]["routing"], "active");
    assert_eq!(shown[0]["connection_status"], "connected");
    assert_eq!(shown[0]["remedy"], Value::Null);
    assert_eq!(shown[0]["waiting"], 0);
    assert_eq!(shown[0]["last_delivery"]["status"], "sent");
    assert_eq!(shown[1]["connection_status"], "reconnect_required");
    assert!(text(&shown[1]["remedy"]).contains("connect the account anew"));

    let off = json!({"export_social_enabled": false});
    client.patch(COMPLIANCE, &off).await.assert_ok(200);
    let shown = wired().await;
    assert_eq!(shown[0]["routing"], "disabled");
    assert!(text(&shown[0]["remedy"]).contains("the switch of its kind"));
}
