//! Makes a change.

use ad_changes::{Intent, Order, RecommendationId};
use application::{Contended, Context, UnitOfWork, transact};
use kernel::{ProfileId, StoreError};
use uuid::Uuid;

use crate::ChangePorts;
use crate::attempt::attempt;

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum CarryOutError {
    /// The operator has not allowed the service to change anything at platforms.
    #[error("the operator has not allowed changes at platforms (TRIBUTARY_PLATFORM_WRITES)")]
    Off,
    /// There is no such profile.
    #[error("there is no such profile")]
    NotFound,
    /// The same thing is being changed, or was this week.
    #[error("it is being changed, or was changed this week")]
    InTheWay,
    /// The store failed. What was kept before is found out later.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for CarryOutError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Makes a change for a recommendation, unless that was done before: how it stands then. It is kept first and the
/// platform asked afterwards, outside of any transaction; a platform that does not answer is asked again by
/// [`resume`](crate::resume::resume).
///
/// `is_allowed`: whether the operator allows it; otherwise nothing is kept, either.
pub async fn carry_out(
    ports: ChangePorts<'_>,
    context: &Context<'_>,
    (profile_id, recommendation_id): (ProfileId, RecommendationId),
    order: Order,
    is_allowed: bool,
) -> Result<Intent, CarryOutError> {
    if !is_allowed {
        return Err(CarryOutError::Off);
    }
    let holder = context.ids.new_id();
    let input = (context, (profile_id, recommendation_id), (order, holder));
    let kept = transact(ports.tokens.units, &input, |work, (context, of, order)| {
        Box::pin(keep(work, context, *of, order))
    });
    match kept.await? {
        Kept::Before(intent) => Ok(intent),
        Kept::Now(intent) => Ok(attempt(ports, context, profile_id, (intent, holder)).await?),
    }
}

enum Kept {
    /// It was kept by an earlier call, which may still be at it.
    Before(Intent),
    Now(Intent),
}

async fn keep(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, recommendation_id): (ProfileId, RecommendationId),
    (order, holder): &(Order, Uuid),
) -> Result<Kept, CarryOutError> {
    let profile = work.attribution().profile(profile_id).await?;
    let profile = profile.ok_or(CarryOutError::NotFound)?;
    let known = work
        .ad_changes()
        .of_recommendation(profile_id, recommendation_id);
    if let Some(intent) = known.await? {
        return Ok(Kept::Before(intent));
    }
    let ids = (context.ids.new_id().into(), recommendation_id);
    let by = (*holder, context.clock.now());
    let intent = Intent::begun(ids, order.clone(), &profile.timezone, by);
    if work.ad_changes().insert(profile_id, &intent).await? {
        return Ok(Kept::Now(intent));
    }
    // Somebody else may have kept it for the same recommendation at the same time.
    let known = work
        .ad_changes()
        .of_recommendation(profile_id, recommendation_id);
    known
        .await?
        .map(Kept::Before)
        .ok_or(CarryOutError::InTheWay)
}
