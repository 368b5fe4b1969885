//! Removes a connection.

use application::webhooks::tell::tell;
use application::{Contended, Context, UnitOfWork};
use kernel::{ConnectionId, ProfileAccess, StoreError};
use platform_connections::ports::PlatformAuthorization;
use platform_connections::{PlatformProvider, Tokens};
use serde_json::json;
use webhook_events::EventData;

use super::{stamp, told};

/// Why nothing was removed.
#[derive(Debug, thiserror::Error)]
pub enum RevokeError {
    /// There is no such connection.
    #[error("there is no such connection")]
    NotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for RevokeError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Tokens that nobody here uses any more, for [`give_back`].
#[derive(Clone)]
pub struct Unused {
    provider: PlatformProvider,
    tokens: Tokens,
}

/// Removes the connection and deletes its tokens. Removing one that is removed already changes nothing. Answers the
/// tokens that it had, unless the profile has another connection with the platform: what a person allowed there is
/// one thing for all of their accounts, and taking it back would stop the other one, too.
pub async fn revoke(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: ConnectionId,
) -> Result<Option<Unused>, RevokeError> {
    let profile_id = access.profile_id;
    // Whoever removes or connects another one at the same time waits here: of the two last ones one is really the last.
    work.connections().count(profile_id).await?;
    let found = work.connections().lock(profile_id, id).await?;
    let found = found.ok_or(RevokeError::NotFound)?;
    let Ok(gone) = found.revoked(context.clock.now()) else {
        return Ok(None);
    };
    let held = work.connection_tokens().read(profile_id, id).await?;
    work.connection_tokens().remove(profile_id, id).await?;
    work.connections().update(profile_id, &gone).await?;
    let detail = json!({"provider": gone.provider.as_str()});
    let deed = ("connection.revoked", id.uuid(), detail);
    stamp(work, context, (profile_id, access.actor), deed).await?;
    let event = EventData::ConnectionRevoked(told(&gone)?);
    tell(work, context, profile_id, &[event]).await?;
    if work
        .connections()
        .has_another(profile_id, gone.provider, id)
        .await?
    {
        return Ok(None);
    }
    Ok(held.map(|held| Unused {
        provider: gone.provider,
        tokens: held.tokens,
    }))
}

/// Tells the platform that the tokens are not needed any more. Nothing here rests on it: they are deleted already.
pub async fn give_back(authorization: &dyn PlatformAuthorization, unused: &Unused) {
    let told = authorization.revoke(unused.provider, &unused.tokens).await;
    if let Err(failure) = told {
        tracing::warn!(error = %failure, "tokens were deleted, and the platform not told: {failure}");
    }
}
