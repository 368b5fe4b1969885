//! Connections.
//!
//! Decides: how many there are, how long a caller waits for one and may keep it, and which are thrown
//! away: those that are closed, that were left inside a transaction, whose time was up, or that do not
//! answer. Deliberately does not know: what is asked on them.
//!
//! Reading order: [`PgPool`], [`manager`] (what is thrown away), [`lifeline`] (whose time is up),
//! [`connect`] (how connections are made).

mod connect;
mod lifeline;
mod manager;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadpool::managed::{Object, Pool, PoolError, TimeoutType};
use diesel_async::AsyncPgConnection;
use kernel::StoreError;

pub use self::connect::{Direct, establish};
pub use self::lifeline::Lifeline;
use self::manager::Manager;

/// A pooled connection, given back when dropped.
pub struct Connection(Object<Manager>);

impl Deref for Connection {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        &self.0.connection
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        &mut self.0.connection
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.lifeline.end();
    }
}

/// A bounded pool of connections to one database.
#[derive(Clone)]
pub struct PgPool {
    pool: Pool<Manager>,
    url: Arc<str>,
    keep: Duration,
    quiet: Duration,
    waits: Arc<Waits>,
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

/// How long a caller waits for a free connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection may be kept, unless its user was given less or more.
const KEEP: Duration = Duration::from_mins(2);

/// How long a full replay goes on without a byte from the server or to it.
const QUIET: Duration = Duration::from_mins(15);

impl PgPool {
    /// A pool of at most `size` connections; none is opened yet.
    pub fn new(url: &str, size: usize) -> Result<Self, StoreError> {
        let pool = Pool::builder(Manager::new(url))
            .max_size(size)
            .runtime(deadpool::Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(3 * connect::CONNECTING))
            .build()
            .map_err(StoreError::inconsistent)?;
        Ok(Self {
            pool,
            url: url.into(),
            keep: KEEP,
            quiet: QUIET,
            waits: Arc::default(),
        })
    }

    /// The same pool, for users who may keep a connection so long: a transaction, or one question.
    /// When the time is up, the connection is closed under them and thrown away, whether the server
    /// answers or not.
    #[must_use]
    pub fn keeping(&self, longest: Duration) -> Self {
        Self {
            keep: longest,
            ..self.clone()
        }
    }

    /// The same pool, for full replays whose transactions may take so long, and that give up when
    /// nothing has come from the server, or gone to it, for so long.
    #[must_use]
    pub fn replaying(&self, longest: Duration) -> Self {
        Self {
            quiet: longest,
            ..self.clone()
        }
    }

    /// The same pool, for what belongs to all people of a profile.
    #[must_use]
    pub fn for_replays(&self) -> Self {
        self.keeping(self.quiet)
    }

    /// Closes every connection that is not in use, and the others when they are given back.
    pub fn close(&self) {
        self.pool.close();
    }

    /// A connection, waiting for a free one for at most ten seconds.
    pub async fn connection(&self) -> Result<Connection, StoreError> {
        let asked = Instant::now();
        let got = self.pool.get().await;
        let micros = u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.waits.count.fetch_add(1, Ordering::Relaxed);
        self.waits.micros.fetch_add(micros, Ordering::Relaxed);
        let object = got.map_err(|error| {
            self.waits.failed.fetch_add(1, Ordering::Relaxed);
            StoreError::Unavailable(told(error))
        })?;
        object.lifeline.give(self.keep);
        Ok(Connection(object))
    }

    /// A connection of its own; the caller bounds how many there are, and sees by the lifeline
    /// whether anything happens.
    pub async fn direct(&self, lifeline: Arc<Lifeline>) -> Result<Direct, StoreError> {
        connect::direct(&self.url, lifeline).await
    }

    /// How long a full replay goes on when nothing happens.
    pub const fn quiet(&self) -> Duration {
        self.quiet
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

/// Why there was no connection.
fn told(error: PoolError<manager::Failure>) -> String {
    match error {
        PoolError::Timeout(TimeoutType::Wait) => {
            format!("no connection was free for {} s", PATIENCE.as_secs())
        }
        PoolError::Timeout(_) => "the database did not answer in time".to_owned(),
        PoolError::Backend(failure) => failure.to_string(),
        other => other.to_string(),
    }
}
