//! Full replays as their requesters see them.

use async_trait::async_trait;
use kernel::{ProfileId, RecomputeId, StoreError, Timestamp};
use reporting::causes::ChangeCause;

/// Full replays inside a transaction that holds the profile's attribution lock.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait RecomputeStore: Send {
    /// Joins the replay that waits, or queues one under `candidate`. Tells which one it is, and
    /// whether it is new.
    async fn queue(
        &mut self,
        profile_id: ProfileId,
        candidate: RecomputeId,
        cause: &ChangeCause,
    ) -> Result<(RecomputeId, bool), StoreError>;

    /// All that wait, and those that somebody began and did not finish, are begun in `generation`.
    /// Gives their reasons, oldest first.
    async fn begin(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        at: Timestamp,
    ) -> Result<Vec<ChangeCause>, StoreError>;

    /// How far the replay into `generation` has come; a `total` that is not told stays as it is.
    async fn progress(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        done: u64,
        total: Option<u64>,
    ) -> Result<(), StoreError>;

    /// The replay into `generation` is what readers see. Gives the newest of those that it
    /// completes, and all their reasons.
    async fn complete(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        at: Timestamp,
    ) -> Result<(Option<RecomputeId>, Vec<ChangeCause>), StoreError>;
}
