//! A token to ask a platform with.

use application::{Contended, Context, UnitOfWork, UnitsOfWork, transact};
use kernel::{ConnectionId, ProfileId, StoreError, Timestamp};
use platform_connections::ports::{HeldTokens, PlatformAuthorization, RefreshFailure};
use platform_connections::{
    AccessToken, AfterFailure, Connection, ConnectionState, Grant, PlatformProvider,
    ReconnectReason, TokenStep, Tokens, after_failure, next_step,
};
use uuid::Uuid;

use super::stop::stop_locked;

/// A token that counts for at least half a minute.
#[derive(Clone)]
pub struct FreshToken {
    /// The token.
    pub access: AccessToken,
    /// When it was obtained, for [`stop`](super::stop::stop) should the platform refuse it.
    pub obtained_at: Timestamp,
}

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The profile has no such connection.
    #[error("there is no such connection")]
    NotFound,
    /// It is removed, or somebody has to connect the account anew.
    #[error("the connection is {}", .0.as_str())]
    NotConnected(ConnectionState),
    /// The token is at its end, and somebody else refreshes it or the platform is away; until when to wait.
    #[error("there is no token before {0}")]
    TryLater(Timestamp),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for TokenError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// What is needed besides a connection.
#[derive(Clone, Copy)]
pub struct TokenPorts<'a> {
    /// Transactions.
    pub units: &'a dyn UnitsOfWork,
    /// Asks platforms.
    pub authorization: &'a dyn PlatformAuthorization,
}

/// Whose connection, and what the try is called.
type Try = (ProfileId, ConnectionId, Uuid);

/// A token of a connection, refreshed ahead of its end. Of several processes that ask at once one refreshes it; the
/// others get the one that still counts. The platform is never asked inside a transaction.
pub async fn token(
    ports: TokenPorts<'_>,
    context: &Context<'_>,
    (profile_id, id): (ProfileId, ConnectionId),
) -> Result<FreshToken, TokenError> {
    let this = (profile_id, id, context.ids.new_id());
    let input = (context, this);
    let claimed = transact(ports.units, &input, |work, (context, this)| {
        Box::pin(claim(work, context, *this))
    });
    let (provider, tokens) = match claimed.await? {
        Claimed::Fresh(fresh) => return Ok(fresh),
        Claimed::Mine(provider, tokens) => (provider, tokens),
    };
    let answer = ports.authorization.refresh(provider, &tokens).await;
    if let Err(failure) = &answer {
        tracing::warn!(
            connection.id = %id, error = %failure,
            "no new token: {failure}"
        );
    }
    let input = (context, this, answer);
    transact(ports.units, &input, |work, (context, this, answer)| {
        Box::pin(settle(work, context, *this, answer))
    })
    .await?
    .into_token()
}

enum Claimed {
    Fresh(FreshToken),
    Mine(PlatformProvider, Tokens),
}

/// What came of a refresh, once it is written down.
enum Settled {
    Fresh(FreshToken),
    Waiting(Timestamp),
    Stopped(ReconnectReason),
}

impl Settled {
    fn into_token(self) -> Result<FreshToken, TokenError> {
        match self {
            Self::Fresh(fresh) => Ok(fresh),
            Self::Waiting(until) => Err(TokenError::TryLater(until)),
            Self::Stopped(reason) => {
                let state = ConnectionState::ReconnectRequired(reason);
                Err(TokenError::NotConnected(state))
            }
        }
    }
}

async fn held(
    work: &mut dyn UnitOfWork,
    (profile_id, id, _): Try,
) -> Result<(Connection, HeldTokens), TokenError> {
    let found = work.connections().lock(profile_id, id).await?;
    let found = found.ok_or(TokenError::NotFound)?;
    if found.state != ConnectionState::Connected {
        return Err(TokenError::NotConnected(found.state));
    }
    let held = work.connection_tokens().read(profile_id, id).await?;
    let held = held.ok_or_else(|| StoreError::inconsistent("a connection lacks its tokens"))?;
    Ok((found, held))
}

fn fresh(tokens: &Tokens) -> FreshToken {
    FreshToken {
        access: tokens.access.clone(),
        obtained_at: tokens.obtained_at,
    }
}

/// Takes the token that is there, or the right to refresh it.
async fn claim(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    this: Try,
) -> Result<Claimed, TokenError> {
    let (connection, held) = held(work, this).await?;
    let (profile_id, id, holder) = this;
    match next_step(&held.tokens, &held.refresh, holder, context.clock.now()) {
        TokenStep::Use => Ok(Claimed::Fresh(fresh(&held.tokens))),
        TokenStep::Wait(until) => Err(TokenError::TryLater(until)),
        TokenStep::Refresh(leased) => {
            work.connection_tokens()
                .set_refresh(profile_id, id, &leased)
                .await?;
            Ok(Claimed::Mine(connection.provider, held.tokens))
        }
    }
}

/// Writes down what the platform answered. That there is no token is an outcome, not an error: what it means has to
/// be committed.
async fn settle(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    this: Try,
    answer: &Result<Grant, RefreshFailure>,
) -> Result<Settled, TokenError> {
    let (connection, held) = held(work, this).await?;
    let (profile_id, id, holder) = this;
    let now = context.clock.now();
    if held
        .refresh
        .lease
        .is_none_or(|lease| lease.holder != holder)
    {
        // Somebody connected the account anew, or took over because this took too long.
        return Ok(if held.tokens.is_usable(now) {
            Settled::Fresh(fresh(&held.tokens))
        } else {
            Settled::Waiting(now)
        });
    }
    let reason = match answer {
        Ok(grant) => {
            let renewed = held.tokens.renewed(grant.clone(), now);
            let tokens = work.connection_tokens();
            tokens.put(profile_id, id, &renewed).await?;
            return Ok(Settled::Fresh(fresh(&renewed)));
        }
        Err(RefreshFailure::Stopped(reason)) => *reason,
        Err(RefreshFailure::TryLater { after, .. }) => {
            match after_failure(&held.refresh, (*after, jitter(holder)), now) {
                AfterFailure::Stop(reason) => reason,
                AfterFailure::Retry(waiting) => {
                    let tokens = work.connection_tokens();
                    tokens.set_refresh(profile_id, id, &waiting).await?;
                    return Ok(if held.tokens.is_usable(now) {
                        Settled::Fresh(fresh(&held.tokens))
                    } else {
                        Settled::Waiting(waiting.retry_at.unwrap_or(now))
                    });
                }
            }
        }
    };
    stop_locked(work, context, profile_id, (connection, reason)).await?;
    Ok(Settled::Stopped(reason))
}

/// Ids end in chance.
fn jitter(holder: Uuid) -> u8 {
    let [.., last] = *holder.as_bytes();
    last
}
