//! Sends a delivery once more.

use std::time::Duration;

use kernel::{ProfileAccess, StoreError};
use serde_json::json;
use webhook_events::{DeliveryId, PayloadGone, replayed};

use crate::stamp;
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Why nothing is sent.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// There is no such delivery.
    #[error("there is no such delivery")]
    NotFound,
    /// What it told is not kept any more.
    #[error(transparent)]
    Gone(#[from] PayloadGone),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for ReplayError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// The delivery is due now, whatever became of it: the same bytes under the same id, with a whole schedule before
/// it. One that waits waits no longer; nothing is sent twice for it.
pub async fn replay(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (id, payload_retention): (DeliveryId, Duration),
) -> Result<(), ReplayError> {
    let profile_id = access.profile_id;
    let found = work.deliveries().lock(profile_id, id).await?;
    let found = found.ok_or(ReplayError::NotFound)?;
    let now = context.clock.now();
    replayed(found.event_at, payload_retention, now)?;
    if !found.is_payload_kept {
        return Err(PayloadGone { since: now }.into());
    }
    work.deliveries().requeue(profile_id, id, now).await?;
    let detail = json!({"was": found.state.status().as_str()});
    let deed = ("webhook.delivery_replayed", id.uuid(), detail);
    stamp(work, context, access, deed).await?;
    Ok(())
}
