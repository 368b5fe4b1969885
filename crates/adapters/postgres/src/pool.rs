//! Connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use application::StoreError;
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use tokio::task::JoinHandle;
use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, Config, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::reporting::Memory;

/// A pooled connection, given back when dropped.
pub type Connection = Object<AsyncPgConnection>;

/// A bounded pool of connections to one database.
#[derive(Clone)]
pub struct PgPool {
    pool: Pool<AsyncPgConnection>,
    url: Arc<str>,
    waits: Arc<Waits>,
    memory: Memory,
}

/// How often and how long callers asked for a connection.
#[derive(Debug, Default)]
struct Waits {
    count: AtomicU64,
    failed: AtomicU64,
    micros: AtomicU64,
}

/// What a pool is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolStatus {
    /// Most connections.
    pub limit: usize,
    /// Connections that are open.
    pub open: usize,
    /// Connections that somebody has.
    pub in_use: usize,
    /// Callers that wait for one.
    pub waiting: usize,
    /// Connections that were asked for.
    pub asked: u64,
    /// Of those, the ones that nobody got.
    pub failed: u64,
    /// How long all who asked waited, together.
    pub waited: Duration,
}

/// A connection outside the pool, for what diesel cannot say. Dropping it closes it at once, and
/// the server undoes what was not committed.
pub(crate) struct Direct {
    pub(crate) client: Client,
    driver: JoinHandle<()>,
}

impl Drop for Direct {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

/// How long a caller waits for a free connection, and for a new one to be made.
const PATIENCE: Duration = Duration::from_secs(30);

/// After how long a silent server is asked whether it is there, and asked again.
const KEEPALIVE: Duration = Duration::from_secs(20);

impl PgPool {
    /// A pool of at most `size` connections; none is opened yet.
    pub fn new(url: &str, size: usize) -> Result<Self, StoreError> {
        let mut config = ManagerConfig::<AsyncPgConnection>::default();
        // The default costs a round trip at each use; a closed connection and one left inside a
        // transaction are thrown away without it.
        config.recycling_method = RecyclingMethod::Fast;
        config.custom_setup = Box::new(|url| Box::pin(establish(url.to_owned())));
        let manager = AsyncDieselConnectionManager::new_with_config(url, config);
        let pool = Pool::builder(manager)
            .max_size(size)
            .runtime(deadpool::Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .build()
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self {
            pool,
            waits: Arc::default(),
            memory: Memory::default(),
            url: url.into(),
        })
    }

    /// Closes every connection that is not in use, and the others when they are given back.
    pub fn close(&self) {
        self.pool.close();
    }

    /// A connection, waiting for a free one for at most half a minute.
    pub async fn connection(&self) -> Result<Connection, StoreError> {
        let asked = Instant::now();
        let got = self.pool.get().await;
        let micros = u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.waits.count.fetch_add(1, Ordering::Relaxed);
        self.waits.micros.fetch_add(micros, Ordering::Relaxed);
        got.map_err(|error| {
            self.waits.failed.fetch_add(1, Ordering::Relaxed);
            StoreError::Unavailable(error.to_string())
        })
    }

    /// What reports of this process have read.
    pub(crate) const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// What the pool is doing now.
    pub fn status(&self) -> PoolStatus {
        let status = self.pool.status();
        PoolStatus {
            limit: status.max_size,
            open: status.size,
            in_use: status.size.saturating_sub(status.available),
            waiting: status.waiting,
            asked: self.waits.count.load(Ordering::Relaxed),
            failed: self.waits.failed.load(Ordering::Relaxed),
            waited: Duration::from_micros(self.waits.micros.load(Ordering::Relaxed)),
        }
    }
}

impl PgPool {
    /// A connection of its own; the caller bounds how many there are.
    pub(crate) async fn direct(&self) -> Result<Direct, StoreError> {
        let bad = |error: &dyn std::fmt::Display| StoreError::Unavailable(error.to_string());
        let mut config: Config = self.url.parse().map_err(|error: Error| bad(&error))?;
        config.connect_timeout(PATIENCE);
        // Statements of a replay may send nothing for long, so a server that is gone has to be
        // noticed by other means.
        config.keepalives_idle(KEEPALIVE);
        config.keepalives_interval(KEEPALIVE);
        config.keepalives_retries(3);
        if config.get_ssl_mode() == SslMode::Require {
            let tls = tls().map_err(|error| bad(&error))?;
            let (client, connection) = config.connect(tls).await.map_err(|error| bad(&error))?;
            let driver = tokio::spawn(drive(connection));
            return Ok(Direct { client, driver });
        }
        let connected = config.connect(NoTls).await;
        let (client, connection) = connected.map_err(|error| bad(&error))?;
        let driver = tokio::spawn(drive(connection));
        Ok(Direct { client, driver })
    }
}

/// Carries a connection's traffic until its client is dropped. What fails is told to the client,
/// too.
async fn drive(connection: impl Future<Output = Result<(), Error>>) {
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended: {error}");
    }
}

/// Compiling a statement pays only for one that reads millions of rows. Ours read few, and the
/// server, which guesses how many, would often take a second to compile what runs for milliseconds.
///
/// Plans are made once for all parameters. Planned for one profile that came since the server last
/// looked at a table, a statement seems to find nothing whichever index is used, and the server may
/// take one that reads all of the profile. And planning anew takes longer than most statements run.
const SETTINGS: &str = "SET jit = off; SET plan_cache_mode = force_generic_plan";

/// Connects, with TLS and a verified certificate when the URL says `sslmode=require`.
pub(crate) async fn establish(url: String) -> ConnectionResult<AsyncPgConnection> {
    let mut connection = open(url).await?;
    let set = connection.batch_execute(SETTINGS).await;
    set.map_err(|error| ConnectionError::BadConnection(error.to_string()))?;
    Ok(connection)
}

async fn open(url: String) -> ConnectionResult<AsyncPgConnection> {
    let bad = |error: &dyn std::fmt::Display| ConnectionError::BadConnection(error.to_string());
    let config: Config = url
        .parse()
        .map_err(|error: tokio_postgres::Error| bad(&error))?;
    if config.get_ssl_mode() == SslMode::Require {
        let tls = tls().map_err(|error| bad(&error))?;
        let (client, connection) = config.connect(tls).await.map_err(|error| bad(&error))?;
        return AsyncPgConnection::try_from_client_and_connection(client, connection).await;
    }
    let (client, connection) = config.connect(NoTls).await.map_err(|error| bad(&error))?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

fn tls() -> Result<MakeRustlsConnect, &'static str> {
    // Refused when a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    MakeRustlsConnect::with_native_certs()
        .map(|(connector, _)| connector)
        .map_err(|_| "the machine has no certificate authorities to verify the server with")
}
