//! Running PostgreSQL's programs.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::binaries::Binaries;
use crate::error::Error;
use crate::server_directory::ServerDirectory;

/// The database user that owns everything in a private server.
pub(crate) const USER: &str = "tributary";

/// `pg_ctl` in a process group of its own: a Ctrl-C at the terminal must not interrupt it halfway.
/// The server that it starts has a session of its own.
pub(crate) fn pg_ctl(place: &ServerDirectory, binaries: &Binaries, action: &str) -> Command {
    let mut command = place.account.command(&binaries.dir.join("pg_ctl"));
    command
        .process_group(0)
        .args([action, "-s", "-w", "-D"])
        .arg(&place.cluster);
    command
}

/// Runs a program to its end; what it said is the error when it fails.
pub(crate) fn run(command: &mut Command) -> Result<Output, Error> {
    let path = PathBuf::from(command.get_program());
    let program = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    match command.output() {
        Ok(output) if output.status.success() => Ok(output),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            let detail = if said.is_empty() {
                output.status.to_string()
            } else {
                said
            };
            Err(Error::Program { program, detail })
        }
        Err(error) => Err(Error::Program {
            program,
            detail: error.to_string(),
        }),
    }
}
