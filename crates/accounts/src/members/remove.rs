//! Ends a membership.

use access_control::MembershipChange;
use kernel::Actor;
use serde_json::json;

use super::{MembershipCommand, MembershipError, judge, stamp};
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// The member reaches nothing of the workspace from their next request on.
pub async fn remove(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    command: MembershipCommand,
) -> Result<(), MembershipError> {
    let role = judge(work, &command, MembershipChange::Leave).await?;
    work.memberships()
        .remove(command.workspace_id, command.target)
        .await?;
    let place = (command.workspace_id, Actor::User(command.actor));
    let detail = json!({"role": role.as_str()});
    stamp(
        work,
        context,
        place,
        ("member.removed", command.target.uuid(), detail),
    )
    .await?;
    Ok(())
}
