//! Removes a definition.

use kernel::{DefinitionId, ProfileAccess, RecomputeId};

use super::{ChangeDefinitionError, Deed, locked, stamp_and_replay};
use crate::context::Context;
use crate::unit_of_work::UnitOfWork;

/// Removes the definition and, with the replay that is queued, its conversions.
pub async fn delete(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: DefinitionId,
) -> Result<RecomputeId, ChangeDefinitionError> {
    let (catalogue, _) = locked(work, access).await?;
    let definition = catalogue.find(id).ok_or(ChangeDefinitionError::NotFound)?;
    work.definitions().delete(access.profile_id, id).await?;
    let deed = Deed::Deleted(definition);
    Ok(stamp_and_replay(work, context, access, deed).await?)
}
