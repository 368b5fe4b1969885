//! Writes down what is sent before it is.

use application::{Context, UnitOfWork};
use export_rules::{ExportDeliveryId, LaneLease};
use kernel::StoreError;

use super::{HeldLane, LEASE, lane};

/// Writes the digest of a request to the lines that are in it, and holds the lane for longer. False when the lane is
/// somebody else's by now: then nothing may be sent.
pub async fn announce(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    held: HeldLane,
    (lines, request_sha256): (&[ExportDeliveryId], [u8; 32]),
) -> Result<bool, StoreError> {
    let Some(mut lane) = lane(work, held).await? else {
        return Ok(false);
    };
    lane.lease = Some(LaneLease {
        holder: held.holder,
        until: context.clock.now().plus_micros(LEASE),
    });
    work.export_lanes().put(&lane).await?;
    work.export_ledger()
        .put_request(held.profile_id, lines, request_sha256)
        .await?;
    Ok(true)
}
