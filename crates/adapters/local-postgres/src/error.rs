//! Why a private server cannot be had. Every message names its remedy where there is one.

use std::io;
use std::path::{Path, PathBuf};

/// A failure to find, start, reach or stop the private server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing installed.
    #[error(
        "no PostgreSQL server binaries found: run `apt install postgresql` or `brew install \
         postgresql@17`, or set DATABASE_URL to a server of your own"
    )]
    NoBinaries,
    /// `$PG_BIN` was given and is not such a folder.
    #[error("PG_BIN={} does not hold initdb, pg_ctl, postgres and psql", .0.display())]
    IncompletePgBin(PathBuf),
    /// The files were written by a major version that is not installed.
    #[error(
        "the data in {} needs PostgreSQL {needed}, found only {found}: install postgresql-{needed}, \
         set PG_BIN to its folder, or choose another data directory", data_dir.display()
    )]
    OtherVersion {
        /// The directory in question.
        data_dir: PathBuf,
        /// Its major version.
        needed: u32,
        /// The installed major versions, separated by commas.
        found: String,
    },
    /// An ordinary user was given another user's directory.
    #[error("{} belongs to the user with id {owner}: run as that user or choose another data \
         directory", data_dir.display())]
    ForeignOwner {
        /// The directory in question.
        data_dir: PathBuf,
        /// The user id that owns it.
        owner: u32,
    },
    /// The caller is root, as whom PostgreSQL refuses to run, and there is nobody else.
    #[error("no user `postgres` or `nobody` in /etc/passwd: run as an ordinary user instead")]
    NoAccount,
    /// The socket's folder exists and is not ours alone, or its name is too long or too odd.
    #[error("{} cannot hold the server's socket: {reason}", path.display())]
    SocketDir {
        /// The folder in question.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Another process starts or stops the server and does not finish.
    #[error("another process has been starting or stopping the server in {} for too long", .0.display())]
    Busy(PathBuf),
    /// Others use this directory, and their server has died or runs out of our sight (in another
    /// container). Starting a second one on the same files would destroy them.
    #[error("another process uses {} but its server cannot be reached: stop that process first", .0.display())]
    OutOfReach(PathBuf),
    /// One of PostgreSQL's programs failed.
    #[error("{program} failed: {detail}")]
    Program {
        /// Its name.
        program: String,
        /// What it said, and for the server the end of its log.
        detail: String,
    },
    /// Not a plain name of lower-case letters, digits and underscores.
    #[error("{0:?} is no database name: use a-z, 0-9 and _")]
    DatabaseName(String),
    /// The file system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// The answer.
        source: io::Error,
    },
}

impl Error {
    /// For `map_err`: says what was tried on which path.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }
}
