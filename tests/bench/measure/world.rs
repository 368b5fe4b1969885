//! The server, the service's binary, a profile with a history, and what has been measured so far.

use std::path::PathBuf;
use std::sync::Arc;

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_DAY;
use local_postgres::{Cluster, Options, Search};
use time::OffsetDateTime;
use tokio_postgres::Client as Database;
use tributary_bench::history::History;
use tributary_bench::people::DAYS;
use tributary_bench::table::Row;
use tributary_bench::traffic::Traffic;

use crate::copy::connect;
use crate::http::Client;
use crate::process;
use crate::service::{Binary, Service};
use crate::settings::Settings;

const DATABASE: &str = "bench";
const SCOPES: &str = "analytics:read,customers:read,events:write,attribution:write,tracking:write,\
    goals:write,conversions:read";

/// A profile and who may speak for it.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) profile: String,
    pub(crate) key: String,
}

impl Account {
    pub(crate) fn new(binary: &Binary, name: &str) -> Self {
        Self::with_scopes(binary, name, SCOPES)
    }

    pub(crate) fn with_scopes(binary: &Binary, name: &str, scopes: &str) -> Self {
        let new = ["profiles", "create", "--currency", "EUR", "--name", name];
        let line = binary.run(&new);
        let profile = line.split(' ').next().unwrap().to_owned();
        let mut arguments = vec!["keys", "create", "--profile", &profile, "--name", name];
        arguments.extend(["--scopes", scopes, "--units-per-minute", "1000000"]);
        let key = binary.run(&arguments);
        Self { profile, key }
    }

    /// The key of the profile's site.
    pub(crate) async fn tracking_key(&self, service: &Service) -> String {
        let mut client = Client::of(service, &self.key).await;
        let issued = client.post("/api/v1/tracking/keys", "").await;
        assert!(issued.status < 300, "{}", issued.body);
        issued.json()["data"]["public_key"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

/// Everything that measures need.
pub(crate) struct World {
    pub(crate) settings: Settings,
    pub(crate) cluster: Cluster,
    pub(crate) binary: Binary,
    pub(crate) db: Database,
    /// Whose history is reported on.
    pub(crate) account: Account,
    /// Whose events are sent.
    pub(crate) ingest: Account,
    pub(crate) history: History,
    /// Where live visits come from: as those of the history.
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) rows: Vec<Row>,
    pub(crate) notes: Vec<String>,
}

impl World {
    pub(crate) async fn new(settings: Settings) -> Self {
        // Of two builds, the older one makes the database.
        let older = settings.against.clone();
        let path = older.unwrap_or_else(|| settings.binary());
        std::fs::create_dir_all(&settings.dir).unwrap();
        let search = Search {
            pg_bin: std::env::var_os("PG_BIN").map(PathBuf::from),
            path: std::env::var_os("PATH"),
        };
        let options = Options::durable(settings.dir.join("server"), search);
        let say = |text: &str| eprintln!("{text}");
        let cluster = Cluster::start(&options, &say).unwrap();
        cluster.ensure_database(DATABASE).unwrap();
        let database = cluster.url(DATABASE);
        let binary = Binary {
            path,
            database,
            settings: Vec::new(),
        };
        binary.run(&["migrate"]);
        let account = Account::new(&binary, "history");
        let ingest = Account::new(&binary, "ingest");
        let db = connect(&binary.database).await;
        let profile = account.profile.parse().unwrap();
        let history = History::new(1, settings.events, today(), profile);
        Self {
            settings,
            cluster,
            binary,
            db,
            account,
            ingest,
            traffic: Arc::new(history.traffic.clone()),
            history,
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// First and last day of the history.
    pub(crate) fn days(&self) -> (String, String) {
        let last = i64::from(DAYS - 1) * MICROS_PER_DAY;
        let day = |at: Timestamp| at.to_utc().date().to_string();
        let begin = self.history.begin;
        (day(begin), day(begin.plus_micros(last)))
    }

    /// Seconds of processor time of the service and of everything of PostgreSQL.
    pub(crate) fn processor(&self, service: &Service) -> Processor {
        Processor {
            service: process::seconds(service.pid()),
            server: process::seconds_with_children(self.cluster.server_pid().unwrap()),
            own: process::seconds(std::process::id()),
        }
    }

    /// Ends what a killed service left under way, and forgets whom it would have replayed: the next
    /// measure begins with nothing to do, and with a planner that knows the tables.
    pub(crate) async fn settle(&self) {
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        self.db.batch_execute(end).await.unwrap();
        let forget = "TRUNCATE replay_marks; ANALYZE";
        self.db.batch_execute(forget).await.unwrap();
    }

    /// A finished line, shown at once.
    pub(crate) fn add(&mut self, row: Row) {
        println!("{}", row.line());
        self.rows.push(row);
    }
}

/// Seconds of processor time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Processor {
    pub(crate) service: f64,
    pub(crate) server: f64,
    /// Of the benchmark itself.
    pub(crate) own: f64,
}

impl Processor {
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self {
            service: self.service - earlier.service,
            server: self.server - earlier.server,
            own: self.own - earlier.own,
        }
    }
}

/// The first instant of today.
pub(crate) fn today() -> Timestamp {
    now().to_utc().date().midnight().assume_utc().into()
}

#[expect(
    clippy::disallowed_methods,
    reason = "what is sent to the service happens now"
)]
pub(crate) fn now() -> Timestamp {
    OffsetDateTime::now_utc().into()
}
