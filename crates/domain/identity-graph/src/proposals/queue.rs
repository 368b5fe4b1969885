//! What people make of proposals.

use kernel::{Actor, CustomerId, MergeId, ProposalId, ProposalStatus, Timestamp};

/// What somebody decides of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The two are one.
    Merge,
    /// They are two.
    Dismiss,
    /// That is to be decided from this instant on.
    Snooze(Timestamp),
}

/// A proposal as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedProposal {
    /// Its id.
    pub id: ProposalId,
    /// Who may be one, the smaller id first.
    pub pair: [CustomerId; 2],
    /// Where it stands.
    pub status: ProposalStatus,
    /// Until when it is not to be decided.
    pub snoozed_until: Option<Timestamp>,
    /// By which decision the two were made one.
    pub merge: Option<MergeId>,
}

/// A decision that two customers are not one, or not yet, as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Until when it is put off; for good without it.
    pub put_off_until: Option<Timestamp>,
    /// When it was decided.
    pub at: Timestamp,
    /// By whom.
    pub actor: Actor,
}

/// Something else was decided already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was decided already: {}", .0.as_str())]
pub struct DecidedOtherwise(pub ProposalStatus);

impl QueuedProposal {
    /// Whether a decision changes anything: one that is repeated does not, and another one than was made is refused.
    /// What waits can be decided in every way, also before its time.
    pub fn is_changed_by(&self, decision: Decision) -> Result<bool, DecidedOtherwise> {
        match (self.status, decision) {
            (ProposalStatus::Snoozed, Decision::Snooze(until)) => {
                Ok(self.snoozed_until != Some(until))
            }
            (ProposalStatus::Pending | ProposalStatus::Snoozed, _) => Ok(true),
            (ProposalStatus::Merged, Decision::Merge)
            | (ProposalStatus::Dismissed, Decision::Dismiss) => Ok(false),
            (ProposalStatus::Merged | ProposalStatus::Dismissed, _) => {
                Err(DecidedOtherwise(self.status))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn what_is_decided_stays_so() {
        use ProposalStatus::{Dismissed, Merged, Pending, Snoozed};
        let at = Timestamp::from_micros;
        let queued = |status| QueuedProposal {
            id: Uuid::from_u128(1).into(),
            pair: [2, 3].map(|id| Uuid::from_u128(id).into()),
            status,
            snoozed_until: (status == Snoozed).then(|| at(5)),
            merge: (status == Merged).then(|| Uuid::from_u128(4).into()),
        };
        let decisions = [
            Decision::Merge,
            Decision::Dismiss,
            Decision::Snooze(at(5)),
            Decision::Snooze(at(6)),
        ];
        let told = |status| decisions.map(|decision| queued(status).is_changed_by(decision).ok());
        assert_eq!(told(Pending), [Some(true); 4]);
        assert_eq!(
            told(Snoozed),
            [Some(true), Some(true), Some(false), Some(true)]
        );
        assert_eq!(told(Merged), [Some(false), None, None, None]);
        assert_eq!(told(Dismissed), [None, Some(false), None, None]);
    }
}
