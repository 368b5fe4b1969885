//! An owner or admin connects an account, from the hand-off to the connection.

use access_control::Role;
use conversion_export::connections::token::{TokenPorts, token};
use kernel::{ProfileId, Scope};
use serde_json::{Value, json};
use testkit::TestDatabase;
use testkit::fake_platform::FakeAuthorization;

use super::site::{Browser, Site, between, token_in};
use crate::support::Answer;

pub(super) const CONNECTIONS: &str = "/api/v1beta/connections";

/// A service with fake platforms, an admin, and a key of the profile.
pub(super) struct World {
    pub(super) site: Site,
    pub(super) platform: FakeAuthorization,
    pub(super) admin: Browser,
    pub(super) key: String,
}

impl World {
    pub(super) async fn new(has_client: bool) -> Self {
        let platform = FakeAuthorization::start();
        let mut site = Site::new().await;
        site.ask(&platform, has_client);
        let admin = site.member("Ada", Role::Admin).await;
        let key = site.key(&[Scope::ExportsRead, Scope::ExportsWrite]).await;
        Self {
            site,
            platform,
            admin,
            key,
        }
    }

    pub(super) async fn send(&self, method: &str, uri: &str, body: &Value) -> Answer {
        let request = actix_web::test::TestRequest::with_uri(uri)
            .method(method.parse().unwrap())
            .insert_header(("authorization", self.key.as_str()))
            .insert_header(("content-type", "application/json"));
        self.site.send(request.set_payload(body.to_string())).await
    }

    pub(super) async fn read(&self, uri: &str) -> Value {
        self.send("GET", uri, &Value::Null).await.assert_ok(200)
    }

    /// Asks for a connection; the path of the page.
    pub(super) async fn asked(&self, provider: &str) -> String {
        let body = json!({"provider": provider});
        let made = self.send("POST", CONNECTIONS, &body).await.assert_ok(201);
        let url = made["data"]["url"].as_str().unwrap();
        url.strip_prefix("https://t.example").unwrap().to_owned()
    }

    /// Sends one of the page's forms.
    pub(super) async fn answer(&self, path: &str, way: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.site.token(&self.admin, path).await;
        let action = format!("{path}/{way}");
        self.site.post(&self.admin, &action, fields, &token).await
    }

    /// Goes to the platform, and comes back with what a person there answered.
    pub(super) async fn away_and_back(&self, path: &str) -> Answer {
        let left = self.answer(path, "authorize", &[]).await;
        assert_eq!(left.status, 303, "{}", left.text);
        let back = self.platform.visit(left.header("location").unwrap());
        let back = back.strip_prefix("https://t.example").unwrap();
        self.site.get(&self.admin, back).await
    }

    /// Picks an account on a page that offers some.
    pub(super) async fn pick(&self, path: &str, offered: &Answer, account: &str) -> Answer {
        assert_eq!(offered.status, 200, "{}", offered.text);
        let choice = between(&offered.text, "name=\"choice\" value=\"", "\"");
        let fields = [("choice", choice), ("account", account)];
        let action = format!("{path}/account");
        let token = token_in(&offered.text);
        self.site.post(&self.admin, &action, &fields, &token).await
    }

    /// The whole way; the connection as it is told.
    pub(super) async fn connected(&self, provider: &str, account: &str) -> Value {
        let path = self.asked(provider).await;
        let offered = self.away_and_back(&path).await;
        let done = self.pick(&path, &offered, account).await;
        assert_eq!(done.status, 303, "{}", done.text);
        let list = self.read(CONNECTIONS).await;
        let rows = list["data"].as_array().unwrap().clone();
        let of = |row: &Value| row["external_account_id"] == account;
        rows.into_iter().find(of).unwrap()
    }

    /// Types of events that wait to be told, or were, in their order.
    pub(super) fn told(&self) -> Vec<String> {
        let profile = self.site.profile;
        let statement = format!(
            "SELECT event_type FROM outbox WHERE profile_id = '{profile}' ORDER BY occurred_at, id"
        );
        let lines = TestDatabase::shared().execute(&statement).unwrap();
        lines.lines().map(str::to_owned).collect()
    }

    /// Everything that the database holds of connections.
    pub(super) fn dump() -> String {
        let statement = "SELECT row_to_json(c)::text FROM connections c \
             UNION ALL SELECT row_to_json(p)::text FROM pending_authorizations p \
             UNION ALL SELECT row_to_json(a)::text FROM audit_events a \
             UNION ALL SELECT row_to_json(h)::text FROM handoffs h \
             UNION ALL SELECT convert_from(body, 'UTF8') FROM outbox \
             UNION ALL SELECT encode(sealed_tokens, 'escape') FROM connections \
                WHERE sealed_tokens IS NOT NULL \
             UNION ALL SELECT encode(sealed, 'escape') FROM pending_authorizations";
        TestDatabase::shared().execute(statement).unwrap()
    }

