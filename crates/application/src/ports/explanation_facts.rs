//! What an explanation reads beyond what a replay reads.

use async_trait::async_trait;
use kernel::{ConversionId, OutcomeEventId, PersonId, ProfileId, StoreError, Timestamp, VisitorId};

use event_intake::ports::SubjectKey;

/// Whose a conversion of the present generation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldConversion {
    /// The person.
    pub person: PersonId,
    /// The event that it is made of.
    pub event_id: OutcomeEventId,
    /// The identifier that decided whose the event is.
    pub subject: Option<SubjectKey>,
    /// Whether a full replay of the profile waits or runs.
    pub replay_pending: bool,
}

/// When a browser is a person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The browser.
    pub visitor_id: VisitorId,
    /// Its anonymous id.
    pub anonymous_id: String,
    /// When it was first seen.
    pub first_seen_at: Timestamp,
    /// From when on, inclusive; `None` since ever.
    pub from: Option<Timestamp>,
    /// Until when, exclusive; `None` for ever.
    pub until: Option<Timestamp>,
}

/// A signature with what the profile's rules make of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledSignature {
    /// The signature.
    pub id: i64,
    /// Its channel.
    pub channel: String,
    /// The rule that named it.
    pub rule: String,
    /// Traffic source.
    pub source: String,
    /// Medium.
    pub medium: String,
}

/// An identifier that a customer holds.
#[derive(Clone, PartialEq, Eq)]
pub struct HeldIdentifier {
    /// Its kind.
    pub kind: String,
    /// What it is found under.
    pub value_key: String,
    /// What may be shown of it; `None` for an encrypted one.
    pub display: Option<String>,
    /// When it was first seen.
    pub first_seen_at: Timestamp,
}

/// Names the kind, never the value.
impl std::fmt::Debug for HeldIdentifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HeldIdentifier({})", self.kind)
    }
}

/// Details inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait ExplanationFacts: Send {
    /// A conversion that readers see; `None` when there is none with this id in the profile.
    async fn conversion(
        &mut self,
        profile_id: ProfileId,
        id: ConversionId,
    ) -> Result<Option<ToldConversion>, StoreError>;

    /// When which browsers are the person's, at most 1,000.
    async fn browsers(
        &mut self,
        profile_id: ProfileId,
        person: PersonId,
    ) -> Result<Vec<Span>, StoreError>;

    /// Channels of signatures.
    async fn labels(
        &mut self,
        profile_id: ProfileId,
        ids: &[i64],
    ) -> Result<Vec<LabelledSignature>, StoreError>;

    /// What the person holds, at most 1,000, by kind.
    async fn identifiers(
        &mut self,
        profile_id: ProfileId,
        person: PersonId,
    ) -> Result<Vec<HeldIdentifier>, StoreError>;
}
