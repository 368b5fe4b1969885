//! Connections by the interface: who may ask for one, and what is told of them.

use kernel::Scope;
use serde_json::{Value, json};
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