    /// What somebody who uses the connection gets.
    pub(super) async fn token(&self, connection: &Value) -> Result<String, String> {
        let ports = TokenPorts {
            units: &*self.site.state.units,
            authorization: &*self.site.state.connections.authorization,
        };
        let id: uuid::Uuid = connection["id"].as_str().unwrap().parse().unwrap();
        let place: (ProfileId, kernel::ConnectionId) = (self.site.profile, id.into());
        let fresh = token(ports, &self.site.state.context(), place).await;
        fresh
            .map(|fresh| fresh.access.reveal().to_owned())
            .map_err(|error| error.to_string())
    }
}

#[actix_web::test]
async fn an_admin_allows_access_and_picks_an_account() {
    let world = World::new(true).await;
    for (provider, account, name) in [
        ("social_ads", "1001", "Shop <one>"),
        ("search_ads", "2001", "Search one"),
    ] {
        let path = world.asked(provider).await;
        let offered = world.away_and_back(&path).await;
        assert!(!offered.text.contains("Shop <one>"), "{}", offered.text);
        let done = world.pick(&path, &offered, account).await;
        assert_eq!(
            (done.status.as_u16(), done.header("location")),
            (303, Some(path.as_str()))
        );

        let polled = world
            .read(&format!("/api/v1/handoffs/{}", &path[3..]))
            .await;
        assert_eq!(polled["data"]["status"], "completed");
        let id = polled["data"]["result"]["connection_id"].as_str().unwrap();
        let shown = world.read(&format!("{CONNECTIONS}/{id}")).await;
        let data = &shown["data"];
        assert_eq!(data["provider"], provider);
        assert_eq!(
            (&data["status"], &data["reason"]),
            (&json!("connected"), &Value::Null)
        );
        assert_eq!(data["external_account_id"], account);
        assert_eq!(data["external_account_name"], name);
        assert_eq!(
            (&data["currency"], &data["timezone"]),
            (&json!("EUR"), &json!("Europe/Madrid"))
        );
        let after = world.site.get(&world.admin, &path).await.text;
        assert!(
            after.contains("Connected") && !after.contains("form_token"),
            "{after}"
        );
        assert!(world.token(data).await.unwrap().starts_with("access-"));
    }
    let expected = ["handoff.completed", "connection.connected"].repeat(2);
    assert_eq!(world.told(), expected);
}

#[actix_web::test]
async fn a_token_is_pasted_without_any_client() {
    let world = World::new(false).await;
    let path = world.asked("social_ads").await;
    let page = world.site.get(&world.admin, &path).await.text;
    assert!(
        page.contains("/token\"") && !page.contains("/authorize\""),
        "{page}"
    );
    for odd in ["EAAnobodys", "two words"] {
        let refused = world.answer(&path, "token", &[("token", odd)]).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        assert!(!refused.text.contains(odd), "{}", refused.text);
    }
    let system_user = FakeAuthorization::SYSTEM_USER_TOKEN;
    let offered = world
        .answer(&path, "token", &[("token", system_user)])
        .await;
    assert!(!offered.text.contains(system_user), "{}", offered.text);
    let done = world.pick(&path, &offered, "1002").await;
    assert_eq!(done.status, 303, "{}", done.text);
    let list = world.read(CONNECTIONS).await;
    let connection = &list["data"][0];
    assert_eq!(connection["external_account_id"], "1002");
    assert_eq!(world.token(connection).await.unwrap(), system_user);
    assert!(!World::dump().contains(system_user));
}

#[actix_web::test]
async fn connecting_the_same_account_again_keeps_its_id_and_mends_it() {
    let world = World::new(true).await;
    let first = world.connected("search_ads", "2001").await;
    // It works no more, and whoever uses it finds out; once.
    world.platform.behave(|it| it.refuses_refresh = true);
    end_token(&world, &first);
    for _ in 0..2 {
        let refused = world.token(&first).await.unwrap_err();
        assert!(refused.contains("reconnect_required"), "{refused}");
    }
    let uri = format!("{CONNECTIONS}/{}", first["id"].as_str().unwrap());
    let stopped = world.read(&uri).await;
    assert_eq!(stopped["data"]["status"], "reconnect_required");
    assert_eq!(stopped["data"]["reason"], "token_expired");
    world.platform.behave(|it| it.refuses_refresh = false);
    let again = world.connected("search_ads", "2001").await;
    assert_eq!(again["id"], first["id"]);
    assert_eq!(
        (&again["status"], &again["reason"]),
        (&json!("connected"), &Value::Null)
    );
    assert_eq!(again["created_at"], first["created_at"]);
    assert!(world.token(&again).await.is_ok());
    let connected = ["handoff.completed", "connection.connected"];
    let expected = [
        &connected[..],
        &["connection.reconnect_required"],
        &connected,
    ]
    .concat();
    assert_eq!(world.told(), expected);
    let list = world.read(CONNECTIONS).await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
}

