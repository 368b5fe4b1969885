//! What is done at the platform with a change that this try has in hand.

use std::time::Duration;

use ad_changes::ports::AccountPlace;
use ad_changes::{ExecutorFailure, FailureCode, Intent, IntentState, Step, next_step};
use application::{Context, UnitOfWork, transact};
use conversion_export::connections::stop::{Stopping, stop};
use conversion_export::connections::token::{TokenError, token};
use kernel::{ProfileId, StoreError, Timestamp};
use platform_connections::{Connection, ConnectionState, ReconnectReason};
use uuid::Uuid;

use crate::ChangePorts;

/// What came of a try.
enum Outcome {
    Applied,
    /// What the platform said stands against it.
    Failed(FailureCode),
    /// The platform does not say how it is.
    Unread(FailureCode),
    /// Nobody knows; the platform asks to wait so long, if it said anything.
    Unknown(Option<Duration>),
}

/// What is to be settled.
struct Tried {
    outcome: Outcome,
    /// When the token was obtained that the platform refused.
    refused_token: Option<Timestamp>,
}

impl From<Outcome> for Tried {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            refused_token: None,
        }
    }
}

/// Asks the platform how it is, has it changed where that follows, and settles what came of it: how it stands then.
/// Whoever lost the lease meanwhile settles nothing.
pub(crate) async fn attempt(
    ports: ChangePorts<'_>,
    context: &Context<'_>,
    profile_id: ProfileId,
    (intent, holder): (Intent, Uuid),
) -> Result<Intent, StoreError> {
    let tried = made(ports, context, profile_id, &intent).await?;
    let input = (context, (profile_id, holder), (intent, tried));
    transact(
        ports.tokens.units,
        &input,
        |work, (context, by, (intent, tried))| {
            Box::pin(settle(work, context, *by, (intent, tried)))
        },
    )
    .await
}

async fn made(
    ports: ChangePorts<'_>,
    context: &Context<'_>,
    profile_id: ProfileId,
    intent: &Intent,
) -> Result<Tried, StoreError> {
    let (target, change) = (intent.order.target(), intent.order.change());
    let of = (profile_id, target.connection_id);
    let connection = transact(ports.tokens.units, &of, |work, (profile_id, id)| {
        Box::pin(async move {
            let found = work.connections().of_ids(*profile_id, &[*id]).await?;
            Ok::<_, StoreError>(found.into_iter().next())
        })
    });
    let connected = |it: &Connection| it.state == ConnectionState::Connected;
    let Some(connection) = connection.await?.filter(connected) else {
        return Ok(Outcome::Unread(FailureCode::ConnectionRevoked).into());
    };
    let fresh = match token(ports.tokens, context, of).await {
        Ok(fresh) => fresh,
        Err(TokenError::NotFound | TokenError::NotConnected(_)) => {
            return Ok(Outcome::Unread(FailureCode::ConnectionRevoked).into());
        }
        Err(TokenError::TryLater(until)) => {
            let micros = until.micros() - context.clock.now().micros();
            let wait = u64::try_from(micros).ok().map(Duration::from_micros);
            return Ok(Outcome::Unknown(wait).into());
        }
        Err(TokenError::Store(error)) => return Err(error),
    };
    let executor = ports.executor(connection.provider);
    let place = AccountPlace {
        access: fresh.access,
        account_id: connection.account.id,
        currency: connection.account.currency,
    };
    let (failure, end): (_, fn(FailureCode) -> Outcome) = match executor.read(&place, target).await
    {
        Err(failure) => (failure, Outcome::Unread),
        Ok(state) => match next_step(&intent.order, &state) {
            Step::Done => return Ok(Outcome::Applied.into()),
            Step::Fail(code) => return Ok(Outcome::Failed(code).into()),
            Step::Write => match executor.write(&place, target, change, intent.id).await {
                Ok(()) => return Ok(Outcome::Applied.into()),
                Err(failure) => (failure, Outcome::Failed),
            },
        },
    };
    tracing::warn!(change.id = %intent.id, error = %failure, "a change was not made: {failure}");
    Ok(match failure {
        ExecutorFailure::TryLater { wait, .. } => Outcome::Unknown(wait).into(),
        ExecutorFailure::Refused { code, .. } => Tried {
            outcome: end(code),
            refused_token: (code == FailureCode::ConnectionRevoked).then_some(fresh.obtained_at),
        },
    })
}

async fn settle(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, holder): (ProfileId, Uuid),
    (intent, tried): (&Intent, &Tried),
) -> Result<Intent, StoreError> {
    if let Some(obtained_at) = tried.refused_token {
        let stopping = Stopping {
            id: intent.order.target().connection_id,
            reason: ReconnectReason::TokenExpired,
            obtained_at,
        };
        stop(work, context, profile_id, stopping).await?;
    }
    let stored = work.ad_changes().lock(profile_id, intent.id).await?;
    let stored = stored.ok_or_else(|| StoreError::inconsistent("a change is gone"))?;
    let at = context.clock.now();
    let settled = match &tried.outcome {
        Outcome::Applied => stored.settled(holder, IntentState::Applied { at }),
        Outcome::Failed(code) => stored.settled(holder, IntentState::Failed { at, code: *code }),
        Outcome::Unread(code) => stored.unread(holder, *code, at),
        Outcome::Unknown(wait) => stored.postponed(holder, *wait, at),
    };
    match settled {
        Ok(settled) => {
            work.ad_changes().put(profile_id, &settled).await?;
            Ok(settled)
        }
        Err(_) => Ok(stored),
    }
}
