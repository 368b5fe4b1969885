//! Destinations, rules and what a profile decides for its exports, over a real database.

mod compliance;
mod cookies;
mod coverage;
mod deliveries;
mod destinations;
mod documented;
mod previews;
mod refused;
mod rules;

use kernel::Scope;
use platform_connections::{ConnectionState, PlatformProvider};
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::{Answer, TestApi};

const DESTINATIONS: &str = "/api/v1beta/exports/destinations";
const RULES: &str = "/api/v1beta/exports/rules";
const COMPLIANCE: &str = "/api/v1beta/exports/compliance";

/// A profile with a key that may configure its exports.
struct Client {
    api: TestApi,
    key: String,
}

impl Client {
    async fn new() -> Self {
        let api = TestApi::over_database().await;
        let key = api.key(&[Scope::ExportsRead, Scope::ExportsWrite, Scope::GoalsWrite]);
        Self { api, key }
    }

    async fn send(&self, method: &str, uri: &str, body: &Value) -> Answer {
        self.api.send_json((method, uri), &self.key, body).await
    }

    async fn post(&self, uri: &str, body: &Value) -> Answer {
        self.send("POST", uri, body).await
    }

    async fn patch(&self, uri: &str, body: &Value) -> Answer {
        self.send("PATCH", uri, body).await
    }

    async fn get(&self, uri: &str) -> Value {
        self.api.get(uri, &self.key).await.assert_ok(200)
    }

    /// The id of an account that is connected.
    async fn connected(&self, provider: PlatformProvider) -> String {
        let state = ConnectionState::Connected;
        self.api.connection(provider, state).await.to_string()
    }

    /// A social destination, told through an account of its own.
    async fn social(&self) -> Value {
        let connection = self.connected(PlatformProvider::SocialAds).await;
        self.made(DESTINATIONS, &social(&connection)).await
    }

    /// A search destination, told through an account of its own.
    async fn search(&self) -> Value {
        let connection = self.connected(PlatformProvider::SearchAds).await;
        self.made(DESTINATIONS, &search(&connection)).await
    }

    /// What was made, as it is answered.
    async fn made(&self, uri: &str, body: &Value) -> Value {
        let made = self.post(uri, body).await.assert_ok(201);
        assert_eq!(made["meta"]["profile_id"], self.api.profile.to_string());
        made["data"].clone()
    }

    /// The id of a definition of conversions.
    async fn definition(&self) -> String {
        let body = json!({
            "conversion_key": "order_placed", "display_name": "Orders",
            "source_event_names": ["order", "reorder"], "revenue_type": "cash",
        });
        text(&self.made("/api/v1/goals/definitions", &body).await["id"])
    }

    /// What the profile's trail has of a deed, in its order.
    fn deeds(&self, action: &str) -> Vec<Value> {
        let profile = self.api.profile;
        let statement = format!(
            "SELECT detail::text FROM audit_events WHERE profile_id = '{profile}' \
             AND action = '{action}' ORDER BY occurred_at, id"
        );
        let lines = TestDatabase::shared().execute(&statement).unwrap();
        let details = lines.lines().filter(|line| !line.trim().is_empty());
        details
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

fn social(connection: &str) -> Value {
    json!({
        "destination": "social_capi", "connection_id": connection, "social_pixel_id": "5551",
    })
}

fn search(connection: &str) -> Value {
    json!({
        "destination": "search_ads", "connection_id": connection,
        "search_conversion_action": "customers/1234567890/conversionActions/42",
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn of(uri: &str, record: &Value) -> String {
    format!("{uri}/{}", record["id"].as_str().unwrap())
}
