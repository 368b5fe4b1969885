//! What waits between two turns of housekeeping and is done step by step: each chore for a while, so that
//! none waits for the end of another.

use std::time::Duration;

use application::ports::{Perishable, RemovalStep};
use application::settle;
use kernel::StoreError;
use personal_data::retention::step::{put_back, step};
use tokio::time::Instant;

use super::Housekeeper;

/// Facts whose addresses are redacted in one transaction.
const REDACTED: u32 = 1_000;

/// Facts that age in one transaction, together with all events of browsers that lose their names by it.
const AGED: u32 = 250;

/// Rows of a profile that are removed in one transaction.
const REMOVED: u32 = 5_000;

/// Pieces of evidence that are removed in one transaction.
const EVIDENCE: u32 = 5_000;

/// How long each chore goes on before the next one has its turn.
const SLICE: Duration = Duration::from_secs(20);

/// When what waits is looked at again.
const SOON: Duration = Duration::from_mins(1);

/// Does them until an instant. Whoever stops in the middle of a step leaves it to be done again.
pub(super) async fn until(house: &Housekeeper, next: Instant) {
    while Instant::now() < next {
        let mut more = false;
        for chore in Chore::ALL {
            more |= chore.go_on(house).await;
        }
        if !more {
            tokio::time::sleep_until(next.min(Instant::now() + SOON)).await;
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Chore {
    /// Facts lose what is not stored any more.
    Redaction,
    /// Old facts lose what is personal, where profiles want that.
    Ageing,
    /// Profiles and workspaces that are to be deleted go.
    Removal,
    /// What browsers said goes when its days are over, however much that is.
    Evidence,
}

impl Chore {
    const ALL: [Self; 4] = [Self::Evidence, Self::Redaction, Self::Ageing, Self::Removal];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Redaction => "redaction",
            Self::Ageing => "ageing",
            Self::Removal => "removal",
            Self::Evidence => "evidence",
        }
    }

    /// Goes on for a while; whether there is more to do at once.
    async fn go_on(self, house: &Housekeeper) -> bool {
        let (chore, mut rows) = (self.as_str(), 0);
        let done = self.steps(house, &mut rows).await;
        if rows > 0 {
            tracing::info!(chore, rows, "{chore} changed {rows} rows");
        }
        match done {
            Ok(more) => more,
            Err(error) => {
                tracing::error!(chore, error = %error, "{chore} failed: {error}");
                self.put_off(house).await;
                false
            }
        }
    }

    /// Rests as long as it works, so that others have at least half of the database.
    async fn steps(self, house: &Housekeeper, rows: &mut u64) -> Result<bool, StoreError> {
        let end = Instant::now() + SLICE;
        loop {
            let begin = Instant::now();
            if begin > end {
                return Ok(true);
            }
            match self.step(house).await? {
                None => return Ok(false),
                Some(changed) => *rows += changed,
            }
            tokio::time::sleep(begin.elapsed()).await;
        }
    }

    /// One step, in one transaction: how many rows it changed, `None` when nothing can be done now.
    async fn step(self, house: &Housekeeper) -> Result<Option<u64>, StoreError> {
        match self {
            Self::Redaction => {
                let done = house.redaction.addresses(REDACTED).await?;
                Ok(done.map(|done| done.changed))
            }
            Self::Ageing => {
                let mut work = house.worker.units.begin_long().await?;
                let aged = step(&mut *work, &house.worker.context(), AGED).await;
                let aged = settle(work, aged).await?;
                Ok(aged.map(|aged| aged.changed + aged.browsers))
            }
            Self::Evidence => {
                let now = house.worker.clock.now();
                let what = Perishable::MatchEvidence;
                let removed = house.housekeeping.remove(what, now, EVIDENCE).await?;
                house.worker.tally.add_removed(removed);
                Ok((removed > 0).then_some(removed))
            }
            Self::Removal => {
                let now = house.worker.clock.now();
                match house.removal.step(now, REMOVED).await? {
                    RemovalStep::Idle | RemovalStep::Waiting => Ok(None),
                    RemovalStep::Removed(rows) => {
                        house.worker.tally.add_removed(rows);
                        Ok(Some(rows))
                    }
                }
            }
        }
    }

    /// What failed of one profile is not to keep others from their turn.
    async fn put_off(self, house: &Housekeeper) {
        if !matches!(self, Self::Ageing) {
            return;
        }
        let put_off = async {
            let mut work = house.worker.units.begin().await?;
            let done = put_back(&mut *work, &house.worker.context()).await;
            settle(work, done).await
        };
        if let Err(error) = put_off.await {
            tracing::error!(error = %error, "what failed could not be put off: {error}");
        }
    }
}
