//! A service that is killed in the middle of a decision about customers leaves all as it was, and the next one can
//! make the decision.

use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::hold::Hold;
use crate::service::{Service, eventually, new_key, new_profile};

/// Every table with rows of profiles but those in which a call leaves a trace, whatever becomes of it.
const TABLES: &str = "SELECT c.table_name FROM information_schema.columns c \
    JOIN information_schema.tables t USING (table_schema, table_name) \
    WHERE c.table_schema = current_schema() AND c.column_name = 'profile_id' \
    AND t.table_type = 'BASE TABLE' AND c.table_name NOT IN ('api_keys') ORDER BY 1";

/// Written when all else of a decision is.
const LATE: &str = "audit_events";

struct Story {
    database: Arc<TestDatabase>,
    key: String,
}

impl Story {
    /// Ann has an address and a number, Bea and Cleo an address each, and all paid.
    fn new() -> Self {
        let database = Arc::new(TestDatabase::create());
        let profile = new_profile(database.url());
        let key = new_key(database.url(), &profile);
        let service = Service::start(database.url());
        let mut client = service.client(&key);
        for (name, phone, value) in [
            ("ann", Some("+56912345678"), "10.5"),
            ("bea", None, "20.25"),
            ("cleo", None, "5"),
        ] {
            let event = json!({
                "event_type": "payment_received",
                "event_time": "2026-06-01T10:00:00Z",
                "value_amount": value,
                "email": format!("{name}@x.example"),
                "phone": phone,
                "utm_source": "newsletter",
                "utm_medium": "email",
            });
            let sent = client.post("/api/v1/events", &event).unwrap();
            assert_eq!(sent.status, 201, "{sent:?}");
        }
        let path = "/api/v1/overview?date_from=2026-06-01&date_to=2026-06-01";
        eventually("the results", || {
            let overview = service.client(&key).get(path).unwrap();
            (overview.body["data"]["current"]["cash_payments"] == json!(3)).then_some(())
        });
        drop(client);
        service.end();
        Self { database, key }
    }

    fn customer(&self, email: &str) -> String {
        let statement =
            format!("SELECT customer_id FROM identifiers WHERE value_key = '{email}@x.example'");
        self.database.execute(&statement).unwrap().trim().to_owned()
    }

    /// Every row of every table that a decision may write.
    fn everything(&self) -> String {
        let tables = self.database.execute(TABLES).unwrap();
        assert!(tables.lines().count() > 80, "{tables}");
        let mut statement = String::new();
        for table in tables.lines() {
            let rows = format!("SELECT '{table} ' || t::text FROM {table} t ORDER BY t::text; ");
            statement.push_str(&rows);
        }
        self.database.execute(&statement).unwrap()
    }

    /// Makes a decision and kills the service when all of it is written and nothing is kept; then has the next service
    /// make it.
    fn decide(&self, path: &str, body: &Value, status: u16) {
        let before = self.everything();
        let service = Service::without_worker(self.database.url());
        let hold = Hold::new(&self.database, LATE);
        let mut client = service.client(&self.key);
        let asked = thread::spawn({
            let (path, body) = (path.to_owned(), body.clone());
            move || client.post(&path, &body)
        });
        eventually("the end of the decision", || {
            assert!(!asked.is_finished(), "{path} was answered");
            hold.somebody_waits().then_some(())
        });
        service.kill();
        assert!(asked.join().unwrap().is_err(), "{path} was answered");
        drop(hold);
        eventually("the server's sight of it", || {
            let busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
            (self.database.execute(busy).unwrap().trim() == "0").then_some(())
        });
        assert_eq!(self.everything(), before, "{path}");
        let service = Service::without_worker(self.database.url());
        let made = service.client(&self.key).post(path, body).unwrap();
        assert_eq!(made.status, status, "{made:?}");
        assert_ne!(self.everything(), before, "{path}");
    }
}

#[test]
fn sigkill_in_the_middle_of_a_merge_a_split_or_an_erasure_leaves_all_as_it_was() {
    let story = Story::new();
    let [ann, bea, cleo] = ["ann", "bea", "cleo"].map(|name| story.customer(name));
    let pair = json!({ "customer_profile_ids": [ann, bea] });
    story.decide("/api/v1beta/identity/merges", &pair, 201);
    let known = {
        let service = Service::without_worker(story.database.url());
        let path = format!("/api/v1beta/identity/customers/{ann}");
        service.client(&story.key).get(&path).unwrap().body
    };
    let identifiers = known["data"]["identifiers"].as_array().unwrap();
    let phone = identifiers.iter().find(|it| it["kind"] == "phone").unwrap();
    let away = json!({ "identifier_ids": [phone["id"]], "browser_ids": [] });
    let split = format!("/api/v1beta/identity/customers/{ann}/split");
    story.decide(&split, &away, 201);
    let erase = format!("/api/v1beta/customers/{cleo}/erase");
    story.decide(&erase, &json!({}), 200);
}
