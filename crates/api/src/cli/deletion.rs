//! Has profiles and workspaces deleted, or keeps them.

use accounts::workspaces::deletion::{DeletionError, request, withdraw};
use application::ports::DeletionTarget;
use kernel::{Actor, WorkspaceId};

use super::{Failure, print};
use crate::composition::Environment;

/// Has it deleted in a week.
pub(super) async fn delete(
    environment: &Environment,
    place: (WorkspaceId, DeletionTarget),
    typed: &str,
) -> Result<(), Failure> {
    let input = (place, typed);
    let asked = environment.write(&input, |work, context, (place, typed)| {
        Box::pin(request(work, context, *place, Actor::Operator, typed))
    });
    let deletion = asked.await.map_err(failure)?;
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
    let kept = environment.write(&place, |work, context, place| {
        Box::pin(withdraw(work, context, *place, Actor::Operator))
    });
    kept.await.map_err(failure)?;
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
