//! The real binary, started and stopped.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The base64 of 32 equal bytes.
pub(crate) const SECRET_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// How the binary is called.
#[derive(Clone, Debug)]
pub(crate) struct Binary {
    pub(crate) path: PathBuf,
    pub(crate) database: String,
    /// More of its settings.
    pub(crate) settings: Vec<(&'static str, String)>,
}

impl Binary {
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command
            .args(arguments)
            .env("DATABASE_URL", &self.database)
            .env("TRIBUTARY_SECRET_KEY", SECRET_KEY)
            .env("TRIBUTARY_LOG", "warn")
            .env("TRIBUTARY_COUNTRY_HEADER", "cf-ipcountry")
            .env("TRIBUTARY_TRUSTED_PROXIES", "127.0.0.1")
            .env("TRIBUTARY_COLLECT_EVENTS_PER_KEY", "0")
            .env("TRIBUTARY_COLLECT_EVENTS_PER_ADDRESS", "0")
            .envs(self.settings.clone())
            .stdin(Stdio::null());
        command
    }

    /// Runs a command to its end and returns what it printed.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

/// A running service; killed when dropped.
pub(crate) struct Service {
    process: Child,
    pub(crate) address: String,
    /// From the start of the process to the line that says where it listens.
    pub(crate) ready: Duration,
}

impl Service {
    /// Starts the service with or without a worker, and waits until it listens.
    pub(crate) fn start(binary: &Binary, with_worker: bool) -> Self {
        let mut arguments = vec!["serve", "--listen", "127.0.0.1:0"];
        arguments.extend((!with_worker).then_some("--no-worker"));
        let begin = Instant::now();
        let mut process = binary
            .command(&arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the service did not start").unwrap();
            match line.strip_prefix("listening on http://") {
                Some(address) => break address.to_owned(),
                None => eprintln!("{line}"),
            }
        };
        let ready = begin.elapsed();
        std::thread::spawn(move || {
            lines
                .map_while(Result::ok)
                .for_each(|line| eprintln!("{line}"));
        });
        Self {
            process,
            address,
            ready,
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
