//! What the caller decides.

use std::ffi::OsString;
use std::path::PathBuf;

/// Where to look for the server's binaries before the folders of the usual packages.
#[derive(Clone, Debug)]
pub struct Search {
    /// `$PG_BIN`: the folder with `initdb`, `pg_ctl`, `postgres` and `psql`. When given, no other
    /// folder is looked at.
    pub pg_bin: Option<PathBuf>,
    /// `$PATH`, unsplit.
    pub path: Option<OsString>,
}

/// How to run one private server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The directory for this server's files; made when missing. When the caller is root and the
    /// unprivileged user cannot reach it, `/var/lib/tributary/<hash of this path>` is used
    /// instead; see [`crate::Cluster::data_dir`] and [`crate::Cluster::notice`].
    pub data_dir: PathBuf,
    /// The folder for the unix socket. `None`: a folder named after the data directory, in
    /// `runtime_dir` where that serves, else in `/tmp`.
    pub socket_dir: Option<PathBuf>,
    /// `$XDG_RUNTIME_DIR`.
    pub runtime_dir: Option<PathBuf>,
    /// Where the binaries may be.
    pub search: Search,
    /// `false` gives up crash safety for speed: for data that may vanish, such as a test's.
    pub durable: bool,
    /// More settings in `postgresql.conf` terms, as name and unquoted value.
    pub settings: Vec<(String, String)>,
}

impl Options {
    /// A crash-safe server with PostgreSQL's default settings in `data_dir`.
    pub fn durable(data_dir: PathBuf, search: Search) -> Self {
        Self {
            data_dir,
            socket_dir: None,
            runtime_dir: None,
            search,
            durable: true,
            settings: Vec::new(),
        }
    }
}
