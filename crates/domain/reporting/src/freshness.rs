//! How far the results that readers see are behind the facts and the settings.

use async_trait::async_trait;
use kernel::{Currency, ProfileAccess, StoreError, TimeZone, Timestamp};

use crate::recomputes::RecomputeStatus;

/// The most changes that are counted; there may be more.
pub const MOST_COUNTED: u32 = 10_000;

/// Whether the results are up to date, as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreshnessStatus {
    /// Everything that was received is in the results.
    Current,
    /// People whose facts changed wait to be replayed.
    CatchingUp,
    /// A replay of everybody waits or runs.
    Replaying,
}

impl FreshnessStatus {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Current, Self::CatchingUp, Self::Replaying];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::CatchingUp => "catching_up",
            Self::Replaying => "replaying",
        }
    }
}

/// The full replay that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedRecompute {
    /// Its id.
    pub id: kernel::RecomputeId,
    /// Queued or running.
    pub status: RecomputeStatus,
    /// People replayed so far.
    pub people_done: i64,
    /// People in all, once that is known.
    pub people_total: Option<i64>,
    /// When it was first asked for.
    pub requested_at: Timestamp,
    /// When it was first begun.
    pub started_at: Option<Timestamp>,
}

/// What one snapshot of the database says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// When results were last brought up to date; `None` before the first time.
    pub recomputed_at: Option<Timestamp>,
    /// Changed browsers, people and events that wait, at most [`MOST_COUNTED`].
    pub waiting_changes: i64,
    /// Whether a request for a full replay waits.
    pub full_replay_waits: bool,
    /// The running full replay, or else the one that waits.
    pub recompute: Option<UnfinishedRecompute>,
    /// What readers see; every complete full replay makes a new one.
    pub generation: i64,
    /// The currency of what readers see.
    pub currency: Currency,
    /// The time zone of what readers see.
    pub timezone: TimeZone,
}

impl Freshness {
    /// All of it in one word.
    pub fn status(&self) -> FreshnessStatus {
        if self.recompute.is_some() || self.full_replay_waits {
            FreshnessStatus::Replaying
        } else if self.waiting_changes > 0 {
            FreshnessStatus::CatchingUp
        } else {
            FreshnessStatus::Current
        }
    }
}

/// Answers how fresh results are.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait FreshnessReader: Send + Sync {
    /// One snapshot; `None` when the profile does not exist.
    async fn freshness(&self, access: &ProfileAccess) -> Result<Option<Freshness>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled() -> Freshness {
        Freshness {
            recomputed_at: None,
            waiting_changes: 0,
            full_replay_waits: false,
            recompute: None,
            generation: 1,
            currency: Currency::parse("EUR").unwrap(),
            timezone: TimeZone::utc(),
        }
    }

    #[test]
    fn the_word_follows_from_what_waits() {
        assert_eq!(settled().status(), FreshnessStatus::Current);
        let behind = Freshness {
            waiting_changes: 1,
            ..settled()
        };
        assert_eq!(behind.status(), FreshnessStatus::CatchingUp);
        let asked = Freshness {
            full_replay_waits: true,
            ..behind
        };
        assert_eq!(asked.status(), FreshnessStatus::Replaying);
        let running = Freshness {
            recompute: Some(UnfinishedRecompute {
                id: uuid::Uuid::nil().into(),
                status: RecomputeStatus::Running,
                people_done: 0,
                people_total: None,
                requested_at: Timestamp::from_micros(0),
                started_at: None,
            }),
            ..settled()
        };
        assert_eq!(running.status(), FreshnessStatus::Replaying);
    }
}
