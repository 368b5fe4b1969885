//! What decides about results is changed: readers keep the old figures, complete, until all new ones
//! are there, also when the worker is killed while it writes results or sessions; then the ledger tells
//! the difference.

use std::fs;
use std::sync::Arc;

use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::hold::Hold;
use crate::service::{Service, Worker, eventually, new_key, new_profile, run};

const JUNE: &str = "date_from=2026-06-01&date_to=2026-06-30";
const PEOPLE: usize = 40;

/// Each came by an advertisement 60 days, by mail 10 days and directly right before paying 10.01,
/// at half past ten in the evening in UTC.
fn import(database: &str, profile: &str) {
    // Not from 0 on: `0` is what systems write that do not know a customer.
    let visits = (1..=PEOPLE).map(|person| {
        format!(
            "{person},ad-{person},2026-04-21 22:30:00,Ad,\n\
             {person},mail-{person},2026-06-10 22:30:00,Mail,\n\
             {person},sale-{person},2026-06-20 22:30:00,Direct,10.01\n"
        )
    });
    let head = "customer_id,session_id,touched_at,marketing_channel,revenue\n".to_owned();
    let rows = [head].into_iter().chain(visits).collect::<String>();
    let mapping = json!({
        "page_url": "https://shop.example/",
        "labels": [
            { "label": "Ad", "utm_source": "google", "utm_medium": "cpc" },
            { "label": "Mail", "utm_source": "news", "utm_medium": "email" },
            { "label": "Direct" },
        ],
        "purchase": { "event_type": "payment_received", "seconds_after_session": 1 },
    });
    let rates = "date,from,to,rate,source\n2026-06-21,EUR,USD,1.1,ecb\n";
    let folder = std::env::temp_dir().join(format!("tributary-lens-{profile}"));
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let mapping = write("mapping.json", &mapping.to_string());
    let rows = write("rows.csv", &rows);
    let of_profile = ["--profile", profile];
    let arguments = ["import", "touchpoints", &rows, "--mapping", &mapping];
    run(database, &[&arguments[..], &of_profile].concat());
    let rates = write("rates.csv", rates);
    run(
        database,
        &[&["import", "rates", &rates][..], &of_profile].concat(),
    );
    fs::remove_dir_all(folder).unwrap();
}

struct Story {
    service: Service,
    key: String,
    database: Arc<TestDatabase>,
}

impl Story {
    fn new() -> Self {
        let database = Arc::new(TestDatabase::create());
        let profile = new_profile(database.url());
        import(database.url(), &profile);
        Self {
            service: Service::without_worker(database.url()),
            key: new_key(database.url(), &profile),
            database,
        }
    }

    /// A connection of its own: an idle one is closed by the service.
    fn get(&self, path: &str) -> Value {
        let answer = self.service.client(&self.key).get(path).unwrap();
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.body
    }

    fn patch(&self, path: &str, body: &Value) {
        let answer = self.service.client(&self.key).patch(path, body).unwrap();
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }

    /// What three reports say.
    fn figures(&self) -> Vec<Value> {
        [
            "overview?model=linear",
            "../v1beta/breakdowns/channel?model=linear",
            "../v1beta/timeseries?interval=day&model=linear",
        ]
        .map(|report| {
            let path = format!("/api/v1/{report}&{JUNE}").replace("v1/../", "");
            let mut body = self.get(&path);
            json!([
                body["data"].take(),
                body["total"].take(),
                body["meta"]["currency"].take()
            ])
        })
        .to_vec()
    }

    /// Credited cash by channel under the linear model, and what no touch is credited with.
    fn cash_by_channel(&self) -> Vec<String> {
        let path = format!("/api/v1beta/breakdowns/channel?model=linear&{JUNE}");
        let data = self.get(&path)["data"].take();
        let rows = data["rows"].as_array().unwrap().iter();
        let line = |row: &Value| format!("{} {}", row["key"].as_str().unwrap(), row["revenue"]);
        let mut lines: Vec<_> = rows
            .filter(|row| row["revenue"] != json!(0))
            .map(line)
            .collect();
        lines.sort();
        lines.push(format!(
            "{} unattributed",
            data["total"]["unattributed_conversions"]
        ));
        lines
    }

    /// The day that counts every payment.
    fn day_of_payments(&self) -> Option<Value> {
        let body = self.get(&format!("/api/v1beta/timeseries?interval=day&{JUNE}"));
        let mut buckets = body["data"]["buckets"].as_array().unwrap().iter();
        let paid = buckets.find(|bucket| bucket["conversions"] == json!(PEOPLE));
        paid.map(|bucket| bucket["start"].clone())
    }

    fn freshness(&self) -> Value {
        self.get("/api/v1/profile/freshness")["data"].take()
    }

    /// Until everything is in the results.
    fn settle(&self) {
        eventually("the end of the replay", || {
            (self.freshness()["status"] == json!("current")).then_some(())
        });
    }

    fn restatements(&self) -> Vec<Value> {
        let body = self.get("/api/v1beta/restatements?limit=100");
        body["data"].as_array().unwrap().clone()
    }

    /// The replay that a change asked for.
    fn recompute(&self, id: &Value) -> Value {
        let path = format!(
            "/api/v1beta/attribution/recomputes/{}",
            id.as_str().unwrap()
        );
        self.get(&path)["data"].take()
    }

