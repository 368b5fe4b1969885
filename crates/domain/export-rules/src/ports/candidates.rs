//! Records that rules may tell of.

use async_trait::async_trait;
use kernel::{Keyset, OutcomeEventId, ProfileId, StoreError, Timestamp};

use crate::record::Record;
use crate::rule::RuleSource;

/// When something happened: from the first instant on, and before the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first instant of it.
    pub from: Timestamp,
    /// The first instant after it.
    pub until: Timestamp,
}

/// Outcome events with the person and the clicks around them, as they are known now. Every method is of one profile.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CandidateSource: Send {
    /// What is known of some events: a record for each conversion of an event that readers see, and one more for its
    /// move in a pipeline. The earlier ones first, then by event; an event that is neither has no record. What browsers
    /// said is there while it may be kept at `now`, deleted or not.
    async fn of_events(
        &mut self,
        profile: ProfileId,
        events: &[OutcomeEventId],
        now: Timestamp,
    ) -> Result<Vec<Record>, StoreError>;

    /// The events that a source reads in a span, the earlier ones first: what lies after a place, at most so many.
    async fn events(
        &mut self,
        profile: ProfileId,
        source: &RuleSource,
        span: Span,
        after: Option<Keyset>,
        most: u32,
    ) -> Result<Vec<Keyset>, StoreError>;

    /// How many there are of them.
    async fn count(
        &mut self,
        profile: ProfileId,
        source: &RuleSource,
        span: Span,
    ) -> Result<u64, StoreError>;
}
