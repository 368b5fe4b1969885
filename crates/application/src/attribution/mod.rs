//! Facts become sessions, touches, conversions and credits.
//!
//! [`replay`](mod@replay) is the pure function that both paths of [`replays`](crate::replays) call, and what it
//! reads and writes; [`sessions`] cuts the events of browsers; [`recomputes`] queues a full replay, [`ledger`]
//! writes down what changes.

pub mod ledger;
pub mod recomputes;
pub mod replay;
pub mod sessions;

use kernel::{ProfileId, StoreError};

use crate::unit_of_work::UnitOfWork;

/// Holds a profile's results, for whoever changes what replays read. False when there is no such profile
/// and while a full replay runs: it began with what held before, and is not to end with half of a change.
pub async fn hold(work: &mut dyn UnitOfWork, profile_id: ProfileId) -> Result<bool, StoreError> {
    let state = work.attribution().lock(profile_id).await?;
    Ok(state.is_some_and(|state| !state.is_being_rebuilt()))
}