/// The access token is at its end.
fn end_token(world: &World, connection: &Value) {
    let statement = format!(
        "UPDATE connections SET token_expires_at = now() - interval '1 minute' \
         WHERE profile_id = '{}' AND id = '{}'",
        world.site.profile,
        connection["id"].as_str().unwrap()
    );
    TestDatabase::shared().execute(&statement).unwrap();
}

#[actix_web::test]
async fn a_removed_connection_has_no_tokens_and_the_platform_is_told() {
    let world = World::new(true).await;
    let one = world.connected("search_ads", "2001").await;
    let other = world.connected("search_ads", "2002").await;
    let uri = |row: &Value| format!("{CONNECTIONS}/{}", row["id"].as_str().unwrap());
    // What a person allowed is one thing for all of their accounts: the other connection goes on.
    let gone = world.send("DELETE", &uri(&one), &Value::Null).await;
    assert_eq!(gone.status, 204, "{}", gone.text);
    assert!(world.platform.revoked().is_empty());
    assert!(world.token(&other).await.is_ok());
    for _ in 0..2 {
        let gone = world.send("DELETE", &uri(&other), &Value::Null).await;
        assert_eq!(gone.status, 204, "{}", gone.text);
    }
    assert_eq!(world.platform.revoked().len(), 1);
    let shown = world.read(&uri(&other)).await;
    assert_eq!(shown["data"]["status"], "revoked");
    assert!(world.token(&other).await.unwrap_err().contains("revoked"));
    let statement = format!(
        "SELECT count(*) FROM connections WHERE profile_id = '{}' AND sealed_tokens IS NOT NULL",
        world.site.profile
    );
    let left = TestDatabase::shared().execute(&statement).unwrap();
    assert_eq!(left.trim(), "0");
    let revoked = world
        .told()
        .into_iter()
        .filter(|it| it == "connection.revoked");
    assert_eq!(revoked.count(), 2);
    // It can be connected again, under the same id.
    let back = world.connected("search_ads", "2002").await;
    assert_eq!(
        (&back["id"], &back["status"]),
        (&other["id"], &json!("connected"))
    );
    // A platform that does not answer keeps nothing from being removed.
    world.platform.behave(|it| it.outage = Some((503, None)));
    let gone = world.send("DELETE", &uri(&back), &Value::Null).await;
    assert_eq!(gone.status, 204, "{}", gone.text);
}

#[actix_web::test]
async fn nothing_secret_is_readable_in_the_database_or_told() {
    let world = World::new(true).await;
    let mut answers = String::new();
    for (provider, account) in [("social_ads", "1001"), ("search_ads", "2001")] {
        let path = world.asked(provider).await;
        let offered = world.away_and_back(&path).await;
        answers += &offered.text;
        // As long as the account is not picked, the tokens lie beside it.
        let dump = World::dump();
        for secret in world.platform.secrets() {
            assert!(!dump.contains(&secret), "{secret}");
        }
        answers += &world.pick(&path, &offered, account).await.text;
        answers += &world.site.get(&world.admin, &path).await.text;
    }
    answers += &world.read(CONNECTIONS).await.to_string();
    let dump = World::dump();
    assert!(dump.contains("1001") && world.platform.secrets().len() >= 5);
    for secret in world.platform.secrets() {
        assert!(
            !dump.contains(&secret) && !answers.contains(&secret),
            "{secret}"
        );
    }
    assert!(!dump.contains(FakeAuthorization::CLIENT_SECRET));
}

#[actix_web::test]
async fn the_list_goes_on_where_a_page_ended() {
    let world = World::new(true).await;
    for account in ["2001", "2002"] {
        world.connected("search_ads", account).await;
    }
    world.connected("social_ads", "1001").await;
    let first = world.read(&format!("{CONNECTIONS}?limit=2")).await;
    assert_eq!(first["data"].as_array().unwrap().len(), 2);
    assert_eq!(first["data"][0]["provider"], "social_ads");
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let rest = world
        .read(&format!("{CONNECTIONS}?limit=2&cursor={cursor}"))
        .await;
    assert_eq!(rest["data"][0]["external_account_id"], "2001");
    assert_eq!(rest["pagination"]["has_next"], false);
}
