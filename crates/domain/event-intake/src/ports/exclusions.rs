//! Which events of browsers count for nothing.

use crate::{Conditions, ConditionsDraft, ExclusionRule, Hit};
use async_trait::async_trait;
use kernel::{ExclusionId, ProfileId, StoreError, Timestamp, TrackerEventId, VisitorId};

/// A rule as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredExclusion {
    /// Names it.
    pub id: ExclusionId,
    /// Since when it is in force.
    pub created_at: Timestamp,
    /// What events have in common that it excludes. Browsers are named by `anonymous_ids`.
    pub conditions: Conditions,
    /// The browsers, as events name them, sorted.
    pub anonymous_ids: Vec<String>,
}

impl StoredExclusion {
    /// The rule as it is applied.
    pub fn rule(&self) -> ExclusionRule {
        ExclusionRule {
            id: self.id,
            conditions: self.conditions.clone(),
        }
    }
}

/// What kind of event of a browser it is, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserFactKind {
    /// A page was shown.
    PageView,
    /// Somebody was named.
    Identification,
    /// Anything else.
    Other,
}

/// An event of a browser with all that rules may ask for.
#[derive(Clone, Debug)]
pub struct BrowserFact {
    /// The browser.
    pub visitor_id: VisitorId,
    /// The event.
    pub hit: Hit,
    /// Its kind.
    pub kind: BrowserFactKind,
    /// When it came in.
    pub received_at: Timestamp,
    /// Country of the sender.
    pub country: Option<String>,
    /// Name of the sender on that day.
    pub sender: Option<String>,
    /// The page, as it is stored.
    pub url: Option<String>,
    /// The page before, as it is stored.
    pub referrer: Option<String>,
}

/// An event that counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExcludedEvent {
    /// The browser.
    pub visitor_id: VisitorId,
    /// The event.
    pub id: TrackerEventId,
    /// Because of which rule.
    pub exclusion_id: ExclusionId,
}

/// Rules, and what follows from them.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ExclusionStore: Send {
    /// The rules in force, oldest first, each with how many events it is the first to exclude.
    async fn list(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Vec<(StoredExclusion, u64)>, StoreError>;

    /// The rules in force, oldest first.
    async fn in_force(&mut self, profile_id: ProfileId) -> Result<Vec<ExclusionRule>, StoreError>;

    /// Adds a rule.
    async fn add(
        &mut self,
        profile_id: ProfileId,
        exclusion: &StoredExclusion,
    ) -> Result<(), StoreError>;

    /// Puts a rule out of force; what it was. `None` when no such rule is in force.
    async fn remove(
        &mut self,
        profile_id: ProfileId,
        id: ExclusionId,
        at: Timestamp,
    ) -> Result<Option<StoredExclusion>, StoreError>;

    /// From now on what is reported goes by the rules, or not any more when they are out of force.
    async fn shown(
        &mut self,
        profile_id: ProfileId,
        ids: &[ExclusionId],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// All browsers have to be looked at, from the first one on.
    async fn queue(&mut self, profile_id: ProfileId) -> Result<(), StoreError>;

    /// The next browsers that have to be looked at, at most `limit`; `None` when none has to.
    async fn next(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Option<Vec<VisitorId>>, StoreError>;

    /// Goes on after `last`; without one the profile is through.
    async fn advance(
        &mut self,
        profile_id: ProfileId,
        last: Option<VisitorId>,
    ) -> Result<(), StoreError>;

    /// Browsers with an event that the conditions may cover, and more; `limit` at most, by id.
    async fn candidates(
        &mut self,
        profile_id: ProfileId,
        conditions: &ConditionsDraft,
        limit: u32,
    ) -> Result<Vec<VisitorId>, StoreError>;

    /// All events of the browsers, in no particular order.
    async fn facts(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<Vec<BrowserFact>, StoreError>;

    /// Of the browsers' events these count for nothing, and no others. Browsers for which that is new.
    async fn replace(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
        excluded: &[ExcludedEvent],
    ) -> Result<Vec<VisitorId>, StoreError>;
}
