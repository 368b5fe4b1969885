//! Gives a social destination its clean data set, and puts the profile into Platform-Safe mode.

use application::{Context, UnitOfWork};
use export_rules::{Destination, DestinationId, PixelId};
use kernel::ProfileAccess;

use super::{DestinationRefusal, write};
use crate::compliance::{self, Decider};

/// Which data set.
#[derive(Clone, Debug)]
pub struct Provision {
    /// Of which destination.
    pub id: DestinationId,
    /// The data set that is kept clean.
    pub clean_dataset_id: PixelId,
    /// By whose decision.
    pub decider: Decider,
}

/// Both happens at once, so that there is no instant in which the one holds without the other.
pub async fn provision(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: &Provision,
) -> Result<Destination, DestinationRefusal> {
    let profile_id = access.profile_id;
    let decided = work.export_compliance().hold(profile_id).await?;
    let found = work.destinations().hold(profile_id, command.id).await?;
    let before = found.ok_or(DestinationRefusal::NotFound)?;
    let dataset = command.clean_dataset_id.clone();
    let provisioned = decided.provisioned(&before, dataset);
    let (safe, mut after) = provisioned.ok_or(DestinationRefusal::NoDataSet)?;
    command.decider.allows(&decided, &safe)?;
    if after != before {
        after.updated_at = context.clock.now();
        let deed = ("export_destination.provisioned", Some(&before), &after);
        write(work, context, access, deed).await?;
    }
    compliance::write(work, context, access, (&decided, &safe)).await?;
    Ok(after)
}
