//! Finds out what came of changes whose makers vanished, or whose platform did not answer.

use ad_changes::{Intent, IntentId};
use application::{Context, UnitOfWork, transact};
use kernel::{ProfileId, StoreError};
use uuid::Uuid;

use crate::ChangePorts;
use crate::attempt::attempt;

/// Takes a change up, if nobody has it by now and something is due: how it stands then.
pub async fn resume(
    ports: ChangePorts<'_>,
    context: &Context<'_>,
    (profile_id, id): (ProfileId, IntentId),
) -> Result<Option<Intent>, StoreError> {
    let holder = context.ids.new_id();
    let input = (context, (profile_id, id, holder));
    let taken = transact(ports.tokens.units, &input, |work, (context, of)| {
        Box::pin(take(work, context, *of))
    });
    match taken.await? {
        None => Ok(None),
        Some(intent) => attempt(ports, context, profile_id, (intent, holder))
            .await
            .map(Some),
    }
}

async fn take(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, id, holder): (ProfileId, IntentId, Uuid),
) -> Result<Option<Intent>, StoreError> {
    let Some(intent) = work.ad_changes().lock(profile_id, id).await? else {
        return Ok(None);
    };
    let Ok(intent) = intent.taken(holder, context.clock.now()) else {
        return Ok(None);
    };
    work.ad_changes().put(profile_id, &intent).await?;
    Ok(Some(intent))
}
