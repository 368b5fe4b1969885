//! What is answered while the database cannot be used: when to come back, and nothing else.

use serde_json::json;
use testkit::TestDatabase;

use crate::http::{Client, Reply};
use crate::proxy::Proxy;
use crate::service::{Service, attempt, eventually, new_key, new_profile};

struct Fixture {
    database: TestDatabase,
    proxy: Proxy,
    name: String,
    service: Service,
    key: String,
}

impl Fixture {
    fn new() -> Self {
        let database = TestDatabase::create();
        let profile = new_profile(database.url());
        let key = new_key(database.url(), &profile);
        let name = database.execute("SELECT current_database()").unwrap();
        let proxy = Proxy::before(database.url());
        Self {
            service: Service::set(database.url(), &[("DATABASE_URL", &proxy.url())]),
            proxy,
            name: name.trim().to_owned(),
            database,
            key,
        }
    }

    /// A setting of the database, which everybody has who connects from now on.
    fn set(&self, setting: &str) {
        // A session that is read-only by default may still say otherwise.
        let change = format!(
            "SET default_transaction_read_only = off; \
             BEGIN READ WRITE; ALTER DATABASE {} {setting}; COMMIT; \
             SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
            self.name
        );
        self.database.execute(&change).unwrap();
    }

    fn ask(&self, call: (&str, &str), body: &str) -> Reply {
        let authorization = format!("Bearer {}", self.key);
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
        ];
        let mut client = Client::new(&self.service.address, &self.key).unwrap();
        client.exchange(call, body, &headers).unwrap()
    }

    /// Asserts that the answer says when to come back.
    fn assert_away(&self, call: (&str, &str), body: &str) {
        let reply = self.ask(call, body);
        assert_eq!(reply.status, 503, "{call:?} {reply:?}");
        let says_when = |(name, _): &(String, String)| name == "retry-after";
        assert!(reply.headers.iter().any(says_when), "{call:?} {reply:?}");
    }

    fn event(&self, key: &str) -> u16 {
        let body = json!({"event_type": "lead", "email": "a@example.com"});
        let mut client = self.service.client(&self.key);
        client
            .post_once("/api/v1/events", &body, key)
            .unwrap()
            .status
    }
}

#[test]
fn a_database_that_is_stopped_is_a_503_everywhere() {
    let fixture = Fixture::new();
    assert_eq!(fixture.event("before"), 201);
    fixture.proxy.stop();
    let event = json!({"event_type": "lead"}).to_string();
    let client = json!({"redirect_uris": ["http://127.0.0.1:9/back"], "client_name": "a"});
    let client = client.to_string();
    let days = "date_from=2026-06-01&date_to=2026-06-30";
    let overview = format!("/api/v1/overview?{days}");
    for (call, body) in [
        (("GET", "/readyz"), ""),
        (("GET", overview.as_str()), ""),
        (("POST", "/api/v1/events"), event.as_str()),
        (("GET", "/api/v1/profile"), ""),
        (("GET", "/auth/sign-in"), ""),
        (("POST", "/oauth/mcp/register"), client.as_str()),
    ] {
        fixture.assert_away(call, body);
    }
    let token = format!("svc_user_{}", "A".repeat(43));
    let agent = Fixture {
        key: token,
        ..fixture
    };
    agent.assert_away(("POST", "/mcp"), &json!({"jsonrpc": "2.0"}).to_string());
}

#[test]
fn a_read_only_database_is_told_from_one_that_works() {
    let fixture = Fixture::new();
    assert_eq!(fixture.event("before"), 201);
    fixture.set("SET default_transaction_read_only = on");
    eventually("the service is not ready", || {
        let reply = fixture.ask(("GET", "/readyz"), "");
        (reply.status == 503 && reply.text.contains("read-only")).then_some(())
    });
    let event = json!({"event_type": "lead", "email": "b@example.com"}).to_string();
    fixture.assert_away(("POST", "/api/v1/events"), &event);
    // Also one that starts only now: what can be read is answered.
    let url = fixture.proxy.url();
    let service = Service::set(fixture.database.url(), &[("DATABASE_URL", &url)]);
    let fixture = Fixture { service, ..fixture };
    let overview = "/api/v1/overview?date_from=2026-06-01&date_to=2026-06-30";
    for (path, status) in [("/healthz", 200), ("/readyz", 503), (overview, 200)] {
        assert_eq!(fixture.ask(("GET", path), "").status, status, "{path}");
    }
    fixture.assert_away(("POST", "/api/v1/events"), &event);
    let output = attempt(fixture.database.url(), &["doctor", "--json"], &[]);
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(found.contains("database_read_only"), "{found}");
    fixture.set("RESET default_transaction_read_only");
    eventually("the service is ready", || {
        (fixture.ask(("GET", "/readyz"), "").status == 200).then_some(())
    });
    assert_eq!(fixture.event("after"), 201);
}
