//! Brings what an older release derived up to what this one derives, once after the start.

use application::customers::rederive::rederive;
use application::ports::Collected;
use application::replays::renew::{renew, revision};
use application::settle;
use kernel::{ProfileId, StoreError};

use crate::Worker;

/// Profiles in one look.
const PROFILES: u32 = 100;

/// Renews every profile that is behind, each in a transaction of its own, and tells how many there were.
/// One that fails does not keep the others from it; the first failure is returned at the end.
pub async fn renew_all(worker: &Worker) -> Result<usize, StoreError> {
    let (mut renewed, mut failed, mut after) = (0, None, None);
    loop {
        let mut work = worker.units.begin_long().await?;
        let behind = work.attribution().behind(revision(), after, PROFILES).await;
        let behind = settle(work, behind).await?;
        let Some(last) = behind.last().copied() else {
            return failed.map_or(Ok(renewed), Err);
        };
        after = Some(last);
        for profile_id in behind {
            match renew_one(worker, profile_id).await {
                Ok(true) => renewed += 1,
                Ok(false) => {}
                Err(error) => {
                    failed.get_or_insert(error);
                }
            }
        }
    }
}

/// Facts in one transaction.
const FACTS: u32 = 2_000;

/// Goes through some facts of before for who is one person.
pub async fn collect(worker: &Worker) -> Result<Collected, StoreError> {
    let mut work = worker.units.begin_long().await?;
    let collected = rederive(&mut *work, &worker.context(), FACTS).await;
    settle(work, collected).await
}

async fn renew_one(worker: &Worker, profile_id: ProfileId) -> Result<bool, StoreError> {
    let mut work = worker.units.begin_long().await?;
    let done = renew(&mut *work, &worker.context(), profile_id).await;
    settle(work, done).await
}
