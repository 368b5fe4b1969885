//! Takes what a browser brings back from a platform.

use application::Context;
use application::keys::create::sha256;
use kernel::{HandoffId, StoreError, WebSessionId};
use platform_connections::ports::{AuthorizationFailure, TakenAuthorization};
use platform_connections::{AuthorizationCode, AuthorizationSecrets, PlatformProvider, Tokens};

use super::Platforms;
use super::choose::{Choice, Offer, offer};
use super::leave::bound_to;

/// A state that came back in time, to the browser that it was made for, for the first time.
#[derive(Clone)]
pub struct Returned {
    state: String,
    taken: TakenAuthorization,
}

impl Returned {
    /// The hand-off that it is about. Whether it still waits, and whether the person may finish it, is the caller's
    /// to judge before anything is exchanged.
    pub fn handoff_id(&self) -> HandoffId {
        self.taken.handoff_id
    }
}

/// What the platform says, as the browser brings it.
#[derive(Clone)]
pub struct Answer {
    /// What tokens are got for.
    pub code: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
}

/// Why there are no accounts to choose from.
#[derive(Debug, thiserror::Error)]
pub enum ComeBackError {
    /// It was begun elsewhere, took too long, or was finished before.
    #[error("nothing waits for this answer")]
    Expired,
    /// The person did not allow it.
    #[error("the person did not allow it")]
    Denied,
    /// The token reaches no account.
    #[error("the token reaches no account")]
    NoAccount,
    /// The platform gave nothing.
    #[error(transparent)]
    Platform(#[from] AuthorizationFailure),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Spends the state; `None` when nothing waits for it in this browser.
pub async fn take(
    platforms: Platforms<'_>,
    context: &Context<'_>,
    (state, session_id): (String, WebSessionId),
) -> Result<Option<Returned>, StoreError> {
    let hash = sha256(state.as_bytes());
    let now = context.clock.now();
    let taken = platforms.pending.take(&hash, session_id, now).await?;
    Ok(taken.map(|taken| Returned { state, taken }))
}

/// Gets tokens for the code, and the accounts that they reach, for the person to choose from.
pub async fn come_back(
    platforms: Platforms<'_>,
    context: &Context<'_>,
    (returned, answer): (Returned, &Answer),
    (provider, session_id, secret): (PlatformProvider, WebSessionId, String),
) -> Result<Choice, ComeBackError> {
    let handoff_id = returned.handoff_id();
    let place = bound_to(provider, handoff_id);
    let verifier = context.sealing.open(&returned.taken.sealed, &place);
    let verifier = verifier.and_then(|bytes| String::from_utf8(bytes).ok());
    let secrets = AuthorizationSecrets {
        state: returned.state,
        verifier: verifier.ok_or(ComeBackError::Expired)?,
    };
    if answer.error.is_some() {
        return Err(ComeBackError::Denied);
    }
    let code = answer.code.as_deref().and_then(AuthorizationCode::parse);
    let code = code.ok_or(ComeBackError::Expired)?;
    let grant = platforms
        .authorization
        .exchange(provider, &code, &secrets)
        .await?;
    let offered = Offer {
        handoff_id,
        session_id,
        provider,
        tokens: Tokens::obtained(grant, context.clock.now()),
        secret,
    };
    offer(platforms, context, offered).await
}
