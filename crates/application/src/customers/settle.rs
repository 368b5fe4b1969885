//! Settles whose the values are that new facts name together, and has everybody replayed whom that
//! concerns.

use std::collections::BTreeSet;

use identity_graph::settle as settle_people;
use kernel::{ProfileId, StoreError};
use reporting::causes::Cause;

use crate::attribution::hold;
use crate::context::Context;
use crate::ports::{Mark, MarkTarget};
use crate::unit_of_work::UnitOfWork;

/// Settles at most `limit` new pairs of a profile, one worker at a time. False when nothing is left.
pub async fn settle(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    limit: u32,
) -> Result<bool, StoreError> {
    if !hold(work, profile_id).await? {
        return Ok(false);
    }
    let unsettled = work.joins().unsettled(profile_id, limit).await?;
    if unsettled.is_empty() {
        return Ok(false);
    }
    let settled = settle_people(work.joins(), profile_id, &unsettled, context.ids).await?;
    let customers = settled.customers.into_iter().map(MarkTarget::Customer);
    let visitors = settled.visitors.into_iter().map(MarkTarget::Visitor);
    let targets: BTreeSet<MarkTarget> = customers.chain(visitors).collect();
    let marks: Vec<Mark> = targets
        .into_iter()
        .map(|target| Mark {
            subject: settled.fact,
            ..Mark::new(target, Cause::Identity)
        })
        .collect();
    let now = context.clock.now();
    work.marks()
        .add(profile_id, &marks, context.ids, now)
        .await?;
    let is_full = |many: usize| u32::try_from(many).is_ok_and(|many| many >= limit);
    Ok(is_full(unsettled.pairs.len()) || is_full(unsettled.values.len()))
}
