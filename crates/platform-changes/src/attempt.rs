//! What is done at the platform with a change that this try has in hand.

use std::time::Duration;

use ad_changes::ports::AccountPlace;
use ad_changes::{ExecutorFailure, FailureCode, Intent, IntentState, Step, next_step};
use application::{Context, UnitOfWork, transact};
use conversion_export::connections::token::{TokenError, token};
use kernel::{ProfileId, StoreError};
use platform_connections::{Connection, ConnectionState};
use uuid::Uuid;

use crate::ChangePorts;

/// What came of a try.
enum Outcome {
    Applied,
    Failed(FailureCode),
    /// Nobody knows; the platform asks to wait so long, if it said anything.
    Unknown(Option<Duration>),
}

impl From<ExecutorFailure> for Outcome {
    fn from(failure: ExecutorFailure) -> Self {
        match failure {
            ExecutorFailure::Refused { code, .. } => Self::Failed(code),
            ExecutorFailure::TryLater { wait, .. } => Self::Unknown(wait),
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
    let outcome = made(ports, context, profile_id, &intent).await?;
    let input = (context, (profile_id, holder), (intent, outcome));
    transact(
        ports.tokens.units,
        &input,
        |work, (context, by, (intent, outcome))| {
            Box::pin(settle(work, context, *by, (intent, outcome)))
        },
    )
    .await
}

async fn made(
    ports: ChangePorts<'_>,
    context: &Context<'_>,
    profile_id: ProfileId,
    intent: &Intent,
) -> Result<Outcome, StoreError> {
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
        return Ok(Outcome::Failed(FailureCode::ConnectionRevoked));
    };
    let fresh = match token(ports.tokens, context, of).await {
        Ok(fresh) => fresh,
        Err(TokenError::NotFound | TokenError::NotConnected(_)) => {
            return Ok(Outcome::Failed(FailureCode::ConnectionRevoked));
        }
        Err(TokenError::TryLater(until)) => {
            let micros = until.micros() - context.clock.now().micros();
            let wait = u64::try_from(micros).ok().map(Duration::from_micros);
            return Ok(Outcome::Unknown(wait));
        }
        Err(TokenError::Store(error)) => return Err(error),
    };
    let executor = ports.executor(connection.provider);
    let place = AccountPlace {
        access: fresh.access,
        account_id: connection.account.id,
        currency: connection.account.currency,
    };
    let failed = |failure: ExecutorFailure| {
        tracing::warn!(change.id = %intent.id, error = %failure, "a change was not made: {failure}");
        Outcome::from(failure)
    };
    let state = match executor.read(&place, target).await {
        Ok(state) => state,
        Err(failure) => return Ok(failed(failure)),
    };
    Ok(match next_step(&intent.order, &state) {
        Step::Done => Outcome::Applied,
        Step::Fail(code) => Outcome::Failed(code),
        Step::Write => match executor.write(&place, target, change, intent.id).await {
            Ok(()) => Outcome::Applied,
            Err(failure) => failed(failure),
        },
    })
}

async fn settle(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, holder): (ProfileId, Uuid),
    (intent, outcome): (&Intent, &Outcome),
) -> Result<Intent, StoreError> {
    let stored = work.ad_changes().lock(profile_id, intent.id).await?;
    let stored = stored.ok_or_else(|| StoreError::inconsistent("a change is gone"))?;
    let at = context.clock.now();
    let settled = match outcome {
        Outcome::Applied => stored.settled(holder, IntentState::Applied { at }),
        Outcome::Failed(code) => stored.settled(holder, IntentState::Failed { at, code: *code }),
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
