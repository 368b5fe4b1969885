//! Marks what ad platforms may have to be told of: everything of whoever was replayed, because a replay is what
//! every new event, every new identifier and every changed definition leads to.

use kernel::timestamp::MICROS_PER_DAY;
use kernel::{OutcomeEventId, ProfileId, StoreError, Timestamp};

use crate::context::Context;
use crate::unit_of_work::UnitOfWork;

/// No platform takes anything older.
const LOOKED_BACK: i64 = 90 * MICROS_PER_DAY;

/// Marks those of some events that rules may tell of.
pub(super) async fn mark(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    happened: impl Iterator<Item = (OutcomeEventId, Timestamp)>,
) -> Result<(), StoreError> {
    let Some(since) = since(work, context, profile_id).await? else {
        return Ok(());
    };
    let told = happened.filter(|(_, at)| *at >= since);
    let marks: Vec<_> = told.map(|(id, _)| (context.ids.new_id(), id)).collect();
    let now = context.clock.now();
    work.export_marks().add(profile_id, &marks, now).await
}

/// Marks all events that rules may tell of.
pub(super) async fn mark_all(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    let Some(since) = since(work, context, profile_id).await? else {
        return Ok(());
    };
    let now = context.clock.now();
    work.export_marks()
        .add_since(profile_id, since, now)
        .await?;
    Ok(())
}

/// Since when something may be told; `None` when no rule tells anything.
async fn since(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<Option<Timestamp>, StoreError> {
    let since = work.export_marks().told_since(profile_id).await?;
    let oldest = context.clock.now().plus_micros(-LOOKED_BACK);
    Ok(since.map(|since| since.max(oldest)))
}
