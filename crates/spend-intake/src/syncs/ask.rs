//! Has the last thirty days of an account read anew.

use ad_spend::SyncState;
use application::{Context, UnitOfWork};
use kernel::{ConnectionId, ProfileId};

use super::SyncError;

/// Asks for it; how it stands then. What waits because a platform asked to wait, or did not answer, is tried at once.
pub async fn ask(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, id): (ProfileId, ConnectionId),
) -> Result<SyncState, SyncError> {
    let found = work.connections().lock(profile_id, id).await?;
    if found.is_none_or(|found| found.is_revoked()) {
        return Err(SyncError::NotFound);
    }
    let state = work.spend_syncs().lock(profile_id, id).await?;
    let state = state
        .filter(|state| state.is_enabled)
        .ok_or(SyncError::NotEnabled)?;
    let now = context.clock.now();
    let asked = SyncState {
        asked_at: Some(now),
        look_at: now,
        ..state
    };
    work.spend_syncs().put(profile_id, id, &asked).await?;
    Ok(asked)
}
