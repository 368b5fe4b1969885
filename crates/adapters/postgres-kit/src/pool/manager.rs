//! Which connections are used again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use diesel::result::{ConnectionError, Error};
use diesel_async::pooled_connection::PoolableConnection;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};

use super::connect::{CONNECTING, OF_POOL, establish_on};
use super::lifeline::Lifeline;

/// A connection that answered so recently is believed to be there: nobody pays a round trip on a busy
/// one.
const BELIEVED: Duration = Duration::from_secs(1);

/// How long a connection that is asked whether it is there may take.
const ANSWER: Duration = Duration::from_secs(2);

/// What a pool keeps.
pub(super) struct Pooled {
    pub(super) connection: AsyncPgConnection,
    pub(super) lifeline: Arc<Lifeline>,
    answered: Instant,
}

/// Makes and judges connections.
pub(super) struct Manager {
    url: Arc<str>,
    began: Instant,
    /// Milliseconds since the beginning: a connection that has not answered since did not answer
    /// when another one was found silent, and is not asked again.
    distrusted: AtomicU64,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// None was made.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// It is there, and refused what it was asked first.
    #[error(transparent)]
    Statement(#[from] Error),
}

impl Manager {
    pub(super) fn new(url: &str) -> Self {
        Self {
            url: url.into(),
            began: Instant::now(),
            distrusted: AtomicU64::new(0),
        }
    }

    fn millis(&self, at: Instant) -> u64 {
        u64::try_from(at.duration_since(self.began).as_millis()).unwrap_or(u64::MAX)
    }

    /// One that is silent makes all others suspect that have not answered since: asking each of them
    /// would take as long again.
    fn distrust(&self) {
        let now = self.millis(Instant::now());
        self.distrusted.fetch_max(now, Ordering::Relaxed);
    }

    fn is_distrusted(&self, pooled: &Pooled) -> bool {
        self.millis(pooled.answered) < self.distrusted.load(Ordering::Relaxed)
    }
}

impl managed::Manager for Manager {
    type Type = Pooled;
    type Error = Failure;

    async fn create(&self) -> Result<Pooled, Failure> {
        let lifeline = Arc::new(Lifeline::default());
        // A server may be silent after it has let somebody in.
        lifeline.give(CONNECTING + 2 * ANSWER);
        // On the heap: whoever waits for a connection would carry the room for making one.
        let made = Box::pin(establish_on(&self.url, Arc::clone(&lifeline)));
        let mut connection = made.await?;
        connection.batch_execute(OF_POOL).await?;
        lifeline.end();
        Ok(Pooled {
            connection,
            lifeline,
            answered: Instant::now(),
        })
    }

    async fn recycle(&self, pooled: &mut Pooled, _: &Metrics) -> RecycleResult<Failure> {
        // Closed, or left inside a transaction.
        if std::thread::panicking() || pooled.connection.is_broken() {
            return Err(RecycleError::message("the connection is broken"));
        }
        if self.is_distrusted(pooled) {
            return Err(RecycleError::message(
                "the connection is suspected to be silent",
            ));
        }
        if pooled.answered.elapsed() < BELIEVED {
            return Ok(());
        }
        let asked = tokio::time::timeout(ANSWER, pooled.connection.batch_execute("")).await;
        let Ok(answered) = asked else {
            self.distrust();
            // If it is busy with what nobody waits for any more, the server is asked to stop.
            pooled.lifeline.give(Duration::ZERO);
            tracing::warn!("the database is silent on an open connection: it is given up");
            return Err(RecycleError::message("the connection is silent"));
        };
        answered.map_err(Failure::Statement)?;
        pooled.answered = Instant::now();
        Ok(())
    }
}
