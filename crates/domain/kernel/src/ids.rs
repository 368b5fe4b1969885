//! Every id is its own type, so that a customer cannot be passed where a visitor is meant.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use uuid::Uuid;

/// A UUID that names one `K`. The kind exists in the type only.
pub struct Id<K> {
    uuid: Uuid,
    kind: PhantomData<fn() -> K>,
}

impl<K> Id<K> {
    /// Wraps a UUID that is known to name a `K`.
    pub const fn new(uuid: Uuid) -> Self {
        Self {
            uuid,
            kind: PhantomData,
        }
    }

    /// The bare UUID, for storage and for the wire.
    pub const fn uuid(self) -> Uuid {
        self.uuid
    }
}

impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Id<K> {}
impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.uuid == other.uuid
    }
}
impl<K> Eq for Id<K> {}
impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.uuid.cmp(&other.uuid)
    }
}
impl<K> Hash for Id<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.uuid.hash(state);
    }
}
impl<K> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.uuid)
    }
}
impl<K> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.uuid)
    }
}
impl<K> From<Uuid> for Id<K> {
    fn from(uuid: Uuid) -> Self {
        Self::new(uuid)
    }
}
impl<K> FromStr for Id<K> {
    type Err = uuid::Error;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::parse_str(text).map(Self::new)
    }
}

/// Kinds of ids; never constructed.
pub mod kind {
    /// A tenant that contains profiles.
    pub enum Workspace {}
    /// The unit of data and of access.
    pub enum Profile {}
    /// A known person.
    pub enum Customer {}
    /// A browser, named by its anonymous id.
    pub enum Visitor {}
    /// One browser session.
    pub enum Session {}
    /// One marketing touch.
    pub enum Touch {}
    /// One event from the browser tracker.
    pub enum TrackerEvent {}
    /// One rule by which events of browsers count for nothing.
    pub enum Exclusion {}
    /// One server-side outcome event.
    pub enum OutcomeEvent {}
    /// One conversion: a definition applied to an outcome event.
    pub enum Conversion {}
    /// One conversion definition.
    pub enum Definition {}
    /// One API key.
    pub enum ApiKey {}
    /// One public tracking key.
    pub enum TrackingKey {}
    /// One of a profile's own channel rules.
    pub enum ChannelRule {}
    /// One full replay of a profile.
    pub enum Recompute {}
    /// One change of reported figures.
    pub enum Restatement {}
    /// One label of a pipeline stage.
    pub enum OutcomeDefinition {}
    /// Somebody who signs in.
    pub enum User {}
    /// One approval of an application, with all tokens that it led to.
    pub enum TokenFamily {}
    /// Something that a human has to finish in a browser.
    pub enum Handoff {}
    /// One invitation to a workspace.
    pub enum Invitation {}
    /// A browser in which somebody is signed in.
    pub enum WebSession {}
    /// One account at a platform that data comes from or goes to.
    pub enum Connection {}
    /// One decision that two customers are one.
    pub enum Merge {}
    /// One decision that a customer is two people.
    pub enum Split {}
    /// Two customers who may be one.
    pub enum Proposal {}
}

/// Names a workspace.
pub type WorkspaceId = Id<kind::Workspace>;
/// Names a profile.
pub type ProfileId = Id<kind::Profile>;
/// Names a customer.
pub type CustomerId = Id<kind::Customer>;
/// Names a decision that two customers are one.
pub type MergeId = Id<kind::Merge>;
/// Names a decision that a customer is two people.
pub type SplitId = Id<kind::Split>;
/// Names a proposal that two customers are one.
pub type ProposalId = Id<kind::Proposal>;
/// Names a visitor.
pub type VisitorId = Id<kind::Visitor>;
/// Names a session.
pub type SessionId = Id<kind::Session>;
/// Names a touch.
pub type TouchId = Id<kind::Touch>;
/// Names a rule by which events of browsers count for nothing.
pub type ExclusionId = Id<kind::Exclusion>;
/// Names a tracker event.
pub type TrackerEventId = Id<kind::TrackerEvent>;
/// Names an outcome event.
pub type OutcomeEventId = Id<kind::OutcomeEvent>;
/// Names a conversion.
pub type ConversionId = Id<kind::Conversion>;
/// Names a conversion definition.
pub type DefinitionId = Id<kind::Definition>;
/// Names an API key.
pub type ApiKeyId = Id<kind::ApiKey>;
/// Names a tracking key.
pub type TrackingKeyId = Id<kind::TrackingKey>;
/// Names a channel rule.
pub type ChannelRuleId = Id<kind::ChannelRule>;
/// Names a full replay.
pub type RecomputeId = Id<kind::Recompute>;
/// Names a restatement.
pub type RestatementId = Id<kind::Restatement>;
/// Names an outcome definition.
pub type OutcomeDefinitionId = Id<kind::OutcomeDefinition>;
/// Names somebody who signs in (a customer is somebody who buys).
pub type UserId = Id<kind::User>;
/// Names a family of tokens.
pub type TokenFamilyId = Id<kind::TokenFamily>;
/// Names a hand-off.
pub type HandoffId = Id<kind::Handoff>;
/// Names an invitation.
pub type InvitationId = Id<kind::Invitation>;
/// Names a signed-in browser.
pub type WebSessionId = Id<kind::WebSession>;
/// Names a connection.
pub type ConnectionId = Id<kind::Connection>;
