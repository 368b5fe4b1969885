//! Changes a destination.

use application::{Context, UnitOfWork};
use export_rules::{Destination, DestinationId, DestinationPatch};
use kernel::ProfileAccess;

use super::{DestinationRefusal, serves, write};

/// Changes the fields that were sent.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (id, patch): (DestinationId, &DestinationPatch),
) -> Result<Destination, DestinationRefusal> {
    let found = work.destinations().hold(access.profile_id, id).await?;
    let before = found.ok_or(DestinationRefusal::NotFound)?;
    let after = patch.clone().apply(&before, context.clock.now());
    let after = after.map_err(DestinationRefusal::Invalid)?;
    // One whose account was removed meanwhile can still be changed otherwise, such as turned off.
    if after.connection_id != before.connection_id {
        serves(work, access, (after.connection_id, after.kind())).await?;
    }
    if after != before {
        let deed = ("export_destination.updated", Some(&before), &after);
        write(work, context, access, deed).await?;
    }
    Ok(after)
}
