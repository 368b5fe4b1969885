//! What becomes of a proposal.

use identity_graph::proposals::{DecidedOtherwise, Decision, QueuedProposal, Verdict};
use kernel::{ProfileAccess, ProposalId, StoreError};
use serde_json::json;

use crate::attribution::hold;
use crate::context::Context;
use crate::merges::{Consequence, MergeError, PreviewHash, merge};
use crate::ports::AuditEvent;
use crate::transaction::Contended;
use crate::unit_of_work::UnitOfWork;

/// Why nothing was decided.
#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    /// There is no such proposal.
    #[error("there is no such proposal")]
    NotFound,
    /// Somebody decided otherwise.
    #[error(transparent)]
    Decided(#[from] DecidedOtherwise),
    /// It is to be decided later than now.
    #[error("lies in the past")]
    Past,
    /// The two cannot be made one now.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for ProposalError {
    fn is_contended(&self) -> bool {
        match self {
            Self::Merge(error) => error.is_contended(),
            Self::Store(error) => error.is_contended(),
            Self::NotFound | Self::Decided(_) | Self::Past => false,
        }
    }
}

/// What a decision came to.
#[derive(Debug)]
pub struct Decided {
    /// Who was decided about.
    pub proposal: QueuedProposal,
    /// What the merge did, if it is one and was not made before.
    pub consequence: Option<Consequence>,
}

/// Decides about a proposal. The same decision again changes nothing; another one than was made is refused. A merge with
/// `expected` is made only if it does what was previewed.
pub async fn decide(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: ProposalId,
    decision: Decision,
    expected: Option<PreviewHash>,
) -> Result<Decided, ProposalError> {
    let profile_id = access.profile_id;
    // What a merge locks comes first, in the order of all who merge.
    if decision == Decision::Merge {
        if !hold(work, profile_id).await? {
            return Err(MergeError::Busy.into());
        }
        let now = context.clock.now();
        work.proposals().hold(profile_id, now).await?;
    }
    let proposal = work.proposals().lock(profile_id, id).await?;
    let proposal = proposal.ok_or(ProposalError::NotFound)?;
    let mut decided = Decided {
        proposal,
        consequence: None,
    };
    if !decided.proposal.is_changed_by(decision)? {
        return Ok(decided);
    }
    let at = context.clock.now();
    let (put_off_until, action) = match decision {
        Decision::Merge => {
            let pair = decided.proposal.pair;
            decided.consequence = Some(merge(work, context, access, pair, expected).await?);
            return Ok(decided);
        }
        Decision::Snooze(until) if until <= at => return Err(ProposalError::Past),
        Decision::Snooze(until) => (Some(until), "proposal.snoozed"),
        Decision::Dismiss => (None, "proposal.dismissed"),
    };
    let verdict = Verdict {
        put_off_until,
        at,
        actor: access.actor,
    };
    work.proposals().decide(profile_id, id, &verdict).await?;
    stamp(work, context, access, &decided, action).await?;
    Ok(decided)
}

async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    decided: &Decided,
    action: &str,
) -> Result<(), StoreError> {
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: action.to_owned(),
        actor: access.actor,
        subject: Some(decided.proposal.id.uuid()),
        detail: json!({
            "customer_profile_ids": decided.proposal.pair.map(kernel::Id::uuid),
        }),
    };
    work.audit().stamp(access.profile_id, &event).await
}
