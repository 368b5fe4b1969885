//! Gives a member another role.

use access_control::{MembershipChange, Role};
use kernel::Actor;
use serde_json::json;

use super::{MembershipCommand, MembershipError, judge, stamp};
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// The role is the member's from their next request on. What was assigned stays, and counts again
/// when they are a plain member again.
pub async fn set_role(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    command: MembershipCommand,
    role: Role,
) -> Result<(), MembershipError> {
    let before = judge(work, &command, MembershipChange::Become(role)).await?;
    if before == role {
        return Ok(());
    }
    work.memberships()
        .put(
            command.workspace_id,
            (command.target, role),
            context.clock.now(),
        )
        .await?;
    let detail = json!({"before": before.as_str(), "after": role.as_str()});
    let place = (command.workspace_id, Actor::User(command.actor));
    let deed = ("member.role_changed", command.target.uuid(), detail);
    stamp(work, context, place, deed).await?;
    Ok(())
}
