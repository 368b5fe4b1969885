//! Whether requests can be served.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use http_kit::state::{NotReady, Readiness};
use tokio::sync::Mutex;
use tributary_postgres::{Fitness, PgPool, PgReadiness};

/// Whoever asks wants to route traffic, and does not wait for longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Anybody may ask, and each look writes: those who ask at once are told the same.
const REMEMBERED: Duration = Duration::from_millis(500);

type Told = Result<(), NotReady>;

/// Asks the database, at most twice a second.
pub(super) struct DatabaseReadiness {
    database: PgReadiness,
    last: Mutex<Option<(Instant, Told)>>,
}

impl DatabaseReadiness {
    pub(super) fn new(pool: &PgPool) -> Self {
        Self {
            database: PgReadiness::new(pool.keeping(PATIENCE)),
            last: Mutex::default(),
        }
    }

    async fn look(&self) -> Told {
        match self.database.fitness().await {
            Ok(Fitness::Ready) => Ok(()),
            Ok(Fitness::Behind) => Err(NotReady::MigrationsPending),
            Ok(Fitness::ReadOnly) => Err(NotReady::ReadOnly),
            Ok(Fitness::Full) => Err(NotReady::Full),
            Err(error) => {
                tracing::warn!(error = %error, "the database does not answer: {error}");
                Err(NotReady::DatabaseUnreachable)
            }
        }
    }

    async fn remembered(&self) -> Told {
        let mut last = self.last.lock().await;
        if let Some((at, told)) = *last
            && at.elapsed() < REMEMBERED
        {
            return told;
        }
        let told = self.look().await;
        *last = Some((Instant::now(), told));
        told
    }
}

#[async_trait]
impl Readiness for DatabaseReadiness {
    async fn check(&self) -> Told {
        let looked = tokio::time::timeout(PATIENCE, self.remembered()).await;
        looked.unwrap_or(Err(NotReady::DatabaseUnreachable))
    }
}
