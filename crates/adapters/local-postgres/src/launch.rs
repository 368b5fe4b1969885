//! Creating a server's files and starting it.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::binaries::Binaries;
use crate::error::Error;
use crate::options::Options;
use crate::place::Place;
use crate::postmaster;
use crate::programs::{USER, pg_ctl, run};

/// Starts a server on files that nobody uses, and answers the folder of its socket.
pub(crate) fn launch(
    place: &Place,
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
    write_settings(place, options, &socket_dir)?;
    say("starting the database");
    let log = place.cluster.join("server.log");
    let mut pg_ctl = pg_ctl(place, binaries, "start");
    pg_ctl.args(["-t", "300", "-l"]).arg(&log);
    match run(&mut pg_ctl) {
        Ok(_) => Ok(socket_dir),
        Err(Error::Program { program, detail }) => {
            let _ = fs::remove_dir(&socket_dir);
            let detail = format!("{detail}\n{}", last_lines(&log));
            Err(Error::Program { program, detail })
        }
        Err(other) => Err(other),
    }
}

/// Creates PostgreSQL's files beside their final place and moves them there when complete, so
/// that an interrupted creation leaves nothing that looks like data.
fn create(place: &Place, binaries: &Binaries, durable: bool) -> Result<(), Error> {
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
    place: &Place,
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
fn write_settings(place: &Place, options: &Options, socket_dir: &Path) -> Result<(), Error> {
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

/// The end of a log, for the person who has to find out why.
fn last_lines(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<_> = text.lines().rev().take(5).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join("\n")
}
