//! Says what a plain member may do on a profile.

use access_control::MembershipChange;
use access_control::ports::Assignment;
use kernel::Actor;
use serde_json::json;

use super::{MembershipCommand, MembershipError, judge, stamp};
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// The scopes are the member's from their next request on; none at all ends the assignment.
pub async fn assign(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    command: MembershipCommand,
    assignment: &Assignment,
) -> Result<(), MembershipError> {
    judge(work, &command, MembershipChange::Assign).await?;
    let done = work
        .memberships()
        .assign(command.workspace_id, command.target, assignment)
        .await?;
    if !done {
        return Err(MembershipError::NotFound);
    }
    let scopes: Vec<_> = assignment
        .scopes
        .iter()
        .map(|scope| scope.as_str())
        .collect();
    let detail = json!({"profile_id": assignment.profile_id.uuid(), "scopes": scopes});
    let place = (command.workspace_id, Actor::User(command.actor));
    stamp(
        work,
        context,
        place,
        ("member.assigned", command.target.uuid(), detail),
    )
    .await?;
    Ok(())
}
