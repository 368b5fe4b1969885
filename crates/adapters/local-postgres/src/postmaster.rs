//! Is a server alive on these files? Read from `postmaster.pid`, which PostgreSQL writes, and
//! which a crash, a killed container or a power cut leaves behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use crate::account::Account;
use crate::error::Error;
use crate::locks::{PATIENCE, PAUSE};

/// A running server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Postmaster {
    /// The process id of its parent process.
    pub(crate) pid: u32,
    /// The folder of its socket; unknown in the first moments of a start.
    pub(crate) socket_dir: Option<PathBuf>,
    /// Whether it takes connections.
    pub(crate) is_ready: bool,
}

/// The server that runs on these files, if one does.
pub(crate) fn running(cluster: &Path) -> Option<Postmaster> {
    let text = fs::read_to_string(cluster.join("postmaster.pid")).ok()?;
    parse(&text).filter(|found| is_postmaster_of(&command_line(found.pid), cluster))
}

/// Removes a left-over `postmaster.pid` whose process id now belongs to some other program, or to
/// remains that nobody reaps. One whose process is gone is left: PostgreSQL finds in it the memory
/// that old backends may still hold, and removes it itself.
/// Only to be called when [`running`] found nobody and nobody else uses the directory.
pub(crate) fn remove_leftover(cluster: &Path) -> Result<(), Error> {
    let path = cluster.join("postmaster.pid");
    let text = fs::read_to_string(&path).unwrap_or_default();
    match parse(&text) {
        Some(found) if !is_taken(found.pid) => Ok(()),
        _ => remove(&path),
    }
}

/// Removes the lock of a socket whose process id belongs to no server of the data directory that the
/// lock names. PostgreSQL asks only whether there is such a process, and after the start of a
/// container there is: the same few ids are given again.
pub(crate) fn remove_stale_socket_lock(socket_dir: &Path) -> Result<(), Error> {
    let path = socket_dir.join(".s.PGSQL.5432.lock");
    let Ok(text) = fs::read_to_string(&path) else {
        return Ok(());
    };
    let owner = text.lines().nth(1).map_or(socket_dir, Path::new);
    match parse(&text) {
        Some(found) if is_postmaster_of(&command_line(found.pid), owner) => Ok(()),
        _ => remove(&path),
    }
}

fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::io("remove", path)(error))
        }
        _ => Ok(()),
    }
}

/// Whether some process has this id; yes where nothing tells.
fn is_taken(pid: u32) -> bool {
    !Path::new("/proc/self/cmdline").exists() || Path::new(&format!("/proc/{pid}")).exists()
}

/// Waits until the server, which somebody else started, takes connections; `None` when it ends
/// instead, as one does that was about to stop.
pub(crate) fn wait_until_ready(cluster: &Path) -> Result<Option<Postmaster>, Error> {
    let begin = Instant::now();
    loop {
        match running(cluster) {
            Some(found) if found.is_ready => return Ok(Some(found)),
            None => return Ok(None),
            Some(_) if begin.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Some(_) => {
                let detail = format!("not ready; see {}", cluster.join("server.log").display());
                return Err(Error::Program {
                    program: "postgres".to_owned(),
                    detail,
                });
            }
        }
    }
}

/// Waits for the moment between a server's last word (it removes `postmaster.pid`) and its end.
pub(crate) fn wait_until_gone(pid: u32) {
    let begin = Instant::now();
    while is_postmaster(&command_line(pid)) && begin.elapsed() < PATIENCE {
        thread::sleep(PAUSE);
    }
}

/// Lines: process id, data directory, start time, port, socket folder, address, memory key, state.
fn parse(text: &str) -> Option<Postmaster> {
    let mut lines = text.lines();
    let pid = lines.next()?.trim().parse().ok()?;
    let socket_dir = lines
        .nth(3)
        .filter(|line| !line.is_empty())
        .map(PathBuf::from);
    let is_ready = lines.nth(2).is_some_and(|state| state.trim() == "ready");
    Some(Postmaster {
        pid,
        socket_dir,
        is_ready,
    })
}

