//! Which database it is, and the key that protects secrets in it.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use local_postgres::{Cluster, Options, Search};
use tributary_system::KeyRing;

use crate::config::Storage;
use crate::failure::Failure;
use crate::terminal::say;

/// The database of the private server.
const DATABASE: &str = "tributary";

/// A database that answers, and its key.
pub(crate) struct Opened {
    /// The private server, when there is one.
    pub cluster: Option<Cluster>,
    /// Where the database is.
    pub url: String,
    /// What protects secrets in it.
    pub key_ring: KeyRing,
}

/// The database of the settings, or a private one. A database that others may have had before
/// needs a key that was given: one of our making could not read what they wrote.
pub(crate) async fn open(storage: &Storage) -> Result<Opened, Failure> {
    let Some(url) = &storage.database_url else {
        return private(storage).await;
    };
    Ok(Opened {
        cluster: None,
        url: url.clone(),
        key_ring: given_key(storage)?,
    })
}

/// Runs something that would hold a thread up.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Failure::usage(format!("a background thread failed: {error}")))
}

/// Whether there is a database to ask, or one would have to be made.
pub(crate) fn is_made(storage: &Storage) -> bool {
    storage.database_url.is_some() || options(storage).is_made()
}

fn options(storage: &Storage) -> Options {
    let search = Search {
        pg_bin: storage.pg_bin.clone(),
        path: storage.path.clone(),
    };
    let mut options = Options::durable(storage.data_dir.clone(), search);
    options.runtime_dir.clone_from(&storage.runtime_dir);
    options
}

/// Starts the private server and reads or makes its key.
async fn private(storage: &Storage) -> Result<Opened, Failure> {
    let options = options(storage);
    let cluster = blocking(move || -> Result<Cluster, local_postgres::Error> {
        let cluster = Cluster::start(&options, &say)?;
        cluster.ensure_database(DATABASE)?;
        Ok(cluster)
    })
    .await??;
    if let Some(notice) = cluster.notice() {
        say(notice);
    }
    let url = cluster.url(DATABASE);
    let key_ring = match &storage.secret_key {
        Some(_) => given_key(storage)?,
        None => key_file(&cluster.data_dir().join("secret.key"))?,
    };
    Ok(Opened {
        cluster: Some(cluster),
        url,
        key_ring,
    })
}

pub(crate) fn given_key(storage: &Storage) -> Result<KeyRing, Failure> {
    let text = storage.secret_key.as_deref().ok_or_else(|| {
        Failure::usage(
            "TRIBUTARY_SECRET_KEY is not set: with DATABASE_URL every replica needs the same key; \
             make one with `openssl rand -base64 32` and keep it",
        )
    })?;
    KeyRing::parse(text).map_err(|error| Failure::usage(format!("TRIBUTARY_SECRET_KEY {error}")))
}

/// The key beside the private database; made, readable by its owner alone, the first time.
fn key_file(path: &Path) -> Result<KeyRing, Failure> {
    let shown = path.display();
    let fresh = tributary_system::random32().map_err(|error| Failure::usage(error.to_string()))?;
    let made = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match made {
        Ok(mut file) => file
            .write_all(STANDARD.encode(fresh).as_bytes())
            .map_err(Failure::io(format!("cannot write {shown}")))?,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(Failure::io(format!("cannot create {shown}"))(error)),
    }
    let text = fs::read_to_string(path).map_err(Failure::io(format!("cannot read {shown}")))?;
    KeyRing::parse(&text).map_err(|error| Failure::usage(format!("{shown} {error}")))
}
