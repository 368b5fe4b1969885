//! Makes a destination.

use application::{Context, UnitOfWork};
use export_rules::{Destination, MAX_DESTINATIONS, NewDestination};
use kernel::ProfileAccess;

use super::{DestinationRefusal, serves, write};
use crate::compliance;

/// Makes it. The first one of its kind turns the profile's switch of the kind on: until then nobody had a reason to.
pub async fn create(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    new: &NewDestination,
) -> Result<Destination, DestinationRefusal> {
    let profile_id = access.profile_id;
    let kind = new.target.kind();
    // Held first, so that of two at once the second one sees the first.
    let decided = work.export_compliance().hold(profile_id).await?;
    let others = work.destinations().all(profile_id).await?;
    if others.len() >= MAX_DESTINATIONS {
        return Err(DestinationRefusal::TooMany);
    }
    serves(work, access, (new.connection_id, kind)).await?;
    let id = context.ids.new_id().into();
    let made = new.clone().with_id(id, context.clock.now());
    let deed = ("export_destination.created", None, &made);
    write(work, context, access, deed).await?;
    if others.iter().all(|other| other.kind() != kind) {
        let telling = decided.clone().telling(kind);
        compliance::write(work, context, access, (&decided, &telling)).await?;
    }
    Ok(made)
}
