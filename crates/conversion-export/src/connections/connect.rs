//! Connects an account: the end of a hand-off.

use access_control::{Decision, DecisionRefusal};
use application::webhooks::tell::tell;
use application::{Contended, Context, UnitOfWork};
use kernel::{Actor, ProfileId, StoreError, UserId};
use platform_connections::{Account, Connection, MAX_CONNECTIONS, PlatformProvider};
use serde_json::json;
use webhook_events::EventData;
use webhook_events::data::{HandoffData, HandoffOutcome};

use super::ask::asked_for;
use super::choose::Chosen;
use super::{stamp, told};

/// Why nothing was connected.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// There is no such hand-off of a connection.
    #[error("there is no such hand-off")]
    NotFound,
    /// It was finished before, or it is too late.
    #[error(transparent)]
    Refused(#[from] DecisionRefusal),
    /// There are as many as there may be.
    #[error("a profile has at most {MAX_CONNECTIONS} connections")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for ConnectError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Makes the connection, or connects the one again that the profile has with this account, and completes the
/// hand-off, all or nothing. Whether `user` may is judged by the caller.
pub async fn connect(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    user: UserId,
    chosen: &Chosen,
) -> Result<Connection, ConnectError> {
    let stored = work.handoffs().lock(chosen.handoff_id).await?;
    let stored = stored.ok_or(ConnectError::NotFound)?;
    let provider = asked_for(&stored).ok_or(ConnectError::NotFound)?;
    let profile_id = stored.handoff.profile_id.ok_or(ConnectError::NotFound)?;
    let now = context.clock.now();
    stored.handoff.decided(Decision::Approve, now)?;

    let account = chosen.account.clone();
    let connection = connected(work, context, profile_id, (provider, account)).await?;
    work.connection_tokens()
        .put(profile_id, connection.id, &chosen.tokens)
        .await?;
    let result = json!({"connection_id": connection.id.uuid()});
    work.handoffs()
        .complete(chosen.handoff_id, &result, now)
        .await?;

    let detail = json!({"provider": provider.as_str(), "handoff_id": chosen.handoff_id.uuid()});
    let deed = ("connection.connected", connection.id.uuid(), detail);
    stamp(work, context, (profile_id, Actor::User(user)), deed).await?;
    let events = [
        EventData::HandoffCompleted(HandoffData {
            handoff_id: chosen.handoff_id,
            status: HandoffOutcome::Completed,
        }),
        EventData::ConnectionConnected(told(&connection)?),
    ];
    tell(work, context, profile_id, &events).await?;
    Ok(connection)
}

async fn connected(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    (provider, account): (PlatformProvider, Account),
) -> Result<Connection, ConnectError> {
    let now = context.clock.now();
    // Counted first: whoever connects to this profile at the same time waits here, and takes rows in this order.
    let count = work.connections().count(profile_id).await?;
    let known = work.connections();
    let known = known
        .lock_account(profile_id, provider, &account.id)
        .await?;
    let is_one_more = known.as_ref().is_none_or(Connection::is_revoked);
    if is_one_more && count >= MAX_CONNECTIONS {
        return Err(ConnectError::TooMany);
    }
    if let Some(known) = known {
        let again = known.connected_again(account, now);
        work.connections().update(profile_id, &again).await?;
        return Ok(again);
    }
    let id = context.ids.new_id().into();
    let new = Connection::new(id, (provider, account), now);
    work.connections().insert(profile_id, &new).await?;
    Ok(new)
}