    /// Nothing of a worker that died, nothing twice, and nothing of the generation before.
    fn only_one_generation_is_left(&self) {
        let visits = 3 * PEOPLE;
        let wanted = format!("{PEOPLE} {PEOPLE} 0 0 {visits} {visits}");
        eventually("the end of tidying up", || {
            let left = self.database.execute(LEFT).unwrap();
            (left.trim() == wanted).then_some(())
        });
    }

    /// Makes a change, looks at every moment of its replay, which waits for a while before it writes
    /// the table, and answers the restatement.
    fn change(&self, path: &str, body: &Value, (table, is_killed): (&'static str, bool)) -> Value {
        let before = self.figures();
        let told = self.restatements().len();
        let instant = self.freshness()["recomputed_at"]
            .as_str()
            .unwrap()
            .to_owned();
        let hold = Hold::new(&self.database, table);
        self.patch(path, body);
        let waiting = self.freshness();
        assert_eq!(waiting["status"], json!("replaying"), "{waiting}");
        assert_eq!(waiting["recompute"]["status"], json!("queued"), "{waiting}");
        let id = waiting["recompute"]["id"].clone();
        assert_eq!(self.figures(), before);

        let worker = Worker::start(self.database.url());
        eventually("the middle of the replay", || {
            let recompute = self.recompute(&id);
            let is_begun = recompute["status"] == json!("running");
            (is_begun && hold.somebody_waits()).then_some(())
        });
        assert_eq!(self.freshness()["status"], json!("replaying"));
        assert_eq!(self.figures(), before);
        let worker = if is_killed {
            drop(worker);
            drop(hold);
            assert_eq!(self.figures(), before);
            assert_eq!(self.restatements().len(), told);
            Worker::start(self.database.url())
        } else {
            drop(hold);
            worker
        };
        self.settle();
        self.only_one_generation_is_left();
        drop(worker);
        let done = self.recompute(&id);
        assert_eq!(done["status"], json!("completed"), "{done}");
        assert_eq!(done["attempts"], json!(1 + i32::from(is_killed)), "{done}");
        assert_ne!(self.figures(), before);
        let then = self.get(&format!(
            "/api/v1/overview?model=linear&{JUNE}&as_of={instant}"
        ));
        assert_eq!(then["data"], before[0][0], "as of {instant}");
        let restatements = self.restatements();
        assert_eq!(restatements.len(), told + 1);
        restatements[0].clone()
    }
}

/// Conversions, their events, rows that no reader looks for, and sessions and touches.
const LEFT: &str = "SELECT concat_ws(' ', count(*), count(DISTINCT c.event_id), \
    count(*) FILTER (WHERE c.generation <> s.generation), \
    (SELECT count(*) FROM credits r JOIN attribution_state a ON a.profile_id = r.profile_id \
        WHERE r.generation <> a.generation), \
    (SELECT count(*) FROM sessions), (SELECT count(*) FROM touches)) \
    FROM conversions c JOIN attribution_state s ON s.profile_id = c.profile_id";

fn madrid() -> Value {
    json!({ "timezone": "Europe/Madrid" })
}

#[test]
fn a_changed_lens_shows_when_its_replay_is_complete_and_the_ledger_tells_the_difference() {
    let story = Story::new();
    // 400.40 over three touches each; the ends of a third are given out by place.
    let thirds = story.cash_by_channel();
    assert_eq!(thirds.len(), 4, "{thirds:?}");

    let windows = "/api/v1/profile/attribution-settings";
    let told = story.change(
        windows,
        &json!({ "cash_window_days": 30 }),
        ("conversions", true),
    );
    assert_eq!(told["cause"], json!("windows_changed"), "{told}");
    assert_eq!(
        story.cash_by_channel(),
        ["Direct 200.2", "Email 200.2", "0 unattributed"]
    );

    assert_eq!(story.day_of_payments(), Some(json!("2026-06-20")));
    let told = story.change("/api/v1/profile", &madrid(), ("conversions", false));
    assert_eq!(told["cause"], json!("timezone_changed"), "{told}");
    assert_eq!(story.day_of_payments(), Some(json!("2026-06-21")));

    let told = story.change(
        "/api/v1/profile",
        &json!({ "currency": "USD" }),
        ("conversions", false),
    );
    assert_eq!(told["cause"], json!("currency_changed"), "{told}");
    assert_eq!(told["currency_before"], json!("EUR"), "{told}");
    assert_eq!(
        story.cash_by_channel(),
        ["Direct 220.22", "Email 220.22", "0 unattributed"]
    );

    let definitions = story.get("/api/v1/goals/definitions");
    let all = definitions["data"]["conversion_definitions"]
        .as_array()
        .unwrap();
    let is_payment = |row: &&Value| row["conversion_key"] == json!("payment_received");
    let payment = all.iter().find(is_payment).unwrap()["id"].as_str().unwrap();
    let path = format!("/api/v1/goals/definitions/{payment}");
    let told = story.change(
        &path,
        &json!({ "attribution_eligible": false }),
        ("conversions", false),
    );
    assert_eq!(told["cause"], json!("definition_changed"), "{told}");
    assert_eq!(story.cash_by_channel(), ["40 unattributed"]);
}

#[test]
fn sigkill_while_sessions_are_derived_anew_loses_none_and_doubles_none() {
    let story = Story::new();
    story.change("/api/v1/profile", &madrid(), ("sessions", true));
    assert_eq!(story.day_of_payments(), Some(json!("2026-06-21")));
}
