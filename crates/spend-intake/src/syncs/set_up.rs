//! Decides whether an account's spend is read, and how far back.

use ad_spend::SyncState;
use ad_spend::calendar::USUAL_MONTHS;
use application::{Context, UnitOfWork};
use conversion_export::trail::{change as changed, stamp};
use kernel::{ConnectionId, ProfileAccess};
use serde_json::{Value, json};

use super::SyncError;

/// What is to be; `None` leaves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Whether it is read.
    pub is_enabled: Option<bool>,
    /// How many months back, 1 to 37.
    pub months: Option<u8>,
}

/// Changes it; how it stands then. An account that is read again is looked at right away.
pub async fn set_up(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (id, change): (ConnectionId, SetUp),
) -> Result<SyncState, SyncError> {
    let profile_id = access.profile_id;
    let found = work.connections().lock(profile_id, id).await?;
    if found.is_none_or(|found| found.is_revoked()) {
        return Err(SyncError::NotFound);
    }
    let now = context.clock.now();
    let before = work.spend_syncs().lock(profile_id, id).await?;
    let before = before.unwrap_or_else(|| SyncState::new(false, USUAL_MONTHS, now));
    let after = SyncState {
        is_enabled: change.is_enabled.unwrap_or(before.is_enabled),
        months: change.months.unwrap_or(before.months),
        ..before.clone()
    };
    if after == before {
        return Ok(before);
    }
    let detail = changed(&told(&before), &told(&after));
    let deed = ("connection.spend_updated", id.uuid(), detail);
    stamp(work, context, (profile_id, access.actor), deed).await?;
    let after = SyncState {
        look_at: now,
        ..after
    };
    work.spend_syncs().put(profile_id, id, &after).await?;
    Ok(after)
}

fn told(state: &SyncState) -> Value {
    json!({"enabled": state.is_enabled, "months": state.months})
}
