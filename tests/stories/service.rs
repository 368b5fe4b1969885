//! The real binary, started and stopped.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use crate::http::Client;

/// How long something may take on a busy machine before the story fails; a killed worker's work is
/// taken up again after two minutes.
const PATIENCE: Duration = Duration::from_mins(6);

/// What is shown of the log of a service whose story failed: a recorder of long outputs leaves out the middle.
const LAST_LINES: usize = 60;

/// A key for tests: the base64 of 32 equal bytes.
pub(crate) const SECRET_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// A `tributary` command on a database.
pub(crate) fn command(database: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tributary"));
    command
        .args(arguments)
        .env("DATABASE_URL", database)
        .env("TRIBUTARY_SECRET_KEY", SECRET_KEY)
        .env("TRIBUTARY_LOG", "warn")
        // All clients of a story have one address.
        .env("TRIBUTARY_COLLECT_EVENTS_PER_ADDRESS", "0")
        .stdin(Stdio::null());
    command
}

/// Runs a command to its end and returns what it printed.
pub(crate) fn run(database: &str, arguments: &[&str]) -> String {
    let output = command(database, arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Runs a command that may fail, with settings of its own.
pub(crate) fn attempt(database: &str, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    command(database, arguments)
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

/// A new profile in euros.
pub(crate) fn new_profile(database: &str) -> String {
    let line = run(
        database,
        &["profiles", "create", "--name", "Story", "--currency", "EUR"],
    );
    line.split(' ').next().unwrap().to_owned()
}

/// A new key with every scope that the stories need.
pub(crate) fn new_key(database: &str, profile: &str) -> String {
    let scopes = "analytics:read,customers:read,events:write,attribution:write,tracking:write,\
                  goals:write,conversions:read";
    run(
        database,
        &[
            "keys",
            "create",
            "--profile",
            profile,
            "--name",
            "story",
            "--scopes",
            scopes,
            "--units-per-minute",
            "1000000",
        ],
    )
}

/// A running service; killed when dropped.
pub(crate) struct Service {
    process: Child,
    pub(crate) address: String,
    log: Arc<Mutex<String>>,
}

impl Service {
    /// Starts the service and waits until it listens.
    pub(crate) fn start(database: &str) -> Self {
        Self::with(database, &["serve", "--listen", "127.0.0.1:0"], &[])
    }

    /// As [`Service::start`], with settings of its own.
    pub(crate) fn set(database: &str, settings: &[(&str, &str)]) -> Self {
        Self::with(database, &["serve", "--listen", "127.0.0.1:0"], settings)
    }

    /// Everything that it has written so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// As [`Service::start`], leaving derived data to a [`Worker`].
    pub(crate) fn without_worker(database: &str) -> Self {
        Self::with(
            database,
            &["serve", "--listen", "127.0.0.1:0", "--no-worker"],
            &[],
        )
    }

    fn with(database: &str, arguments: &[&str], settings: &[(&str, &str)]) -> Self {
        let mut process = command(database, arguments)
            .envs(settings.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = BufReader::new(process.stderr.take().unwrap());
        let (found, address) = mpsc::channel();
        let log = Arc::new(Mutex::new(String::new()));
        let written = log.clone();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                match line.strip_prefix("listening on http://") {
                    Some(address) => drop(found.send(address.to_owned())),
                    None => written.lock().unwrap().extend([line.as_str(), "\n"]),
                }
            }
        });
        let address = address
            .recv_timeout(PATIENCE)
            .expect("the service did not start");
        Self {
            process,
            address,
            log,
        }
    }

    pub(crate) fn client(&self, key: &str) -> Client {
        Client::new(&self.address, key).unwrap()
    }

    /// SIGTERM; how long the process then took to end.
    pub(crate) fn end(mut self) -> Duration {
        end(&mut self.process)
    }

    /// SIGKILL: no chance to finish anything.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<_> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
            println!("{}\nended: {:?}", last.join("\n"), self.process.try_wait());
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits for the end of a process that was asked to end, and tells how long that took.
pub(crate) fn end(process: &mut Child) -> Duration {
    let begin = std::time::Instant::now();
    let pid = process.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(asked.unwrap().success());
    while process.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < PATIENCE, "the process does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    begin.elapsed()
}

/// A process that is killed when dropped, without a chance to finish anything.
pub(crate) struct Killed(pub(crate) Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running worker.
pub(crate) struct Worker(Killed);

impl Worker {
    pub(crate) fn start(database: &str) -> Self {
        Self(Killed(command(database, &["work"]).spawn().unwrap()))
    }

    /// SIGTERM; how long the process then took to end.
    pub(crate) fn end(mut self) -> Duration {
        end(&mut self.0.0)
    }
}

/// Asks again until the answer is what is wanted; the worker needs a moment.
pub(crate) fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begin = std::time::Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(found) = ask() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{what} did not happen")
}
