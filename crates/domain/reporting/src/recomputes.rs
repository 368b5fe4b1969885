//! Full replays as those who asked for them see them.

use async_trait::async_trait;
use kernel::{Keyset, Limit, ProfileAccess, RecomputeId, StoreError, Timestamp};

use crate::causes::ChangeCause;

/// Where a full replay stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecomputeStatus {
    /// It waits; further requests join it.
    Queued,
    /// A worker is at it; readers see what was before.
    Running,
    /// Readers see what it made.
    Completed,
}

impl RecomputeStatus {
    /// All of them, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::Queued, Self::Running, Self::Completed];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Completed => "completed",
        }
    }

    /// The inverse of [`RecomputeStatus::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// One full replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recompute {
    /// Its id.
    pub id: RecomputeId,
    /// Where it stands.
    pub status: RecomputeStatus,
    /// Why it is made, oldest reason first.
    pub causes: Vec<ChangeCause>,
    /// People replayed so far.
    pub people_done: i64,
    /// People in all, once that is known.
    pub people_total: Option<i64>,
    /// How often it was begun; more than once when a worker died.
    pub attempts: i32,
    /// When it was first asked for.
    pub requested_at: Timestamp,
    /// When it was first begun.
    pub started_at: Option<Timestamp>,
    /// When readers began to see it.
    pub finished_at: Option<Timestamp>,
    /// What it makes, once it was begun.
    pub generation: Option<i64>,
}

/// Which part of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecomputesQuery {
    /// Rows a page.
    pub limit: Limit<100>,
    /// Where the previous page ended.
    pub after: Option<Keyset>,
}

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecomputesPage {
    /// The latest request first.
    pub rows: Vec<Recompute>,
    /// Where the next page begins, when there is one.
    pub next: Option<Keyset>,
}

/// Answers where full replays stand.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait RecomputesReader: Send + Sync {
    /// One of the profile's replays; `None` when it is not the profile's.
    async fn recompute(
        &self,
        access: &ProfileAccess,
        id: RecomputeId,
    ) -> Result<Option<Recompute>, StoreError>;

    /// One page of the profile's replays.
    async fn recomputes(
        &self,
        access: &ProfileAccess,
        query: &RecomputesQuery,
    ) -> Result<RecomputesPage, StoreError>;
}
