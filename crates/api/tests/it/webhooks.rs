//! Webhooks over a real database.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, TestApi};

const SUBSCRIPTIONS: &str = "/api/v1/webhooks/subscriptions";
const DELIVERIES: &str = "/api/v1beta/webhooks/deliveries";

struct Client {
    api: TestApi,
    key: String,
}

impl Client {
    async fn new() -> Self {
        let api = TestApi::over_database().await;
        let key = api.key(&[Scope::ExportsRead, Scope::ExportsWrite]);
        Self { api, key }
    }

    async fn send(&self, request: TestRequest, uri: &str, body: Option<&Value>) -> Answer {
        let request = request
            .uri(uri)
            .insert_header(("authorization", self.key.as_str()));
        let request = match body {
            Some(body) => request.set_json(body),
            None => request,
        };
        self.api.send(request).await
    }

    async fn post(&self, uri: &str) -> Answer {
        self.send(TestRequest::post(), uri, None).await
    }

    async fn subscribe(&self, body: &Value) -> Answer {
        self.send(TestRequest::post(), SUBSCRIPTIONS, Some(body))
            .await
    }

    async fn change(&self, id: &str, body: &Value) -> Answer {
        let uri = format!("{SUBSCRIPTIONS}/{id}");
        self.send(TestRequest::patch(), &uri, Some(body)).await
    }

    async fn get(&self, uri: &str) -> Value {
        self.api.get(uri, &self.key).await.assert_ok(200)
    }
}

