//! A changed channel rule on a million touches, beside one UPDATE of the touches that it renames; and the audit of
//! their links, beside one statement that counts them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use local_postgres::{Cluster, Options, Search};
use serde_json::{Value, json};

use crate::http::Client;
use crate::service::{Binary, Service};
use crate::settings::Settings;

const DATABASE: &str = "relabel";
const ROUNDS: usize = 7;
const CHANNEL: &str = "Affiliates";
const REPORT: &str =
    "/api/v1beta/breakdowns/channel?date_from=2026-01-01&date_to=2026-03-31&limit=100";
const REFRESH: &str = "/api/v1/quality/utm/refresh";
const RULES: &str = "/api/v1/channel-rules";

/// A rule's condition, and the same as SQL over `traffic_signatures`.
const CASES: [(&str, &str, &str); 3] = [
    ("contains", "partner-17", "utm_source LIKE '%partner-17%'"),
    ("contains", "partner-1", "utm_source LIKE '%partner-1%'"),
    ("starts_with", "partner", "utm_source LIKE 'partner%'"),
];

/// A condition that nothing fulfils.
const NOBODY: (&str, &str) = ("is", "nobody");

fn condition((operator, value): (&str, &str)) -> Value {
    json!([{ "field": "utm_source", "operator": operator, "values": [value] }])
}

pub(crate) fn measure() {
    let directory = std::env::temp_dir().join(format!("tributary-bench-{}", std::process::id()));
    let cluster = start(directory.clone());
    cluster.ensure_database(DATABASE).unwrap();
    let url = cluster.url(DATABASE);
    println!(
        "a million touches, 20000 signatures; the server writes to {}",
        directory.display()
    );
    let bench = Bench::prepare(&cluster, &url);
    println!(
        "| signatures | touches | change | report | change and report | UPDATE | UPDATE ÷ change |"
    );
    println!("|---|---|---|---|---|---|---|");
    for case in CASES {
        println!("{}", bench.row(case));
    }
    println!("\n| touches | signatures | look at links | counting touches | counting ÷ look |");
    println!("|---|---|---|---|---|");
    println!("{}", bench.links());
    drop(bench);
    cluster.leave(&|_| {}).unwrap();
    std::fs::remove_dir_all(directory).unwrap();
}

fn start(directory: PathBuf) -> Cluster {
    let search = Search {
        pg_bin: std::env::var_os("PG_BIN").map(PathBuf::from),
        path: std::env::var_os("PATH"),
    };
    Cluster::start(&Options::durable(directory, search), &|_| {}).unwrap()
}

/// A new profile in euros, and a key for it.
fn account(binary: &Binary) -> (String, String) {
    let line = binary.run(&["profiles", "create", "--name", "Bench", "--currency", "EUR"]);
    let profile = line.split(' ').next().unwrap().to_owned();
    let scopes = [
        "--scopes",
        "analytics:read,attribution:write",
        "--units-per-minute",
        "1000000",
    ];
    let mut arguments = vec!["keys", "create", "--profile", &profile, "--name", "bench"];
    arguments.extend(scopes);
    let key = binary.run(&arguments);
    (profile, key)
}

struct Bench<'a> {
    cluster: &'a Cluster,
    binary: Binary,
    service: Service,
    key: String,
    profile: String,
    rule: String,
}

impl<'a> Bench<'a> {
    fn prepare(cluster: &'a Cluster, url: &str) -> Self {
        let binary = Binary {
            path: Settings::read().binary(),
            database: url.to_owned(),
            settings: Vec::new(),
        };
        let service = Service::start(&binary, true);
        let (profile, key) = account(&binary);
        let seed = include_str!("relabel.sql").replace(":profile", &profile);
        cluster.execute(DATABASE, &seed).unwrap();
        // Nobody has counted rows that came in past the service.
        let uncounted = "UPDATE attribution_state SET has_rollups = false";
        cluster.execute(DATABASE, uncounted).unwrap();
        binary.run(&["migrate"]);
        cluster.execute(DATABASE, "VACUUM ANALYZE").unwrap();
        let body = json!({
            "name": "measured", "channel": CHANNEL, "priority": 1,
            "conditions": condition(NOBODY),
        });
        let mut client = Client::new(&service.address, &key).unwrap();
        let made = client.post(RULES, &body).unwrap();
        assert_eq!(made.status, 201, "{made:?}");
        // The seed's labels were nobody's: this first change classified everything.
        Self {
            cluster,
            rule: made.body["data"]["id"].as_str().unwrap().to_owned(),
            binary,
            service,
            key,
            profile,
        }
    }

    /// A connection of its own: an idle one is closed by the service.
    fn client(&self) -> Client {
        Client::new(&self.service.address, &self.key).unwrap()
    }

    /// Gives the rule another condition.
    fn change(&self, to: (&str, &str)) {
        let body = json!({ "conditions": condition(to) });
        let path = format!("{RULES}/{}", self.rule);
        let changed = self.client().patch(&path, &body).unwrap();
        assert_eq!(changed.status, 200, "{changed:?}");
    }

