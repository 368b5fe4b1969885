//! Runs a change of definitions in one transaction.

use application::{Context, UnitOfWork};
use conversion_definitions::{DefinitionEdit, NewDefinition};
use kernel::{DefinitionId, ProfileAccess};
use profile_setup::definitions::{ChangeDefinitionError, Changed, create, delete, update};

use http_kit::detached::detached;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A change of the catalogue.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Create(NewDefinition),
    Update(DefinitionId, DefinitionEdit),
    Delete(DefinitionId),
}

/// Carries the change out even when the caller goes away, and wakes the worker. A deletion leaves
/// no definition.
pub(super) async fn write(
    state: actix_web::web::Data<AppState>,
    access: ProfileAccess,
    change: Change,
) -> Result<Option<Changed>, Problem> {
    let state = state.into_inner();
    detached(async move {
        let input = (access, change);
        let changed = state.write(&input, |work, context, (access, change)| {
            Box::pin(carry_out(work, context, access, change.clone()))
        });
        Ok(changed.await?)
    })
    .await
}

async fn carry_out(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    change: Change,
) -> Result<Option<Changed>, ChangeDefinitionError> {
    match change {
        Change::Create(new) => create::create(work, context, access, new).await.map(Some),
        Change::Update(id, edit) => update::update(work, context, access, id, edit)
            .await
            .map(Some),
        Change::Delete(id) => delete::delete(work, context, access, id)
            .await
            .map(|_| None),
    }
}

/// The definition that a creation or an update always leaves.
pub(super) fn left(changed: Option<Changed>) -> Result<Changed, Problem> {
    changed.ok_or_else(Problem::not_found)
}
