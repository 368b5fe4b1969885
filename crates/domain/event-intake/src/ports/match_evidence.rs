//! What browsers said, beside the facts.

use async_trait::async_trait;
use kernel::{OutcomeEventId, PersonId, ProfileId, StoreError, Timestamp, VisitorId};

use crate::match_evidence::MatchEvidence;

/// What evidence is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceOf {
    /// An outcome event.
    Event(OutcomeEventId),
    /// A browser.
    Visitor(VisitorId),
}

/// Evidence as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEvidence {
    /// What it is of.
    pub of: EvidenceOf,
    /// What was said.
    pub evidence: MatchEvidence,
    /// When it was.
    pub seen_at: Timestamp,
    /// From when on it is nobody's business any more.
    pub expires_at: Timestamp,
}

/// Evidence of profiles, sealed for what it is of. Facts never hold it.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait MatchEvidenceStore: Send {
    /// Keeps it; of a browser the latest.
    async fn keep(&mut self, profile: ProfileId, kept: &[KeptEvidence]) -> Result<(), StoreError>;

    /// What is kept of these, the earliest first: at most so many after so many. Nothing in the place of what cannot be opened
    /// any more.
    async fn kept(
        &mut self,
        profile: ProfileId,
        of: &[EvidenceOf],
        part: (u32, u32),
    ) -> Result<Vec<Option<KeptEvidence>>, StoreError>;

    /// Deletes all that is of some people: of their events and of their browsers.
    async fn forget(&mut self, profile: ProfileId, people: &[PersonId]) -> Result<(), StoreError>;

    /// Deletes all of a profile, which may not keep any.
    async fn forget_all(&mut self, profile: ProfileId) -> Result<(), StoreError>;
}
