//! A PostgreSQL server of the story's own, because its processes are killed.

use std::path::PathBuf;
use std::process::Command;

use local_postgres::{Cluster, Options, Search};

use crate::service::eventually;

/// The server and where its files are; stopped and removed when dropped.
pub(super) struct Server {
    cluster: Option<Cluster>,
    options: Options,
    dir: PathBuf,
}

impl Server {
    pub(super) fn start() -> Self {
        let dir = std::env::temp_dir().join(format!("tributary-storm-{}", std::process::id()));
        let search = Search {
            pg_bin: std::env::var_os("PG_BIN").map(PathBuf::from),
            path: std::env::var_os("PATH"),
        };
        let mut options = Options::durable(dir.join("data"), search);
        options.durable = false;
        options.socket_dir = Some(dir.join("socket"));
        // Processes die here and not the machine: what a commit handed to the system is kept. The
        // rest of what makes a commit lasting stays on.
        options.settings = [("synchronous_commit", "on"), ("full_page_writes", "on")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
        std::fs::create_dir_all(&dir).unwrap();
        let cluster = Cluster::start(&options, &|_| {}).unwrap();
        Self {
            cluster: Some(cluster),
            options,
            dir,
        }
    }

    fn cluster(&self) -> &Cluster {
        self.cluster.as_ref().unwrap()
    }

    /// The address of a new database.
    pub(super) fn new_database(&self, name: &str) -> String {
        self.cluster().ensure_database(name).unwrap();
        self.cluster().url(name)
    }

    /// SIGKILL for the parent of all its processes, and a new start on what it left.
    pub(super) fn kill_and_start(&mut self) {
        let pid = self.cluster().server_pid().unwrap().to_string();
        let killed = Command::new("kill").args(["-KILL", &pid]).status().unwrap();
        assert!(killed.success());
        self.cluster = None;
        self.cluster = Some(eventually("the start of the database", || {
            Cluster::start(&self.options, &|_| {}).ok()
        }));
    }

    /// Browser events, outcome events and rows of spend that are stored.
    pub(super) fn facts(&self, database: &str) -> [usize; 3] {
        ["tracker_events", "outcome_events", "ad_spend_daily"].map(|table| {
            let count = format!("SELECT count(*) FROM {table}");
            let printed = self.cluster().execute(database, &count).unwrap();
            printed.trim().parse().unwrap()
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.cluster = None;
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}
