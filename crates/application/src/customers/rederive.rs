//! Derives who is one person from facts that were stored before pairs were: once a profile, in one full
//! replay.

use kernel::{Actor, StoreError};
use reporting::causes::Cause;

use crate::attribution::recomputes::{ReplayRequest, request};
use crate::context::Context;
use crate::ports::Collected;
use crate::unit_of_work::UnitOfWork;

/// Goes through at most `limit` facts. Until all of a profile have been gone through nothing of it is
/// settled; then a full replay is queued, before which it is settled as a whole.
pub async fn rederive(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    limit: u32,
) -> Result<Collected, StoreError> {
    let collected = work.rederivations().collect(limit).await?;
    if let Collected::All { profile_id } = collected
        && work.attribution().lock(profile_id).await?.is_some()
    {
        let why = ReplayRequest {
            cause: Cause::IdentityRederived,
            subject: None,
            actor: Actor::System,
        };
        request(work, context, profile_id, why).await?;
    }
    Ok(collected)
}
