//! Facts become sessions, touches, conversions and credits.
//!
//! [`refresh`] replays the people who are marked (the incremental path), [`rebuild`] everybody into
//! a new generation (the full path). Each loads facts in a way that suits how many they are, and both give
//! them to the same pure function and write what it says: [`replay`](mod@replay). [`recomputes`] queues a full
//! replay, [`ledger`] writes down what changes. [`renew`](mod@renew) is for a
//! release that derives otherwise.

pub mod ledger;
pub mod rebuild;
pub mod recompute;
pub mod recomputes;
pub mod refresh;
pub mod renew;
pub mod replay;
pub mod sessions;

use kernel::{ProfileId, StoreError};

use crate::unit_of_work::UnitOfWork;

/// Holds a profile's results, for whoever changes what replays read. False when there is no such profile
/// and while a full replay runs: it began with what held before, and is not to end with half of a change.
pub(crate) async fn hold(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
) -> Result<bool, StoreError> {
    let state = work.attribution().lock(profile_id).await?;
    Ok(state.is_some_and(|state| !state.is_being_rebuilt()))
}
