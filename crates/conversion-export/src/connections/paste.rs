//! Takes a token that somebody made at the platform.

use application::Context;
use kernel::{HandoffId, WebSessionId};
use platform_connections::ports::AuthorizationFailure;
use platform_connections::{AccessToken, Grant, PlatformProvider, Tokens};

use super::Platforms;
use super::choose::{Choice, Offer, offer};
use super::come_back::ComeBackError;

/// What was pasted, and where.
#[derive(Clone)]
pub struct Pasted {
    /// What is being finished. That it waits, and that the person may finish it, is the caller's to judge.
    pub handoff_id: HandoffId,
    /// The browser.
    pub session_id: WebSessionId,
    /// The platform.
    pub provider: PlatformProvider,
    /// The token. It is taken to have no end, as those of system users have none.
    pub token: AccessToken,
    /// What the choice is found by.
    pub secret: String,
}

/// Asks the platform for the accounts that the token reaches, which also says whether it is one.
pub async fn paste(
    platforms: Platforms<'_>,
    context: &Context<'_>,
    pasted: Pasted,
) -> Result<Choice, ComeBackError> {
    if !platforms.authorization.ways(pasted.provider).paste {
        return Err(AuthorizationFailure::NotConfigured.into());
    }
    let grant = Grant {
        access: pasted.token,
        refresh: None,
        lifetime: None,
    };
    let offered = Offer {
        handoff_id: pasted.handoff_id,
        session_id: pasted.session_id,
        provider: pasted.provider,
        tokens: Tokens::obtained(grant, context.clock.now()),
        secret: pasted.secret,
    };
    offer(platforms, context, offered).await
}
