//! What endpoints took and refused, counted by day.

use async_trait::async_trait;
use kernel::{Date, ProfileId, StoreError, Timestamp};

/// Why something counts, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntakeReason {
    /// Taken: nothing is wrong.
    Accepted,
    /// Taken, and left out of reports: a program sent it.
    Bot,
    /// Refused: a field is not what it has to be.
    Malformed,
    /// Refused: more than one key may send in a minute.
    KeyLimit,
    /// Refused: more than one address may send in a minute.
    AddressLimit,
    /// Refused: too much was waiting to be written.
    Busy,
    /// Refused: a page of a domain that is not the profile's.
    ForeignPage,
    /// Taken, and nobody's: its token names no recipient of the profile, or not any more.
    UnknownRecipient,
}

impl IntakeReason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Accepted,
        Self::Bot,
        Self::Malformed,
        Self::KeyLimit,
        Self::AddressLimit,
        Self::Busy,
        Self::ForeignPage,
        Self::UnknownRecipient,
    ];

    /// The stored word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Bot => "bot",
            Self::Malformed => "malformed",
            Self::KeyLimit => "key_limit",
            Self::AddressLimit => "address_limit",
            Self::Busy => "busy",
            Self::ForeignPage => "foreign_page",
            Self::UnknownRecipient => "unknown_recipient",
        }
    }

    /// Reads a stored word; `None` for one of a later version.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == word)
    }
}

/// What is counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntakeKey {
    /// Whose.
    pub profile_id: ProfileId,
    /// The profile's day.
    pub local_date: Date,
    /// The endpoint's short name, such as `collect`.
    pub endpoint: &'static str,
    /// Why.
    pub reason: IntakeReason,
    /// The field that was wrong, with `*` for positions; empty where none was.
    pub pointer: String,
}

/// How much, and when the last of it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntakeCount {
    /// Events.
    pub events: u64,
    /// When the last came.
    pub last_at: Timestamp,
}

impl IntakeCount {
    /// Adds others of the same.
    pub fn add(&mut self, more: Self) {
        self.events = self.events.saturating_add(more.events);
        self.last_at = self.last_at.max(more.last_at);
    }
}

/// A number of the profile's present or last day, as the console shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatestIntake {
    /// Why.
    pub reason: IntakeReason,
    /// The field that was wrong; empty where none was.
    pub pointer: String,
    /// Events of the day on which the last came.
    pub events: u64,
    /// When the last came.
    pub last_at: Timestamp,
}

/// Keeps the numbers. They are a diagnosis: what was not written before a crash is lost.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait IntakeDays: Send + Sync {
    /// Adds to the numbers, each key given once. The last of them stays the latest.
    async fn add(&self, counts: &[(IntakeKey, IntakeCount)]) -> Result<(), StoreError>;

    /// What the endpoint took or refused at an instant or later, the latest first, at most 50.
    async fn since(
        &self,
        profile_id: ProfileId,
        endpoint: &str,
        since: Timestamp,
    ) -> Result<Vec<LatestIntake>, StoreError>;

    /// When the last browser event of the profile came; `None` when none ever did. Of events that leave no
    /// fact, those of the last 35 days before the store's own present are known.
    async fn last_event(&self, profile_id: ProfileId) -> Result<Option<Timestamp>, StoreError>;
}
