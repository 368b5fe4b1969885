//! Creates a definition.

use conversion_definitions::NewDefinition;
use conversion_definitions::draft::MAX_DEFINITIONS;
use conversion_definitions::ports::StoredDefinition;
use kernel::ProfileAccess;

use super::{ChangeDefinitionError, Changed, Deed, locked, stamp_and_replay, without_conflicts};
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// Writes the definition, its audit event and the request for a full replay, or nothing.
pub async fn create(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    new: NewDefinition,
) -> Result<Changed, ChangeDefinitionError> {
    let (catalogue, stored) = locked(work, access).await?;
    let definition = new.with_id(context.ids.new_id().into());
    without_conflicts(&catalogue, &definition)?;
    if stored.len() >= MAX_DEFINITIONS {
        return Err(ChangeDefinitionError::TooMany);
    }
    let now = context.clock.now();
    work.definitions()
        .insert(access.profile_id, &definition, now)
        .await?;
    let deed = Deed::Created(&definition);
    let recompute_id = stamp_and_replay(work, context, access, deed).await?;
    Ok(Changed {
        stored: StoredDefinition {
            definition,
            created_at: now,
            updated_at: now,
        },
        recompute_id: Some(recompute_id),
    })
}
