//! Declines to connect an account.

use access_control::Decision;
use application::webhooks::tell::tell;
use application::{Context, UnitOfWork};
use kernel::{Actor, HandoffId, UserId};
use serde_json::json;
use webhook_events::EventData;
use webhook_events::data::{HandoffData, HandoffOutcome};

use super::ask::asked_for;
use super::connect::ConnectError;
use super::stamp;

/// Ends the hand-off without a connection. Whether `user` may is judged by the caller.
pub async fn decline(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (id, user): (HandoffId, UserId),
) -> Result<(), ConnectError> {
    let stored = work.handoffs().lock(id).await?;
    let stored = stored.ok_or(ConnectError::NotFound)?;
    let provider = asked_for(&stored).ok_or(ConnectError::NotFound)?;
    let profile_id = stored.handoff.profile_id.ok_or(ConnectError::NotFound)?;
    let now = context.clock.now();
    let status = stored.handoff.decided(Decision::Decline, now)?;
    work.handoffs().decide(id, status, now).await?;
    let detail = json!({"provider": provider.as_str()});
    let deed = ("connection.declined", id.uuid(), detail);
    stamp(work, context, (profile_id, Actor::User(user)), deed).await?;
    let data = EventData::HandoffCompleted(HandoffData {
        handoff_id: id,
        status: HandoffOutcome::Declined,
    });
    Ok(tell(work, context, profile_id, &[data]).await?)
}
