//! Starting, using and stopping one private server.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::account::caller_uid;
use crate::binaries::{self, Binaries};
use crate::error::Error;
use crate::launch::launch;
use crate::locks::{Usage, take_turn};
use crate::options::Options;
use crate::postmaster;
use crate::programs::{USER, pg_ctl, run};
use crate::server_directory::ServerDirectory;

/// A private server that runs, with us among its users. Dropping it is leaving it, silently;
/// [`Cluster::leave`] says what happens.
#[derive(Debug)]
pub struct Cluster {
    place: ServerDirectory,
    options: Options,
    binaries: Binaries,
    socket_dir: PathBuf,
    usage: Usage,
    has_left: bool,
}

/// What happened to the server when we left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Nobody else used it, and it is stopped.
    Stopped,
    /// Another process uses it and will stop it.
    Running,
}

impl Cluster {
    /// Finds the server of `options.data_dir` running, or starts it, having created its files on
    /// the first start. Blocks: a first start takes some seconds. `say` is told each step.
    ///
    /// The server is out of reach of the terminal's Ctrl-C. A caller that wants to leave nothing
    /// behind handles the signal from before this call until after [`Cluster::leave`].
    pub fn start(options: &Options, say: &dyn Fn(&str)) -> Result<Self, Error> {
        let place = ServerDirectory::prepare(&options.data_dir, caller_uid()?)?;
        if let Some(notice) = &place.notice {
            say(notice);
        }
        let _turn = take_turn(&place.data_dir, say)?;
        let usage = Usage::open(&place.data_dir)?;
        let is_alone = usage.end()?;
        let needed = place
            .data_version()
            .map(|version| (place.data_dir.as_path(), version));
        let binaries = binaries::find(&options.search, needed)?;
        let found = match postmaster::running(&place.cluster) {
            Some(_) => {
                let shown = place.data_dir.display();
                say(&format!("using the database that runs in {shown}"));
                postmaster::wait_until_ready(&place.cluster)?
            }
            None => None,
        };
        let socket_dir = match found {
            Some(found) => found
                .socket_dir
                .ok_or_else(|| Error::OutOfReach(place.data_dir.clone()))?,
            None if is_alone => launch(&place, &binaries, options, say)?,
            None => return Err(Error::OutOfReach(place.data_dir)),
        };
        usage.begin()?;
        Ok(Self {
            place,
            options: options.clone(),
            binaries,
            socket_dir,
            usage,
            has_left: false,
        })
    }

    /// Starts the server again on the same files and the same socket when it has died under us, and
    /// tells whether it had. Whoever else uses it finds it again as well.
    pub fn revive(&self, say: &dyn Fn(&str)) -> Result<bool, Error> {
        if self.server_pid().is_some() {
            return Ok(false);
        }
        let _turn = take_turn(&self.place.data_dir, say)?;
        // Another user may have been faster.
        if self.server_pid().is_none() {
            launch(&self.place, &self.binaries, &self.options, say)?;
        }
        Ok(true)
    }

    /// How to connect to one of its databases: a URL whose host is the percent-encoded folder of
    /// the socket. No password is needed; whoever may enter the folder may connect.
    pub fn url(&self, database: &str) -> String {
        let host = percent_encode(&self.socket_dir.to_string_lossy());
        format!("postgresql://{USER}@{host}/{database}")
    }

    /// Creates the database unless it exists.
    pub fn ensure_database(&self, name: &str) -> Result<(), Error> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || name.len() > 63 || !name.chars().all(is_plain) {
            return Err(Error::DatabaseName(name.to_owned()));
        }
        let _turn = take_turn(&self.place.data_dir, &|_| {})?;
        let exists = format!("SELECT count(*) FROM pg_database WHERE datname = '{name}'");
        if self.execute("postgres", &exists)?.trim() == "0" {
            self.execute("postgres", &format!("CREATE DATABASE \"{name}\""))?;
        }
        Ok(())
    }

    /// Runs SQL as the owner of everything, through `psql`, and answers what it prints: rows on
    /// lines, columns separated by `|`. For administration; the SQL must not hold foreign words.
    pub fn execute(&self, database: &str, sql: &str) -> Result<String, Error> {
        let mut psql = self.place.account.command(&self.binaries.dir.join("psql"));
        psql.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-p",
            "5432",
            "-U",
            USER,
        ]);
        psql.arg("-h")
            .arg(&self.socket_dir)
            .args(["-d", database, "-c", sql]);
        run(&mut psql).map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The directory in use: the one asked for, unless [`Cluster::notice`] says otherwise.
    /// Absolute.
    pub fn data_dir(&self) -> &Path {
        &self.place.data_dir
    }

    /// Why another directory than the one asked for is used, as a sentence for the person.
    pub fn notice(&self) -> Option<&str> {
        self.place.notice.as_deref()
    }

    /// The server's major version, such as 15.
    pub fn major_version(&self) -> u32 {
        self.binaries.major
    }

    /// The process id of the server's parent process, while it runs.
    pub fn server_pid(&self) -> Option<u32> {
        postmaster::running(&self.place.cluster).map(|found| found.pid)
    }

    /// Leaves the server, and stops it when nobody else uses it. Open connections are closed;
    /// what was committed is kept.
    pub fn leave(mut self, say: &dyn Fn(&str)) -> Result<Left, Error> {
        self.leave_once(say)
    }

    fn leave_once(&mut self, say: &dyn Fn(&str)) -> Result<Left, Error> {
        self.has_left = true;
        let _turn = take_turn(&self.place.data_dir, say)?;
        if !self.usage.end()? {
            say("leaving the database to the other processes that use it");
            return Ok(Left::Running);
        }
        if let Some(server) = postmaster::running(&self.place.cluster) {
            say("stopping the database");
            let mut pg_ctl = pg_ctl(&self.place, &self.binaries, "stop");
            run(pg_ctl.args(["-m", "fast", "-t", "60"]))?;
            postmaster::wait_until_gone(server.pid);
        }
        // Empty when the server is gone; a folder that holds other things stays.
        let _ = fs::remove_dir(&self.socket_dir);
        Ok(Left::Stopped)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if !self.has_left {
            // Nobody is left to be told; the next user of the directory will stop the server.
            let _ = self.leave_once(&|_| {});
        }
    }
}

/// Escapes everything but the characters that need no escape anywhere in a URL.
fn percent_encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
