//! Signatures with their labels, and what traffic they stand for.

use crate::Signature;
use async_trait::async_trait;
use kernel::{Exact, Model, Period, PersonId, ProfileId, StoreError, TimeZone, Timestamp};

/// A signature with its label of today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSignature {
    /// Its id.
    pub id: i64,
    /// The evidence.
    pub signature: Signature,
    /// Its channel.
    pub channel: String,
    /// The rule that named the channel.
    pub rule: String,
    /// Whether the channel is Direct.
    pub is_direct: bool,
    /// The traffic source that reports show.
    pub source: String,
    /// The medium that reports show.
    pub medium: String,
}

/// What a signature is called from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLabel {
    /// The signature.
    pub id: i64,
    /// Its channel.
    pub channel: String,
    /// The rule that named the channel.
    pub rule: String,
    /// Whether the channel is Direct.
    pub is_direct: bool,
    /// The traffic source that reports show.
    pub source: String,
    /// The medium that reports show.
    pub medium: String,
}

/// What readers see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The generation of conversions and credits.
    pub generation: i64,
    /// Where its days begin.
    pub timezone: TimeZone,
}

/// Which traffic is counted.
#[derive(Clone, Copy, Debug)]
pub struct UsageQuestion<'a> {
    /// The generation that readers see.
    pub generation: i64,
    /// The local days.
    pub period: Period,
    /// Whose shares count.
    pub model: Model,
    /// The credit of people who have any with one of these signatures is left out.
    pub without_people_of: &'a [i64],
}

/// Traffic of one signature, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Sessions with a page view, without bots, on the days.
    pub sessions: u64,
    /// Touches of sessions on the days.
    pub touches: u64,
    /// What is credited of conversions on the days, in billionths; refunds not counted.
    pub conversions: i64,
    /// Credited cash of conversions on the days, refunds subtracted.
    pub cash: Exact,
}

impl Usage {
    /// Adds the traffic of another.
    pub fn add(&mut self, other: &Self) {
        self.sessions = self.sessions.saturating_add(other.sessions);
        self.touches = self.touches.saturating_add(other.touches);
        self.conversions = self.conversions.saturating_add(other.conversions);
        self.cash = self.cash + other.cash;
    }
}

/// Labels and traffic inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TrafficStore: Send {
    /// From here on the transaction sees one state of everything and can write nothing. To be
    /// called before anything else.
    async fn only_read(&mut self) -> Result<(), StoreError>;

    /// What readers see; `None` for an unknown profile.
    async fn published(&mut self, profile_id: ProfileId) -> Result<Option<Published>, StoreError>;

    /// The next signatures by id, at most `limit`.
    async fn labelled(
        &mut self,
        profile_id: ProfileId,
        after: Option<i64>,
        limit: u32,
    ) -> Result<Vec<KnownSignature>, StoreError>;

    /// Labels known signatures anew, in one statement.
    async fn relabel(
        &mut self,
        profile_id: ProfileId,
        labels: &[NewLabel],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Everybody who has credit with one of the signatures in a generation, in a fixed order.
    async fn credited_people(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        signatures: &[i64],
    ) -> Result<Vec<PersonId>, StoreError>;

    /// The traffic of each signature that has any.
    async fn usage<'a>(
        &mut self,
        profile_id: ProfileId,
        question: UsageQuestion<'a>,
    ) -> Result<Vec<(i64, Usage)>, StoreError>;
}
