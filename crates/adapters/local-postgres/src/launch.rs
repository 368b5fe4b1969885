//! Creating a server's files and starting it.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::binaries::Binaries;
use crate::error::Error;
use crate::options::Options;
use crate::postmaster;
use crate::programs::{USER, pg_ctl, run};
use crate::server_directory::ServerDirectory;

/// Starts a server on files that nobody uses, and answers the folder of its socket.
pub(crate) fn launch(
    place: &ServerDirectory,
    binaries: &Binaries,
    options: &Options,
    say: &dyn Fn(&str),
) -> Result<PathBuf, Error> {
    if place.data_version().is_none() {
        say(&format!(
            "creating a PostgreSQL {} database in {}",
            binaries.major,
            place.data_dir.display()
        ));
        create(place, binaries, options.durable)?;
    }
    postmaster::remove_leftover(&place.cluster)?;
    let socket_dir = place.make_socket_dir(options)?;
    postmaster::remove_stale_socket_lock(&socket_dir)?;
    write_settings(place, options, &socket_dir)?;
    say("starting the database");
    match start(place, binaries, say) {
        Ok(()) => Ok(socket_dir),
        Err(failure) => {
            let _ = fs::remove_dir(&socket_dir);
            Err(failure)
        }
    }
}

/// Starts the server, and tries again for a while where the backends of a server that was killed
/// still hold its memory: each of them ends as soon as it notices.
fn start(place: &ServerDirectory, binaries: &Binaries, say: &dyn Fn(&str)) -> Result<(), Error> {
    let log = place.cluster.join("server.log");
    let begin = Instant::now();
    let mut told = false;
    loop {
        let before = fs::metadata(&log).map_or(0, |log| log.len());
        let mut pg_ctl = pg_ctl(place, binaries, "start");
        pg_ctl.args(["-t", "300", "-l"]).arg(&log);
        let Err(failure) = run(&mut pg_ctl) else {
            return Ok(());
        };
        let said = said_since(&log, before);
        if !said.contains(STILL_IN_USE) || begin.elapsed() > ENDING {
            return Err(with_words(failure, &said));
        }
        if !told {
            say("waiting for the processes of a database that died to end");
            told = true;
        }
        thread::sleep(ENDING / 40);
    }
}

/// How PostgreSQL says that processes of an earlier server are there.
const STILL_IN_USE: &str = "is still in use";

/// How long those may take to end.
const ENDING: Duration = Duration::from_secs(20);

/// A program's failure with the end of what the server said.
fn with_words(failure: Error, said: &str) -> Error {
    match failure {
        Error::Program { program, detail } => {
            let lines: Vec<_> = said.lines().rev().take(5).collect();
            let end = lines.into_iter().rev().collect::<Vec<_>>().join("\n");
            let detail = format!("{detail}\n{end}");
            Error::Program { program, detail }
        }
        other => other,
    }
}

/// Creates PostgreSQL's files beside their final place and moves them there when complete, so
/// that an interrupted creation leaves nothing that looks like data.
fn create(place: &ServerDirectory, binaries: &Binaries, durable: bool) -> Result<(), Error> {
    let fresh = place.data_dir.join("cluster.new");
    if fresh.exists() {
        fs::remove_dir_all(&fresh).map_err(Error::io("remove", &fresh))?;
    }
    // The plain C locale is for systems without a C.UTF-8 one.
    let mut result = initdb(place, binaries, &fresh, "C.UTF-8", durable);
    if result.is_err() {
        result = initdb(place, binaries, &fresh, "C", durable);
    }
    result?;
    // Written by the server's user, because root must not follow links in another's directory.
    let mut shell = place.account.command(Path::new("/bin/sh"));
    shell.args([
        "-c",
        "echo \"include '../server.conf'\" >> \"$1/postgresql.conf\"",
        "sh",
    ]);
    run(shell.arg(&fresh))?;
    fs::rename(&fresh, &place.cluster).map_err(Error::io("move into place", &fresh))
}

fn initdb(
    place: &ServerDirectory,
    binaries: &Binaries,
    fresh: &Path,
    locale: &str,
    durable: bool,
) -> Result<(), Error> {
    if !fresh.exists() {
        fs::create_dir(fresh).map_err(Error::io("make", fresh))?;
    }
    place.account.take_over(fresh)?;
    let mut initdb = place.account.command(&binaries.dir.join("initdb"));
    initdb.args(["-A", "trust", "-E", "UTF8", "-U", USER, "--locale", locale]);
    if !durable {
        initdb.arg("--no-sync");
    }
    run(initdb.arg("-D").arg(fresh)).map(|_| ())
}

/// Writes `server.conf`. Statements and details are kept out of the log, since they hold personal
/// data.
fn write_settings(
    place: &ServerDirectory,
    options: &Options,
    socket_dir: &Path,
) -> Result<(), Error> {
    let socket_dir = socket_dir.to_string_lossy();
    let mut settings = vec![
        ("listen_addresses", ""),
        ("port", "5432"),
        ("unix_socket_directories", &socket_dir),
        ("logging_collector", "off"),
        ("log_destination", "stderr"),
        ("log_statement", "none"),
        ("log_min_error_statement", "panic"),
        ("log_error_verbosity", "terse"),
        ("log_checkpoints", "off"),
    ];
    if !options.durable {
        settings.extend([("fsync", "off"), ("synchronous_commit", "off")]);
        settings.push(("full_page_writes", "off"));
    }
    settings.extend(
        options
            .settings
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str())),
    );
    let mut text = String::from("# Written anew at each start; change postgresql.conf instead.\n");
    for (name, value) in settings {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name} = '{}'", value.replace('\'', "''"));
    }
    let path = place.data_dir.join("server.conf");
    let fresh = place.data_dir.join("server.conf.new");
    fs::write(&fresh, text).map_err(Error::io("write", &fresh))?;
    // Readable for the server's user, whatever the caller's umask.
    fs::set_permissions(&fresh, Permissions::from_mode(0o644))
        .map_err(Error::io("set the mode of", &fresh))?;
    fs::rename(&fresh, &path).map_err(Error::io("write", &path))
}

/// What a log has said since it was so long.
fn said_since(log: &Path, length: u64) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let start = usize::try_from(length).unwrap_or(usize::MAX);
    String::from_utf8_lossy(bytes.get(start..).unwrap_or_default()).into_owned()
}
