//! The operator makes somebody an owner: the way into a workspace that nobody owns.

use access_control::Role;
use kernel::{Actor, StoreError, UserId, WorkspaceId};
use serde_json::json;

use super::stamp;
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// Adds the person, or raises a member's role; nothing is done to somebody who is an owner already.
/// The workspace and the person must exist.
pub async fn add_owner(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    workspace_id: WorkspaceId,
    user: UserId,
) -> Result<(), StoreError> {
    let members = work.memberships().lock(workspace_id).await?;
    let before = members.iter().find(|(member, _)| *member == user);
    let before = before.map(|(_, role)| *role);
    if before == Some(Role::Owner) {
        return Ok(());
    }
    let now = context.clock.now();
    work.memberships()
        .put(workspace_id, (user, Role::Owner), now)
        .await?;
    let detail = json!({"before": before.map(Role::as_str), "after": Role::Owner.as_str()});
    let deed = ("member.role_changed", user.uuid(), detail);
    stamp(work, context, (workspace_id, Actor::Operator), deed).await
}
