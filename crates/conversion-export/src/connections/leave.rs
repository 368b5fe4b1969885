//! Sends a browser to a platform.

use application::Context;
use application::keys::create::sha256;
use kernel::{HandoffId, StoreError, WebSessionId};
use platform_connections::ports::{AuthorizationFailure, PendingAuthorization};
use platform_connections::{AuthorizationSecrets, PlatformProvider};

use super::{LASTS, Platforms};

/// Which browser is sent where.
#[derive(Clone)]
pub struct Leaving {
    /// What is being finished. That it waits, and that the person may finish it, is the caller's to judge.
    pub handoff_id: HandoffId,
    /// The browser.
    pub session_id: WebSessionId,
    /// The platform.
    pub provider: PlatformProvider,
    /// Made for this way there and back alone.
    pub secrets: AuthorizationSecrets,
}

/// Why a browser cannot go to a platform.
#[derive(Debug, thiserror::Error)]
pub enum LeaveError {
    /// There is no page to go to.
    #[error(transparent)]
    Platform(#[from] AuthorizationFailure),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The platform's page. What comes back from it counts once, for some minutes, in this browser alone.
pub async fn leave(
    platforms: Platforms<'_>,
    context: &Context<'_>,
    leaving: &Leaving,
) -> Result<String, LeaveError> {
    let page = platforms
        .authorization
        .page(leaving.provider, &leaving.secrets)?;
    let now = context.clock.now();
    let secret_sha256 = sha256(leaving.secrets.state.as_bytes());
    let place = bound_to(leaving.provider, leaving.handoff_id);
    let verifier = leaving.secrets.verifier.as_bytes();
    let sealed = context.sealing.seal(verifier, &place);
    let pending = PendingAuthorization {
        secret_sha256,
        handoff_id: leaving.handoff_id,
        session_id: leaving.session_id,
        sealed: sealed.ok_or_else(|| StoreError::inconsistent("nothing could be sealed"))?,
        expires_at: now.plus_micros(LASTS),
    };
    platforms.pending.keep(&pending, now).await?;
    Ok(page)
}

/// What was sealed for one hand-off and on the way there opens for nothing else.
pub(super) fn bound_to(provider: PlatformProvider, handoff_id: HandoffId) -> String {
    format!(
        "pending_authorizations/{}/{handoff_id}/way",
        provider.as_str()
    )
}
