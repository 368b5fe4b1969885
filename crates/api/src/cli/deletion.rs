//! Has profiles and workspaces deleted, or keeps them.

use application::ports::DeletionTarget;
use application::workspaces::deletion::{DeletionError, request, withdraw};
use application::{UnitsOfWork, settle};
use kernel::{Actor, WorkspaceId};

use super::{Failure, print};
use crate::composition::Environment;

/// Has it deleted in a week.
pub(super) async fn delete(
    environment: &Environment,
    place: (WorkspaceId, DeletionTarget),
    typed: &str,
) -> Result<(), Failure> {
    let mut work = environment.units.begin().await?;
    let context = environment.context();
    let asked = request(&mut *work, &context, place, Actor::Operator, typed).await;
    let deletion = settle(work, asked).await.map_err(failure)?;
    print(&format!(
        "deleted at {}, by a process that works; keep takes it back until then",
        deletion.due_at
    ));
    Ok(())
}

/// Keeps it.
pub(super) async fn keep(
    environment: &Environment,
    place: (WorkspaceId, DeletionTarget),
) -> Result<(), Failure> {
    let mut work = environment.units.begin().await?;
    let kept = withdraw(&mut *work, &environment.context(), place, Actor::Operator).await;
    settle(work, kept).await.map_err(failure)?;
    print("kept");
    Ok(())
}

fn failure(error: DeletionError) -> Failure {
    match error {
        DeletionError::NotFound => {
            Failure::usage("it is not there, or not to be deleted".to_owned())
        }
        DeletionError::Name => Failure::usage(format!("--confirm {error}")),
        DeletionError::Store(error) => error.into(),
    }
}
