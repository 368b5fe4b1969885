//! Connections by the interface: who may ask for one, and what is told of them.

use kernel::Scope;
use platform_connections::{ConnectionState, PlatformProvider};
use serde_json::{Value, json};
use testkit::TestDatabase;
use testkit::fake_platform::FakeAuthorization;
use uuid::Uuid;

use crate::support::{TestApi, platforms};

const CONNECTIONS: &str = "/api/v1beta/connections";

async fn api(platform: &FakeAuthorization, has_client: bool) -> TestApi {
    TestApi::over_database_with(|state| platforms::ask(state, platform, has_client)).await
}

#[actix_web::test]
async fn whoever_may_configure_exports_may_ask_and_gets_a_page_for_a_human() {
    let platform = FakeAuthorization::start();
    let api = api(&platform, true).await;
    let key = api.key(&[Scope::ExportsWrite, Scope::ExportsRead]);
    for provider in ["social_ads", "search_ads"] {
        let asked = json!({"provider": provider});
        let made = api.send_json(("POST", CONNECTIONS), &key, &asked).await;
        let made = made.assert_ok(201);
        let data = &made["data"];
        let id = data["id"].as_str().unwrap();
        assert_eq!(data["url"], format!("https://t.example/h/{id}"));
        assert_eq!(data["status"], "pending");
        assert!(data["expires_at"].is_string());
        let polled = api.get(&format!("/api/v1/handoffs/{id}"), &key).await;
        let polled = polled.assert_ok(200);
        assert_eq!(polled["data"]["kind"], "connection");
        assert_eq!(polled["data"]["url"], data["url"]);
        assert_eq!(polled["data"]["result"], Value::Null);
    }
    // Nobody was asked for anything yet, and nothing is connected.
    let list = api.get(CONNECTIONS, &key).await.assert_ok(200);
    assert_eq!(list["data"], json!([]));
}

#[actix_web::test]
async fn what_is_no_platform_and_what_has_no_client_is_refused() {
    let platform = FakeAuthorization::start();
    let api = api(&platform, false).await;
    let key = api.key(&[Scope::ExportsWrite]);
    let ask = async |body: Value| api.send_json(("POST", CONNECTIONS), &key, &body).await;
    for odd in [
        json!({"provider": "social_capi"}),
        json!({}),
        json!({"provider": 1}),
        json!({"provider": "social_ads", "token": "secret"}),
    ] {
        ask(odd).await.assert_problem(400, "invalid_request");
    }
    let unset = ask(json!({"provider": "search_ads"})).await;
    unset.assert_problem(503, "unavailable");
    assert!(unset.text.contains("client"), "{}", unset.text);
    // A token can be pasted without any client.
    ask(json!({"provider": "social_ads"})).await.assert_ok(201);
}

#[actix_web::test]
async fn scopes_are_asked_for() {
    let platform = FakeAuthorization::start();
    let api = api(&platform, true).await;
    let one = format!("{CONNECTIONS}/{}", Uuid::from_u128(5));
    let body = json!({"provider": "social_ads"});
    let reads = api.key(&[Scope::ExportsRead]);
    let writes = api.key(&[Scope::ExportsWrite]);
    for (method, uri) in [("POST", CONNECTIONS), ("DELETE", one.as_str())] {
        let refused = api.send_json((method, uri), &reads, &body).await;
        refused.assert_problem(403, "insufficient_scope");
    }
    for uri in [CONNECTIONS, one.as_str()] {
        let refused = api.get(uri, &writes).await;
        refused.assert_problem(403, "insufficient_scope");
    }
    api.get(&one, &reads).await.assert_problem(404, "not_found");
    let gone = api.send_json(("DELETE", &one), &writes, &body).await;
    gone.assert_problem(404, "not_found");
    let bad = api.get(&format!("{CONNECTIONS}?limit=101"), &reads).await;
    bad.assert_problem(400, "invalid_request");
}

#[actix_web::test]
async fn an_account_is_read_when_somebody_says_so() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::ExportsRead, Scope::AttributionWrite]);
    let (provider, state) = (PlatformProvider::SearchAds, ConnectionState::Connected);
    let id = api.connection(provider, state).await;
    let one = format!("{CONNECTIONS}/{id}");
    let sync = format!("{one}/sync");
    let patch = async |body: Value| api.send_json(("PATCH", &one), &key, &body).await;
    let ask = async || api.send_json(("POST", &sync), &key, &json!({})).await;
    let shown = api.get(&one, &key).await.assert_ok(200)["data"].clone();
    assert_eq!(shown["spend_enabled"], false);
    assert_eq!(shown["spend_months"], 13);
    assert_eq!(shown["last_sync"], Value::Null);
    let early = ask().await;
    early.assert_problem(409, "conflict");
    assert!(early.text.contains("spend_enabled"), "{}", early.text);
    for (odd, field) in [
        (json!({"spend_months": 38}), "/spend_months"),
        (json!({"spend_months": 0}), "/spend_months"),
        (json!({"spend_enabled": null}), "/spend_enabled"),
        (json!({"spend_enabled": "yes"}), "/spend_enabled"),
    ] {
        let refused = patch(odd).await;
        refused.assert_problem(400, "invalid_request");
        assert_eq!(refused.json()["errors"][0]["pointer"], field);
    }
    let odd = patch(json!({"status": "connected"})).await;
    odd.assert_problem(400, "invalid_request");
    let on = patch(json!({"spend_enabled": true, "spend_months": 2})).await;
    let on = on.assert_ok(200)["data"].clone();
    assert_eq!(
        (&on["spend_enabled"], &on["spend_months"]),
        (&json!(true), &json!(2))
    );
    let trail = format!(
        "SELECT detail #>> '{{after,enabled}}' FROM audit_events WHERE profile_id = '{}' \
         AND action = 'connection.spend_updated'",
        api.profile
    );
    let told = TestDatabase::shared().execute(&trail).unwrap();
    assert_eq!(told.trim(), "true");
    let asked = ask().await.assert_ok(202);
    assert_eq!(
        asked["data"],
        api.get(&one, &key).await.assert_ok(200)["data"]
    );
    // What was said of it stays on the list, as does what is left out.
    let off = patch(json!({"spend_enabled": false})).await.assert_ok(200);
    assert_eq!(off["data"]["spend_months"], 2);
    let list = api.get(CONNECTIONS, &key).await.assert_ok(200);
    assert_eq!(list["data"][0], off["data"]);
    ask().await.assert_problem(409, "conflict");
}

#[actix_web::test]
async fn reading_is_asked_for_with_the_scope_of_spend_and_of_what_is_there() {
    let api = TestApi::over_database().await;
    let exports = api.key(&[Scope::ExportsRead, Scope::ExportsWrite]);
    let spend = api.key(&[Scope::AttributionWrite]);
    let (provider, state) = (PlatformProvider::SocialAds, ConnectionState::Revoked);
    let gone = api.connection(provider, state).await;
    let body = json!({"spend_enabled": true});
    for id in [gone.uuid(), Uuid::from_u128(5)] {
        let one = format!("{CONNECTIONS}/{id}");
        let sync = format!("{one}/sync");
        for call in [("PATCH", one.as_str()), ("POST", sync.as_str())] {
            let refused = api.send_json(call, &exports, &body).await;
            refused.assert_problem(403, "insufficient_scope");
            let refused = api.send_json(call, &spend, &body).await;
            refused.assert_problem(404, "not_found");
        }
    }
}