fn wanted() -> Value {
    json!({
        "url": "https://Example.com:443/hook?a=b",
        "events": ["conversion.recorded", "handoff.completed"],
        "providers": ["platform"],
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn a_subscription_is_made_changed_and_removed_and_its_secret_is_shown_once() {
    let client = Client::new().await;
    let made = client.subscribe(&wanted()).await.assert_ok(201);
    assert_eq!(made["meta"]["profile_id"], client.api.profile.to_string());
    let data = &made["data"];
    let (id, secret) = (text(&data["id"]), text(&data["secret"]));
    assert!(
        secret.starts_with("whsec_") && secret.len() == 50,
        "{secret}"
    );
    assert_eq!(data["url"], "https://example.com/hook?a=b");
    assert_eq!(data["events"], wanted()["events"]);
    assert_eq!(data["providers"], json!(["platform"]));
    assert_eq!(data["enabled"], true);
    assert_eq!(
        (&data["disabled_at"], &data["disabled_reason"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(data["created_at"], data["updated_at"]);

    let list = client.get(SUBSCRIPTIONS).await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["secret"], Value::Null);
    assert!(!list.to_string().contains("whsec_"));

    // Another path of the same host has the same secret; another host has another.
    let change = json!({"url": "https://example.com/other", "events": ["recompute.completed"]});
    let same = client.change(&id, &change).await.assert_ok(200);
    assert_eq!(same["data"]["events"], json!(["recompute.completed"]));
    assert!(same["data"].get("secret").is_none());
    let moved = client
        .change(&id, &json!({"url": "https://example.org/"}))
        .await;
    let moved = moved.assert_ok(200);
    assert_ne!(text(&moved["data"]["secret"]), secret);

    let off = client
        .change(&id, &json!({"enabled": false}))
        .await
        .assert_ok(200);
    assert_eq!(off["data"]["enabled"], false);
    assert_eq!(off["data"]["disabled_reason"], "manual");
    let on = client
        .change(&id, &json!({"enabled": true}))
        .await
        .assert_ok(200);
    assert_eq!(on["data"]["disabled_at"], Value::Null);

    let uri = format!("{SUBSCRIPTIONS}/{id}");
    let gone = client.send(TestRequest::delete(), &uri, None).await;
    assert_eq!(gone.status, 204);
    let again = client.send(TestRequest::delete(), &uri, None).await;
    again.assert_problem(404, "not_found");
    assert_eq!(client.get(SUBSCRIPTIONS).await["data"], json!([]));
}

#[actix_web::test]
async fn a_rotation_says_until_when_the_former_secret_signs() {
    let client = Client::new().await;
    let made = client.subscribe(&wanted()).await.assert_ok(201);
    let uri = format!(
        "{SUBSCRIPTIONS}/{}/rotate-secret",
        text(&made["data"]["id"])
    );
    let mut secrets = vec![text(&made["data"]["secret"])];
    for _ in 0..10 {
        let rotated = client.post(&uri).await.assert_ok(200);
        secrets.push(text(&rotated["data"]["secret"]));
        assert!(rotated["data"]["previous_secret_expires_at"].is_string());
    }
    secrets.sort_unstable();
    secrets.dedup();
    assert_eq!(secrets.len(), 11);
    let refused = client.post(&uri).await;
    refused.assert_problem(409, "conflict");
}

#[actix_web::test]
async fn tests_are_listed_with_what_became_of_them_and_replayed() {
    let client = Client::new().await;
    let made = client.subscribe(&wanted()).await.assert_ok(201);
    let id = text(&made["data"]["id"]);
    let sent = client.post(&format!("/api/v1/webhooks/test/{id}")).await;
    let delivery = text(&sent.assert_ok(202)["data"]["delivery_id"]);
    for _ in 0..2 {
        let other = client.post(&format!("/api/v1/webhooks/test/{id}")).await;
        other.assert_ok(202);
    }
    let shown = client.get(&format!("{DELIVERIES}/{delivery}")).await;
    let data = &shown["data"];
    assert_eq!(data["type"], "conversion.recorded");
    assert_eq!(data["subscription_id"], id);
    assert_eq!(
        (&data["status"], &data["attempts"]),
        (&json!("pending"), &json!(0))
    );
    assert_eq!(
        (&data["attempt_list"], &data["payload_kept"]),
        (&json!([]), &json!(true))
    );
    let replayed = client
        .post(&format!("/api/v1/webhooks/deliveries/{delivery}/replay"))
        .await;
    assert_eq!(
        text(&replayed.assert_ok(202)["data"]["delivery_id"]),
        delivery
    );

    // Page by page, and filtered.
    let mut seen = Vec::new();
    let mut uri = format!(
        "{DELIVERIES}?limit=2&subscription_id={id}&status=pending&type=conversion.recorded"
    );
    loop {
        let page = client.get(&uri).await;
        let rows = page["data"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| text(&row["id"])));
        if page["pagination"]["has_next"] == false {
            break;
        }
        let cursor = text(&page["pagination"]["cursor"]).replace('|', "%7C");
        uri = format!("{DELIVERIES}?limit=2&cursor={cursor}");
    }
    assert_eq!(seen.len(), 3);
    assert_eq!(seen.last(), Some(&delivery));
    let none = client.get(&format!("{DELIVERIES}?status=dead")).await;
    assert_eq!(none["data"], json!([]));
    for (query, name) in [
        ("status=lost", "status"),
        ("type=nothing", "type"),
        ("subscription_id=7", "subscription_id"),
        ("limit=101", "limit"),
        ("cursor=x", "cursor"),
    ] {
        let answer = client
            .api
            .get(&format!("{DELIVERIES}?{query}"), &client.key)
            .await;
        answer.assert_names(&[name]);
    }
}

#[actix_web::test]
async fn what_is_wrong_is_named_and_nothing_is_sent_inside() {
    let client = Client::new().await;
    let with = |url: &str| {
        let mut body = wanted();
        body["url"] = json!(url);
        body
    };
    for url in [
        "http://example.com/",
        "ftp://example.com/",
        "https://localhost/",
        "https://localhost./",
        "https://a.localhost/",
        "https://printer.local/",
        "https://db.internal/",
        "https://router.home.arpa/",
        "https://intranet/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[fd00::1]/",
        "https://user:secret@example.com/",
        "https://example.com/#part",
        "https://example.com\\@10.0.0.1/",
        "https://example.com:0/",
        "https://exam ple.com/",
        "not a url",
        "",
    ] {
        let answer = client.subscribe(&with(url)).await;
        answer.assert_names(&["/url"]);
    }
    let long = format!("https://example.com/{}", "a".repeat(2_100));
    client.subscribe(&with(&long)).await.assert_names(&["/url"]);
    client
        .subscribe(&json!({}))
        .await
        .assert_names(&["/url", "/events", "/providers"]);
    let odd = json!({
        "url": "https://example.com/", "events": ["conversion.recorded", "Conversion.recorded",
        "conversion.recorded"], "providers": ["Platform"],
    });
    let odd = client.subscribe(&odd).await;
    odd.assert_names(&["/events/1", "/events/2", "/providers/0"]);
    let more = json!({"url": "https://example.com/", "events": [], "providers": [], "secret": "x"});
    assert_eq!(client.subscribe(&more).await.status, 400);
    let made = client.subscribe(&wanted()).await.assert_ok(201);
    let id = text(&made["data"]["id"]);
    let nulls = json!({"url": null, "events": null, "enabled": null});
    let nulls = client.change(&id, &nulls).await;
    nulls.assert_names(&["/url", "/events", "/enabled"]);
    client
        .change(&id, &with("https://10.0.0.1/"))
        .await
        .assert_names(&["/url"]);
}

#[actix_web::test]
async fn a_profile_has_a_hundred_subscriptions() {
    let client = Client::new().await;
    for _ in 0..100 {
        client.subscribe(&wanted()).await.assert_ok(201);
    }
    client
        .subscribe(&wanted())
        .await
        .assert_problem(409, "conflict");
    let list = client.get(SUBSCRIPTIONS).await;
    assert_eq!(list["data"].as_array().unwrap().len(), 100);
}

#[actix_web::test]
async fn what_belongs_to_others_is_not_there() {
    let (client, other) = (Client::new().await, Client::new().await);
    let made = client.subscribe(&wanted()).await.assert_ok(201);
    let id = text(&made["data"]["id"]);
    let sent = client.post(&format!("/api/v1/webhooks/test/{id}")).await;
    let delivery = text(&sent.assert_ok(202)["data"]["delivery_id"]);
    assert_eq!(other.get(SUBSCRIPTIONS).await["data"], json!([]));
    assert_eq!(other.get(DELIVERIES).await["data"], json!([]));
    let unknown = Uuid::from_u128(9).to_string();
    for (subscription, delivery) in [(&id, &delivery), (&unknown, &unknown)] {
        let answers = [
            other.change(subscription, &json!({"enabled": false})).await,
            other
                .post(&format!("{SUBSCRIPTIONS}/{subscription}/rotate-secret"))
                .await,
            other
                .post(&format!("/api/v1/webhooks/test/{subscription}"))
                .await,
            other
                .post(&format!("/api/v1/webhooks/deliveries/{delivery}/replay"))
                .await,
            other
                .api
                .get(&format!("{DELIVERIES}/{delivery}"), &other.key)
                .await,
        ];
        for answer in answers {
            answer.assert_problem(404, "not_found");
        }
    }
    let left = client.get(SUBSCRIPTIONS).await;
    assert_eq!(left["data"][0]["enabled"], true);
    // Who may look may not change.
    let reader = Client {
        key: client.api.key(&[Scope::ExportsRead]),
        ..client
    };
    reader.get(SUBSCRIPTIONS).await;
    reader
        .subscribe(&wanted())
        .await
        .assert_problem(403, "insufficient_scope");
}
