//! What a new release derives otherwise: labels by the built-in rules, spend by the rule of totals.
//!
//! Both are stored, so that no report works them out. A release that changes one of them has another
//! revision; a worker brings every profile up to it, and writes down what that changes in reports.

use kernel::{Actor, ProfileId, StoreError};
use reporting::causes::{Cause, ChangeCause};

use crate::attribution::ledger::{self, Occasion};
use crate::context::Context;
use crate::ports::{AttributionState, FigureScope};
use crate::relabelling::{Reason, relabel};
use crate::unit_of_work::UnitOfWork;

/// To be raised whenever the rule changes by which rows of spend count, or what is known of what they count for.
const SPEND: i64 = 2;

/// What this release derives by.
pub fn revision() -> i64 {
    channel_classifier::revision() ^ SPEND
}

/// Derives the profile's labels and spend anew. False when there was nothing to do.
pub async fn renew(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<bool, StoreError> {
    let Some(state) = work.attribution().lock(profile_id).await? else {
        return Ok(false);
    };
    // Somebody else was faster.
    if state.revision == revision() {
        return Ok(false);
    }
    count_spend(work, context, (profile_id, &state)).await?;
    let classifier = work.channel_rules().classifier(profile_id).await?;
    let now = context.clock.now();
    // From here on nobody adds a signature by what a process of an older release remembers.
    work.channel_rules().raise_version(profile_id, now).await?;
    let reason = Reason {
        cause: Cause::Upgrade,
        subject: None,
        actor: Actor::System,
    };
    relabel(work, context, (profile_id, &state), &classifier, reason).await?;
    work.attribution().renewed(profile_id, revision()).await?;
    Ok(true)
}

async fn count_spend(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, state): (ProfileId, &AttributionState),
) -> Result<(), StoreError> {
    let all = FigureScope::Spend(None);
    let generation = state.generation;
    let before = work.ledger().figures(profile_id, generation, all).await?;
    work.spend().count(profile_id, None).await?;
    let after = work.ledger().figures(profile_id, generation, all).await?;
    let cause = ChangeCause {
        cause: Cause::Upgrade,
        subject: None,
        actor: Actor::System,
        at: context.clock.now(),
        count: 1,
    };
    let occasion = Occasion::of(state, vec![cause]);
    ledger::restate(work, context, profile_id, (&before, &after), occasion).await?;
    Ok(())
}
