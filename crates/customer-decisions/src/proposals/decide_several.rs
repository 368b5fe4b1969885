//! What becomes of several proposals at once: the same of all of them, or nothing.

use identity_graph::proposals::Decision;
use kernel::{CustomerId, MergeId, ProfileAccess, ProposalId};

use super::decide::{ProposalError, decide_held};
use crate::merges::{
    AtPlace, MergeError, PreviewHash, SeveralConsequence, hold_all, merge_several, preview_several,
};
use application::context::Context;
use application::unit_of_work::{UnitOfWork, UnitsOfWork};

/// Proposals that are decided at once at most: each merge is replayed in the transaction.
pub const MOST_AT_ONCE: usize = 50;

impl From<MergeError> for AtPlace<ProposalError> {
    fn from(error: MergeError) -> Self {
        Self::of_none(error.into())
    }
}

impl From<AtPlace<MergeError>> for AtPlace<ProposalError> {
    fn from(AtPlace { place, error }: AtPlace<MergeError>) -> Self {
        let error = error.into();
        Self { place, error }
    }
}

/// Decides the same of several proposals: what their merges did, if that was decided. A pair that those before it made one is
/// none any more. Merges with `expected` are made only if all of them do what was previewed.
pub async fn decide_several(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    ids: &[ProposalId],
    decision: Decision,
    expected: Option<PreviewHash>,
) -> Result<Option<SeveralConsequence>, AtPlace<ProposalError>> {
    if decision == Decision::Merge {
        hold_all(work, context, access.profile_id).await?;
        let pairs = pairs(work, access, ids).await?;
        let merged = merge_several(work, context, access, &pairs, expected).await;
        return Ok(Some(merged?));
    }
    // Who else decides about several waits, so that nobody waits for anybody in a circle.
    let now = context.clock.now();
    work.proposals().hold(access.profile_id, now).await?;
    for (place, id) in ids.iter().enumerate() {
        let decided = decide_held(work, context, access, *id, decision, None).await;
        decided.map_err(AtPlace::of(place))?;
    }
    Ok(None)
}

/// The pairs of proposals, locked, if they can be merged, with the decisions of those that were.
async fn pairs(
    work: &mut dyn UnitOfWork,
    access: &ProfileAccess,
    ids: &[ProposalId],
) -> Result<Vec<([CustomerId; 2], Option<MergeId>)>, AtPlace<ProposalError>> {
    let mut pairs = Vec::with_capacity(ids.len());
    for (place, id) in ids.iter().enumerate() {
        let at = AtPlace::of(place);
        let proposal = work.proposals().lock(access.profile_id, *id).await;
        let proposal = proposal.map_err(|error| at(error.into()))?;
        let proposal = proposal.ok_or_else(|| at(ProposalError::NotFound))?;
        let is_open = proposal.is_changed_by(Decision::Merge);
        let is_open = is_open.map_err(|error| at(error.into()))?;
        pairs.push((proposal.pair, proposal.merge.filter(|_| !is_open)));
    }
    Ok(pairs)
}

/// What merging the pairs of several proposals would do: they are merged, looked at and given up again.
pub async fn preview(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    ids: &[ProposalId],
) -> Result<SeveralConsequence, AtPlace<ProposalError>> {
    let mut work = units.begin().await?;
    let previewed = look(&mut *work, context, access, ids).await;
    work.rollback().await?;
    previewed
}

async fn look(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    ids: &[ProposalId],
) -> Result<SeveralConsequence, AtPlace<ProposalError>> {
    hold_all(work, context, access.profile_id).await?;
    let pairs = pairs(work, access, ids).await?;
    let previewed = preview_several(work, context, access, &pairs).await;
    Ok(previewed?)
}
