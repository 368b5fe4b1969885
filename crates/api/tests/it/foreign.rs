//! Another tenant's ids, in paths and in bodies: they are answered like ids of nothing.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, TestApi};

/// A profile with one of everything that has an id, and a key that may do everything there.
struct Tenant {
    api: TestApi,
    key: String,
}

impl Tenant {
    async fn new() -> Self {
        let api = TestApi::over_database().await;
        let key = api.key(&kernel::Scope::ALL.map(|(scope, _)| scope));
        Self { api, key }
    }

    async fn send(&self, method: &str, uri: &str, body: &Value) -> Answer {
        self.api.send_json((method, uri), &self.key, body).await
    }

    async fn made(&self, uri: &str, body: &Value, at: &str) -> String {
        let answer = self.send("POST", uri, body).await;
        assert!(answer.status.is_success(), "{}", answer.text);
        let id = answer.json().pointer(at).unwrap().clone();
        id.as_str().unwrap().to_owned()
    }
}

/// Everything of an answer that may differ is taken out.
fn seen(answer: &Answer) -> (u16, Value) {
    let mut body = answer.json();
    body["request_id"].take();
    (answer.status.as_u16(), body)
}

#[actix_web::test]
async fn ids_of_another_tenant_are_ids_of_nothing() {
    let (own, foreign) = (Tenant::new().await, Tenant::new().await);
    let definition = json!({
        "conversion_key": "orders", "display_name": "Orders",
        "source_event_names": ["order"], "revenue_type": "cash",
    });
    let rule_body = json!({"name": "Secret", "channel": "Email",
        "conditions": [{"field": "utm_source", "operator": "is", "values": ["x"]}]});
    let (definitions, rules) = ("/api/v1/goals/definitions", "/api/v1/channel-rules");
    let recomputes = "/api/v1beta/attribution/recompute";
    let definition = foreign.made(definitions, &definition, "/data/id").await;
    let rule = foreign.made(rules, &rule_body, "/data/id").await;
    let recompute = foreign.made(recomputes, &json!({}), "/data/id").await;
    let exclusions = "/api/v1beta/tracking/exclusions";
    let exclusion = foreign
        .made(exclusions, &json!({"country": "CL"}), "/data/id")
        .await;
    let nothing = Uuid::from_u128(5).to_string();
    let named = json!({"display_name": "Mine", "name": "Mine"});
    for (method, path, id) in [
        ("PATCH", "/api/v1/goals/definitions/", &definition),
        ("DELETE", "/api/v1/goals/definitions/", &definition),
        ("PATCH", "/api/v1/channel-rules/", &rule),
        ("DELETE", "/api/v1/channel-rules/", &rule),
        ("DELETE", "/api/v1beta/tracking/exclusions/", &exclusion),
        ("GET", "/api/v1beta/attribution/recomputes/", &recompute),
    ] {
        let member = if path.contains("goals") {
            "display_name"
        } else {
            "name"
        };
        let body = json!({member: named[member]});
        let theirs = own.send(method, &format!("{path}{id}"), &body).await;
        let none = own.send(method, &format!("{path}{nothing}"), &body).await;
        theirs.assert_problem(404, "not_found");
        assert_eq!(seen(&theirs), seen(&none), "{method} {path}");
    }
    // In a body.
    let own_rule = own.made(rules, &rule_body, "/data/id").await;
    let swap = |id: &str| json!({"first_id": id, "second_id": own_rule});
    let reorder = "/api/v1/channel-rules/reorder";
    let theirs = own.send("POST", reorder, &swap(&rule)).await;
    let none = own.send("POST", reorder, &swap(&nothing)).await;
    theirs.assert_problem(404, "not_found");
    assert_eq!(seen(&theirs), seen(&none), "POST {reorder}");
    // Nothing was done to any of it.
    let kept = foreign.api.get(rules, &foreign.key).await.assert_ok(200);
    assert_eq!(kept["data"]["rules"][0]["name"], "Secret");
    let kept = foreign
        .api
        .get(definitions, &foreign.key)
        .await
        .assert_ok(200);
    assert!(kept.to_string().contains(&definition));
}
