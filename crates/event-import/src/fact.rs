//! What a row becomes.

use event_intake::{IdempotencyKey, NewOutcomeEvent, TrackerEvent};
use kernel::Timestamp;

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// These facts.
    Facts(Vec<Fact>),
    /// Nothing, and why.
    Nothing(Why),
}

/// Why nothing became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It is of a kind that says nothing here.
    Kind,
    /// A condition of the mapping leaves it out.
    Condition,
    /// It is of a day that was not asked for.
    Day,
    /// No browser can be told from others by it, as without consent.
    NoBrowser,
}

impl Why {
    /// For people.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kind => "of kinds that say nothing here",
            Self::Condition => "left out by conditions",
            Self::Day => "of other days",
            Self::NoBrowser => "without a browser's id",
        }
    }
}

/// A fact that can be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Of a browser.
    Browser(Box<BrowserFact>),
    /// As a server would tell it.
    Outcome(Box<OutcomeFact>),
}

/// An event of a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserFact {
    /// Line of its row.
    pub line: u64,
    /// The browser.
    pub anonymous_id: String,
    /// What happened.
    pub event: TrackerEvent,
    /// What the browser calls its own kind.
    pub user_agent: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
}

/// An outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeFact {
    /// Line of its row.
    pub line: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The event.
    pub event: NewOutcomeEvent,
    /// By which it counts once.
    pub key: IdempotencyKey,
    /// The source's own word for its channel.
    pub channel: Option<String>,
}

impl Fact {
    /// When it happened.
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Browser(fact) => fact.event.occurred_at,
            Self::Outcome(fact) => fact.at,
        }
    }
}
