//! Changes a definition.

use conversion_definitions::DefinitionEdit;
use conversion_definitions::ports::StoredDefinition;
use kernel::{DefinitionId, ProfileAccess};

use super::{ChangeDefinitionError, Changed, Deed, locked, stamp_and_replay, without_conflicts};
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// Writes the new fields, their audit event and the request for a full replay, or nothing. An edit
/// after which the definition is what it was writes nothing and asks for no replay.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: DefinitionId,
    edit: DefinitionEdit,
) -> Result<Changed, ChangeDefinitionError> {
    let (catalogue, stored) = locked(work, access).await?;
    let stored = stored
        .into_iter()
        .find(|stored| stored.definition.id == id)
        .ok_or(ChangeDefinitionError::NotFound)?;
    let after = edit.apply(&stored.definition);
    if stored.definition == after {
        return Ok(Changed {
            stored,
            recompute_id: None,
        });
    }
    without_conflicts(&catalogue, &after)?;
    let now = context.clock.now();
    work.definitions()
        .update(access.profile_id, &after, now)
        .await?;
    let deed = Deed::Changed {
        before: &stored.definition,
        after: &after,
    };
    let recompute_id = stamp_and_replay(work, context, access, deed).await?;
    Ok(Changed {
        stored: StoredDefinition {
            definition: after,
            created_at: stored.created_at,
            updated_at: now,
        },
        recompute_id: Some(recompute_id),
    })
}