    /// Sessions of the rule's channel in the report.
    fn sessions(&self) -> u64 {
        let report = self.client().get(REPORT).unwrap();
        assert_eq!(report.status, 200, "{report:?}");
        let rows = report.body["data"]["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["key"] == json!(CHANNEL));
        row.map_or(0, |row| row["sessions"].as_u64().unwrap())
    }

    fn sql(&self, statement: &str) -> String {
        let statement = statement.replace(":profile", &self.profile);
        let answer = self.cluster.execute(DATABASE, &statement).unwrap();
        answer.trim().to_owned()
    }

    /// Changes when any touch is rewritten.
    fn touches(&self) -> String {
        self.sql(
            "SELECT count(*), sum(hashtextextended(concat(id, xmin, ctid), 0)) FROM touches \
             WHERE profile_id = ':profile'",
        )
    }

    fn row(&self, (operator, value, condition): (&str, &str, &str)) -> String {
        let matched = format!(
            "SELECT id FROM traffic_signatures WHERE profile_id = ':profile' AND {condition}"
        );
        let signatures = self.sql(&format!("SELECT count(*) FROM ({matched}) AS m"));
        let expected = self.sql(&format!(
            "SELECT count(*) FROM touches WHERE profile_id = ':profile' AND signature_id IN ({matched})"
        ));
        let touches = self.touches();
        let [mut change, mut report, mut both, mut update] = [const { Vec::new() }; 4];
        for round in 0..ROUNDS {
            let before = Instant::now();
            assert_eq!(self.sessions(), 0, "the rule of the round before is gone");
            report.push(before.elapsed());

            let begin = Instant::now();
            self.change((operator, value));
            change.push(begin.elapsed());
            let sessions = self.sessions();
            both.push(begin.elapsed());
            assert_eq!(sessions.to_string(), expected);
            self.change(NOBODY);

            let rewrite = format!(
                "UPDATE labelled SET channel = 'channel {round}' WHERE profile_id = ':profile' \
                 AND signature_id IN ({matched})"
            );
            let begin = Instant::now();
            self.sql(&rewrite);
            update.push(begin.elapsed());
            self.sql("VACUUM labelled");
        }
        assert_eq!(self.touches(), touches, "a touch was rewritten");
        let ratio = median(&mut update).as_secs_f64() / median(&mut change).as_secs_f64();
        format!(
            "| {signatures} | {expected} | {} | {} | {} | {} | {ratio:.1} |",
            shown(&mut change),
            shown(&mut report),
            shown(&mut both),
            shown(&mut update)
        )
    }
}

impl Bench<'_> {
    /// The audit of the last thirty days, beside one statement that only counts the same touches by signature.
    fn links(&self) -> String {
        // All that was seeded lies in the past; its last day becomes today.
        self.sql(
            "UPDATE sessions SET local_date = local_date + (current_date - '2026-03-31') \
             WHERE profile_id = ':profile'",
        );
        self.sql("UPDATE attribution_state SET has_rollups = false WHERE profile_id = ':profile'");
        self.binary.run(&["migrate"]);
        let window = "s.local_date BETWEEN current_date - 30 AND current_date";
        let of_window = format!(
            "FROM touches t JOIN sessions s ON s.profile_id = t.profile_id AND s.id = t.session_id \
             WHERE t.profile_id = ':profile' AND {window}"
        );
        let expected = self.sql(&format!("SELECT count(*) {of_window}"));
        let signatures = self.sql(&format!(
            "SELECT count(DISTINCT t.signature_id) {of_window}"
        ));
        let [mut look, mut count] = [const { Vec::new() }; 2];
        for _ in 0..ROUNDS {
            self.sql("DELETE FROM counted_calls");
            self.sql("UPDATE quality_scans SET scanned_at = scanned_at - interval '1 hour'");
            let begin = Instant::now();
            let answer = self.client().post(REFRESH, &json!({})).unwrap();
            look.push(begin.elapsed());
            assert_eq!(answer.status, 200, "{answer:?}");
            assert_eq!(answer.body["data"]["refreshed"], true);
            let scanned = answer.body["data"]["summary"]["events_scanned"].to_string();
            assert_eq!(scanned, expected);

            let begin = Instant::now();
            self.sql(&format!(
                "SELECT count(*) FROM (SELECT t.signature_id, count(*) {of_window} \
                 GROUP BY t.signature_id) AS c"
            ));
            count.push(begin.elapsed());
        }
        let ratio = median(&mut count).as_secs_f64() / median(&mut look).as_secs_f64();
        format!(
            "| {expected} | {signatures} | {} | {} | {ratio:.1} |",
            shown(&mut look),
            shown(&mut count)
        )
    }
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Median, and the range.
fn shown(times: &mut [Duration]) -> String {
    let median = median(times).as_millis();
    let [first, .., last] = times else {
        return format!("{median} ms");
    };
    format!("{median} ms ({}–{})", first.as_millis(), last.as_millis())
}
