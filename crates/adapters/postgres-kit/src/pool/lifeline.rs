//! How long whoever has a connection may keep it.
//!
//! A server that has gone silent answers no statement and no `statement_timeout` either, and a proxy
//! in between may keep the connection open for as long as it likes. So the task that carries the
//! traffic looks at the time: when it is up, it drops the connection, everybody who waits for an answer
//! on it is told so, and the pool throws it away.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio_postgres::{CancelToken, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Between two looks at the time.
const TICK: Duration = Duration::from_millis(500);

/// How long a server is asked to give up what it does for a connection that was dropped.
const FAREWELL: Duration = Duration::from_secs(5);

/// The time that a connection has, and when anything happened on it.
#[derive(Debug)]
pub struct Lifeline {
    began: Instant,
    /// Milliseconds since the beginning; 0 when nobody has the connection.
    until: AtomicU64,
    /// Milliseconds since the beginning; 0 before the first time.
    moved: AtomicU64,
}

impl Default for Lifeline {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            until: AtomicU64::new(0),
            moved: AtomicU64::new(0),
        }
    }
}

impl Lifeline {
    /// From now on there is so much time.
    pub(super) fn give(&self, time: Duration) {
        self.give_at(self.now(), time);
    }

    /// Nobody has the connection any more.
    pub(super) fn end(&self) {
        self.until.store(0, Ordering::Relaxed);
    }

    /// How long nothing has come or gone; `None` while there is no connection yet.
    pub fn quiet_for(&self) -> Option<Duration> {
        let moved = self.moved.load(Ordering::Relaxed);
        let quiet = self.now().saturating_sub(moved);
        (moved != 0).then(|| Duration::from_millis(quiet))
    }

    fn give_at(&self, now: u64, time: Duration) {
        let until = now.saturating_add(millis(time)).max(1);
        self.until.store(until, Ordering::Relaxed);
    }

    fn is_over_at(&self, now: u64) -> bool {
        let until = self.until.load(Ordering::Relaxed);
        until != 0 && now >= until
    }

    fn moved(&self) {
        self.moved.store(self.now().max(1), Ordering::Relaxed);
    }

    fn now(&self) -> u64 {
        millis(self.began.elapsed())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// How a server is asked to give up a statement.
pub(super) struct Cancel {
    pub(super) token: CancelToken,
    pub(super) tls: Option<MakeRustlsConnect>,
}

impl Cancel {
    /// Asks on a connection of its own; a server that does not answer is left alone.
    async fn ask(self) {
        let asked = async {
            match self.tls {
                Some(tls) => self.token.cancel_query(tls).await,
                None => self.token.cancel_query(NoTls).await,
            }
        };
        // It may be as silent as the connection was.
        let _ = tokio::time::timeout(FAREWELL, asked).await;
    }
}

/// Carries a connection's traffic until its client is dropped or its time is up. What fails is told to
/// the client, too.
pub(super) async fn drive(
    connection: impl Future<Output = Result<(), Error>>,
    lifeline: Arc<Lifeline>,
    cancel: Cancel,
) {
    let mut connection = Box::pin(connection);
    // Polled only when something moves, and not at each look at the time.
    let mut carried: FuturesUnordered<_> = std::iter::once(poll_fn(|context| {
        lifeline.moved();
        connection.as_mut().poll(context)
    }))
    .collect();
    loop {
        let look = tokio::time::sleep(TICK);
        tokio::select! {
            ended = carried.next() => {
                if let Some(Err(error)) = ended {
                    tracing::debug!(%error, "a connection ended: {error}");
                }
                return;
            }
            () = look => {}
        }
        if lifeline.is_over_at(lifeline.now()) {
            tracing::warn!("the database did not answer in time: a connection is given up");
            tokio::spawn(cancel.ask());
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_up_only_for_whoever_has_the_connection() {
        let lifeline = Lifeline::default();
        assert!(!lifeline.is_over_at(60_000));
        lifeline.give_at(60_000, Duration::from_secs(10));
        assert!(!lifeline.is_over_at(69_999));
        assert!(lifeline.is_over_at(70_000));
        lifeline.end();
        assert!(!lifeline.is_over_at(70_000));
    }
}
