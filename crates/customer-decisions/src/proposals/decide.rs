//! What becomes of a proposal.

use identity_graph::proposals::{DecidedOtherwise, Decision, Verdict};
use kernel::{ProfileAccess, ProposalId, StoreError};
use serde_json::json;

use crate::merges::{Consequence, MergeError, PreviewHash, hold_all, merge_held};
use application::context::Context;
use application::ports::AuditEvent;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

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

/// Decides about a proposal: what the merge did, if it is one and was not made before. The same decision again changes
/// nothing; another one than was made is refused. A merge with `expected` is made only if it does what was previewed.
pub async fn decide(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: ProposalId,
    decision: Decision,
    expected: Option<PreviewHash>,
) -> Result<Option<Consequence>, ProposalError> {
    if decision == Decision::Merge {
        hold_all(work, context, access.profile_id).await?;
    }
    decide_held(work, context, access, id, decision, expected).await
}

/// The same for whoever [holds](hold_all) what a merge needs already.
pub(super) async fn decide_held(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: ProposalId,
    decision: Decision,
    expected: Option<PreviewHash>,
) -> Result<Option<Consequence>, ProposalError> {
    let profile_id = access.profile_id;
    let proposal = work.proposals().lock(profile_id, id).await?;
    let proposal = proposal.ok_or(ProposalError::NotFound)?;
    if !proposal.is_changed_by(decision)? {
        return Ok(None);
    }
    let at = context.clock.now();
    let (put_off_until, action) = match decision {
        Decision::Merge => {
            let merged = merge_held(work, context, access, proposal.pair, expected).await?;
            return Ok(Some(merged));
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
    let event = AuditEvent {
        id: context.ids.new_id(),
        at,
        action: action.to_owned(),
        actor: access.actor,
        subject: Some(id.uuid()),
        detail: json!({"customer_profile_ids": proposal.pair.map(kernel::Id::uuid)}),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(None)
}