/// The program and arguments of a process, separated by NUL or spaces; empty when there is none
/// (or only its unreaped remains).
fn command_line(pid: u32) -> String {
    if Path::new("/proc/self/cmdline").exists() {
        return fs::read(format!("/proc/{pid}/cmdline"))
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default();
    }
    let mut ps = Account::caller_command(Path::new("ps"));
    ps.args(["-o", "command=", "-p", &pid.to_string()]);
    ps.output()
        .map(|out| String::from_utf8_lossy(&out.stdout).into_owned())
        .unwrap_or_default()
}

/// Whether a command line is that of a server's parent process. Its children call themselves
/// `postgres: checkpointer` and the like.
fn is_postmaster(command_line: &str) -> bool {
    let program = command_line
        .split(['\0', ' ', '\n'])
        .next()
        .unwrap_or_default();
    matches!(program.rsplit('/').next(), Some("postgres" | "postmaster"))
}

/// Whether a command line is that of a server's parent process on these files. One that does not say
/// which files it serves may serve these.
fn is_postmaster_of(command_line: &str, cluster: &Path) -> bool {
    if !is_postmaster(command_line) {
        return false;
    }
    let mut arguments = command_line.split('\0').skip_while(|text| *text != "-D");
    match arguments.nth(1) {
        Some(dir) => {
            let dir = Path::new(dir);
            dir == cluster || fs::canonicalize(dir).is_ok_and(|dir| dir == cluster)
        }
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "4711\n/data/cluster\n1790000000\n5432\n/run/socket\n\n  1234  5\nready   \n";

    #[test]
    fn reads_what_postgresql_writes() {
        let ready = parse(FILE).unwrap();
        assert_eq!((ready.pid, ready.is_ready), (4711, true));
        assert_eq!(ready.socket_dir.as_deref(), Some(Path::new("/run/socket")));
        let starting = parse(&FILE.replace("ready   ", "starting")).unwrap();
        assert!(!starting.is_ready);
        let early = parse("4711\n/data/cluster\n1790000000\n5432\n\n").unwrap();
        assert_eq!(
            early,
            Postmaster {
                pid: 4711,
                socket_dir: None,
                is_ready: false
            }
        );
        assert_eq!(parse(""), None);
    }

    #[test]
    fn only_the_parent_process_counts_as_the_server() {
        assert!(is_postmaster(
            "/usr/lib/postgresql/15/bin/postgres\0-D\0/data"
        ));
        assert!(is_postmaster("postgres -D /data\n"));
        assert!(!is_postmaster("postgres: checkpointer "));
        assert!(!is_postmaster("/usr/bin/vi\0postgres"));
        assert!(!is_postmaster(""));
    }

    #[test]
    fn a_server_of_other_files_is_another_program() {
        let line = "/usr/lib/postgresql/15/bin/postgres\0-D\0/data/cluster\0";
        assert!(is_postmaster_of(line, Path::new("/data/cluster")));
        assert!(!is_postmaster_of(line, Path::new("/other/cluster")));
        assert!(is_postmaster_of("postgres\0", Path::new("/other/cluster")));
        assert!(!is_postmaster_of(
            "vi\0-D\0/data/cluster",
            Path::new("/data/cluster")
        ));
    }

    #[test]
    fn a_process_id_that_another_program_has_now_is_no_server() {
        let dir = std::env::temp_dir().join(format!("tributary-pid-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let file = dir.join("postmaster.pid");
        fs::write(&file, FILE.replace("4711", &std::process::id().to_string())).unwrap();
        assert_eq!(running(&dir), None);
        remove_leftover(&dir).unwrap();
        assert!(!file.exists());
        remove_leftover(&dir).unwrap();
        fs::remove_dir_all(dir).unwrap();
    }
}
