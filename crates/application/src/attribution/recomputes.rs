//! Somebody wants everybody replayed.

use kernel::{Actor, ProfileId, RecomputeId, StoreError};
use reporting::causes::{Cause, ChangeCause};
use uuid::Uuid;

use crate::context::Context;
use crate::ports::{Mark, MarkTarget};
use crate::unit_of_work::UnitOfWork;

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayRequest {
    /// Why.
    pub cause: Cause,
    /// The definition, … that changed.
    pub subject: Option<Uuid>,
    /// Who asks.
    pub actor: Actor,
}

/// A request that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queued {
    /// The replay that will serve it.
    pub id: RecomputeId,
    /// Whether it had to be queued; a replay that waits serves any number of requests.
    pub created: bool,
}

/// Queues one full replay, or joins the one that waits. The caller holds the profile's attribution
/// lock (`work.attribution().lock`), so that no incremental replay runs between the change and the
/// request.
pub async fn request(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    request: ReplayRequest,
) -> Result<Queued, StoreError> {
    let now = context.clock.now();
    let cause = ChangeCause {
        cause: request.cause,
        subject: request.subject,
        actor: request.actor,
        at: now,
        count: 1,
    };
    let candidate = context.ids.new_id().into();
    let (id, created) = work
        .recomputes()
        .queue(profile_id, candidate, &cause)
        .await?;
    let mark = Mark::new(MarkTarget::Profile, request.cause);
    work.marks()
        .add(profile_id, &[mark], context.ids, now)
        .await?;
    Ok(Queued { id, created })
}
