//! What a replay's results add up to, gathered while they are written.

use std::sync::{Arc, Mutex, PoisonError};

use attribution_models::ports::Results;
use kernel::StoreError;

use postgres_kit::generation::Target;
use postgres_kit::pool::PgPool;
use postgres_kit::rollups::credits::Change;
use postgres_kit::rollups::whole::Whole;

/// Shared by the threads that derive.
#[derive(Clone, Default)]
pub(super) struct Rollups(Arc<Mutex<Whole>>);

impl Rollups {
    /// Adds the results of some people.
    pub(super) fn add(&self, results: &Results) {
        let mut change = Change::default();
        change.add(&results.conversions, &results.credits);
        // A thread that died fails the replay; nothing of it is written then.
        let mut whole = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        whole.add(change);
    }

    /// Writes them into the generation, which no reader sees yet.
    pub(super) async fn write(self, pool: &PgPool, target: Target) -> Result<(), StoreError> {
        let whole = {
            let mut whole = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *whole)
        };
        let mut connection = pool.for_replays().connection().await?;
        whole
            .write(&mut connection, target.profile_id, target.generation)
            .await
    }
}
