//! One PostgreSQL server per test process: in memory, unsafe against crashes, and gone with the
//! process, however that ends.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use local_postgres::{Cluster, Options, Search};

use crate::error::Error;

/// The server of this process and the pipe whose end tells its watchdog to clear up.
pub(crate) struct TestCluster {
    cluster: Cluster,
    #[expect(dead_code, reason = "held until the process ends, which closes it")]
    lifeline: Option<ChildStdin>,
}

/// Enough for a server with some dozens of small databases.
const ROOM_IN_KIB: u64 = 1024 * 1024;

/// What tests gain time with: no write-ahead log beyond need, nothing in the background, and
/// connections for many pools at once.
const SETTINGS: [(&str, &str); 4] = [
    ("wal_level", "minimal"),
    ("max_wal_senders", "0"),
    ("autovacuum", "off"),
    ("max_connections", "300"),
];

/// Waits for the end of its input, which comes with the end of the process that holds the other
/// side, then ends the server at once and removes its files.
const WATCHDOG: &str = r#"
trap '' INT HUP TERM
read -r _
if read -r pid < "$1/data/cluster/postmaster.pid"; then
    kill -QUIT "$pid"
    while kill -0 "$pid" && [ -e "$1/data/cluster/postmaster.pid" ]; do sleep 0.1; done
fi
rm -rf "$1"
"#;

impl TestCluster {
    /// The server of this process, started by the first call.
    pub(crate) fn of_this_process() -> Result<&'static Cluster, Error> {
        static CLUSTER: OnceLock<TestCluster> = OnceLock::new();
        static STARTING: Mutex<()> = Mutex::new(());
        let _turn = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = CLUSTER.get() {
            return Ok(&running.cluster);
        }
        let started = Self::start()?;
        Ok(&CLUSTER.get_or_init(|| started).cluster)
    }

    fn start() -> Result<Self, Error> {
        let dir = base_dir().join(format!("tributary-test-{}", std::process::id()));
        if dir.exists() {
            fs::remove_dir_all(&dir)?;
        }
        fs::create_dir(&dir)?;
        let lifeline = watch(&dir)?;
        // A test process has no command line of its own, so it reads what a person exported.
        let search = Search {
            pg_bin: std::env::var_os("PG_BIN").map(PathBuf::from),
            path: std::env::var_os("PATH"),
        };
        let mut options = Options::durable(dir.join("data"), search);
        options.durable = false;
        options.socket_dir = Some(dir.join("socket"));
        options.settings = SETTINGS
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
        let cluster = Cluster::start(&options, &|_| {})?;
        Ok(Self { cluster, lifeline })
    }
}

/// Memory when there is enough of it, else the disk.
fn base_dir() -> &'static Path {
    let memory = Path::new("/dev/shm");
    let output = Command::new("df").args(["-P", "-k"]).arg(memory).output();
    let text = output.map(|out| String::from_utf8_lossy(&out.stdout).into_owned());
    if text.is_ok_and(|text| free_kib(&text).is_some_and(|free| free >= ROOM_IN_KIB)) {
        memory
    } else {
        // Not the TMPDIR of the person, whose path may be too long for a socket.
        Path::new("/tmp")
    }
}

/// The fourth column of the last line of `df -P -k`.
fn free_kib(df: &str) -> Option<u64> {
    df.lines().last()?.split_whitespace().nth(3)?.parse().ok()
}

/// Starts the watchdog in a process group of its own, out of reach of Ctrl-C.
fn watch(dir: &Path) -> Result<Option<ChildStdin>, Error> {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", WATCHDOG, "sh"])
        .arg(dir)
        .current_dir("/")
        .process_group(0);
    shell
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Ok(shell.spawn()?.stdin.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_space_is_read_from_the_portable_format() {
        let df = "Filesystem 1024-blocks Used Available Capacity Mounted on\n\
                  tmpfs         25165824  512  25165312       1% /dev/shm\n";
        assert_eq!(free_kib(df), Some(25_165_312));
        assert_eq!(free_kib(""), None);
    }
}
