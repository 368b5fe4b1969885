//! A private PostgreSQL server for people who have none: real PostgreSQL from the machine's own
//! binaries, on a unix socket that nobody else can open, started and stopped by us.
//!
//! Decides: which binaries run, as which user, in which directory, and when the server stops (when
//! its last user leaves). Deliberately does not know: what is stored in it (no schema, no pool, no
//! SQL but `CREATE DATABASE`), the command line and the environment of the caller (both are passed
//! in), and asynchronous code: everything here blocks, so call it from a blocking thread.
//!
//! What a data directory holds:
//! - `cluster/`: PostgreSQL's own directory, owned by the user it runs as, with `server.log`;
//! - `server.conf`: our settings, written anew at each start, the last word over `postgresql.conf`;
//! - `start.lock`: held while somebody starts or stops the server;
//! - `use.lock`: held (shared) by everybody who uses it. Locks vanish with their process, so a
//!   server left behind by a killed process is found, used, and stopped by its next user.
//!
//! Reading order: [`Options`], [`Cluster`], [`Watched`], [`Error`], then the private modules `binaries`
//! (discovery), `account` (whom to run as), `place` (where), `launch`, `locks`, `postmaster` (is it
//! alive), `programs`.

mod account;
mod binaries;
mod cluster;
mod error;
mod launch;
mod locks;
mod options;
mod postmaster;
mod programs;
mod server_directory;
mod watch;

pub use cluster::{Cluster, Left};
pub use error::Error;
pub use options::{Options, Search};
pub use watch::Watched;
