//! Stops a connection that works no more, until somebody connects the account anew.

use application::webhooks::tell::tell;
use application::{Context, UnitOfWork};
use kernel::{Actor, ConnectionId, ProfileId, StoreError, Timestamp};
use platform_connections::{Connection, ReconnectReason};
use serde_json::json;
use webhook_events::EventData;
use webhook_events::data::ReconnectData;

use super::{provider_of, stamp, stop_reason};

/// What somebody who uses a connection found.
#[derive(Clone, Copy, Debug)]
pub struct Stopping {
    /// The connection.
    pub id: ConnectionId,
    /// Why it works no more.
    pub reason: ReconnectReason,
    /// When the token was obtained that the platform refused: one that came later is none of its business.
    pub obtained_at: Timestamp,
}

/// Asks for a reconnect, and tells of it once; whether that was news. A connection that is stopped or removed
/// already, or that has other tokens by now, stays as it is.
pub async fn stop(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    stopping: Stopping,
) -> Result<bool, StoreError> {
    let found = work.connections().lock(profile_id, stopping.id).await?;
    let held = work.connection_tokens().read(profile_id, stopping.id);
    let (Some(found), Some(held)) = (found, held.await?) else {
        return Ok(false);
    };
    if held.tokens.obtained_at != stopping.obtained_at {
        return Ok(false);
    }
    stop_locked(work, context, profile_id, (found, stopping.reason)).await
}

/// The same for a connection that is locked.
pub(super) async fn stop_locked(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    (found, reason): (Connection, ReconnectReason),
) -> Result<bool, StoreError> {
    let Ok(stopped) = found.stopped(reason, context.clock.now()) else {
        return Ok(false);
    };
    work.connections().update(profile_id, &stopped).await?;
    let detail = json!({"provider": stopped.provider.as_str(), "reason": reason.as_str()});
    let deed = ("connection.stopped", stopped.id.uuid(), detail);
    stamp(work, context, (profile_id, Actor::System), deed).await?;
    let event = EventData::ConnectionReconnectRequired(ReconnectData {
        provider: provider_of(&stopped)?,
        connection_id: stopped.id,
        reason: stop_reason(reason),
    });
    tell(work, context, profile_id, &[event]).await?;
    Ok(true)
}
