//! Runs a change of definitions in one transaction.

use application::definitions::{ChangeDefinitionError, Changed, create, delete, update};
use application::settle;
use conversion_definitions::{DefinitionEdit, NewDefinition};
use kernel::{DefinitionId, ProfileAccess, StoreError};

use http_kit::detached::detached;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// How often a lost race is run again.
const TRIES: usize = 3;

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
        let mut tries = 1;
        loop {
            match attempt(&state, &access, change.clone()).await {
                Err(ChangeDefinitionError::Store(StoreError::Conflict)) if tries < TRIES => {
                    tries += 1;
                }
                outcome => {
                    let changed = outcome?;
                    state.wake.notify_one();
                    return Ok(changed);
                }
            }
        }
    })
    .await
}

async fn attempt(
    state: &AppState,
    access: &ProfileAccess,
    change: Change,
) -> Result<Option<Changed>, ChangeDefinitionError> {
    let context = state.context();
    let mut work = state.units.begin().await?;
    let outcome = match change {
        Change::Create(new) => create::create(&mut *work, &context, access, new)
            .await
            .map(Some),
        Change::Update(id, edit) => update::update(&mut *work, &context, access, id, edit)
            .await
            .map(Some),
        Change::Delete(id) => delete::delete(&mut *work, &context, access, id)
            .await
            .map(|_| None),
    };
    settle(work, outcome).await
}

/// The definition that a creation or an update always leaves.
pub(super) fn left(changed: Option<Changed>) -> Result<Changed, Problem> {
    changed.ok_or_else(Problem::not_found)
}
