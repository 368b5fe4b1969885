//! Customers who may be one, as people look at them.

use async_trait::async_trait;
use kernel::{
    Actor, CustomerId, Limit, MergeId, Personal, ProfileAccess, ProposalId, ProposalStatus,
    StoreError, Timestamp,
};

/// Where a page ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposalKey {
    /// The score of its last row, in thousandths of a bit.
    pub score: i32,
    /// Its id, which breaks ties.
    pub id: ProposalId,
}

/// Which proposals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalsQuery {
    /// Where they stand now: what was to wait until a moment that is over is pending.
    pub status: ProposalStatus,
    /// Only as sure as this: `strong`, `likely` or `possible`.
    pub band: Option<&'static str>,
    /// Rows at most.
    pub limit: Limit<100>,
    /// Only behind this one.
    pub after: Option<ProposalKey>,
}

/// A value that names a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue {
    /// Its kind, as a word.
    pub kind: String,
    /// The value; nothing of a national id.
    pub value: Option<Personal>,
}

/// One reason for or against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What was compared.
    pub field: String,
    /// `exact`, `close`, `partial` or `conflict`.
    pub agreement: String,
    /// What it counts, in thousandths of a bit.
    pub bits: i32,
    /// What both sides have or were named with.
    pub values: Vec<NamedValue>,
}

/// One of two customers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalSide {
    /// Who.
    pub id: CustomerId,
    /// Given name.
    pub first_name: Option<Personal>,
    /// Family name.
    pub last_name: Option<Personal>,
    /// The e-mail address that is shown.
    pub primary_email: Option<Personal>,
    /// The phone number that is shown.
    pub primary_phone: Option<Personal>,
    /// When something first said who they are.
    pub first_seen_at: Timestamp,
    /// When they were last seen.
    pub last_seen_at: Timestamp,
    /// What they hold, at most twenty values.
    pub identifiers: Vec<NamedValue>,
}

/// Two customers who may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalRow {
    /// Its id.
    pub id: ProposalId,
    /// Who may be one, the smaller id first.
    pub pair: [CustomerId; 2],
    /// Where it stands now.
    pub status: ProposalStatus,
    /// How sure it is, in thousandths of a bit; nothing where people found them without a proposal.
    pub score: Option<i32>,
    /// How sure it is, as a word.
    pub band: Option<String>,
    /// Why, what counts most first.
    pub reasons: Vec<Reason>,
    /// Both, in the order of ids; fewer where one is gone.
    pub sides: Vec<ProposalSide>,
    /// When it was found first.
    pub proposed_at: Timestamp,
    /// Until when it waits.
    pub snoozed_until: Option<Timestamp>,
    /// When somebody decided, and who.
    pub decided: Option<(Timestamp, Actor)>,
    /// The merge that it came to.
    pub merge: Option<MergeId>,
}

/// One page, who is likeliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProposalsPage {
    /// The rows.
    pub rows: Vec<ProposalRow>,
    /// Where the next page begins.
    pub next: Option<ProposalKey>,
    /// How many of all stand where, in the order of [`ProposalStatus::ALL`].
    pub counts: [u64; 4],
}

/// Reads proposals.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ProposalsReader: Send + Sync {
    /// A page of a profile's queue.
    async fn proposals(
        &self,
        access: &ProfileAccess,
        query: &ProposalsQuery,
        now: Timestamp,
    ) -> Result<ProposalsPage, StoreError>;

    /// One of them.
    async fn proposal(
        &self,
        access: &ProfileAccess,
        id: ProposalId,
        now: Timestamp,
    ) -> Result<Option<ProposalRow>, StoreError>;
}
