//! Destinations, rules and what a profile decides for all of its exports, as they are kept. Every method is of one
//! profile.

use async_trait::async_trait;
use kernel::{Keyset, Limit, ProfileId, StoreError, Timestamp};

use crate::compliance::Compliance;
use crate::destination::Destination;
use crate::ids::{DestinationId, RuleId};
use crate::rule::Rule;

/// Destinations of a profile.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DestinationStore: Send {
    /// One, held against changes until the unit of work ends.
    async fn hold(
        &mut self,
        profile: ProfileId,
        id: DestinationId,
    ) -> Result<Option<Destination>, StoreError>;

    /// All of a profile, the oldest first. A profile has a bounded number.
    async fn all(&mut self, profile: ProfileId) -> Result<Vec<Destination>, StoreError>;

    /// Writes a new one or a changed one.
    async fn put(
        &mut self,
        profile: ProfileId,
        destination: &Destination,
    ) -> Result<(), StoreError>;
}

/// Rules of a profile.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait RuleStore: Send {
    /// One, archived or not, held against changes until the unit of work ends.
    async fn hold(&mut self, profile: ProfileId, id: RuleId) -> Result<Option<Rule>, StoreError>;

    /// One, archived or not.
    async fn find(&mut self, profile: ProfileId, id: RuleId) -> Result<Option<Rule>, StoreError>;

    /// A page of those that are not archived, the newest first.
    async fn page(
        &mut self,
        profile: ProfileId,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<Rule>, StoreError>;

    /// Every one that is enabled and not archived, in their turn: what a run looks at. A profile has a bounded number.
    async fn enabled(&mut self, profile: ProfileId) -> Result<Vec<Rule>, StoreError>;

    /// How many there are that are not archived. Until the unit of work ends, nobody else who asks is told.
    async fn count(&mut self, profile: ProfileId) -> Result<u64, StoreError>;

    /// Writes a new one or a changed one.
    async fn put(&mut self, profile: ProfileId, rule: &Rule) -> Result<(), StoreError>;
}

/// What profiles decide for all of their exports.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ComplianceStore: Send {
    /// As it is; the default where nothing was decided yet.
    async fn find(&mut self, profile: ProfileId) -> Result<Compliance, StoreError>;

    /// The same, which nobody else changes until the unit of work ends.
    async fn hold(&mut self, profile: ProfileId) -> Result<Compliance, StoreError>;

    /// Writes what was decided.
    async fn put(
        &mut self,
        profile: ProfileId,
        compliance: &Compliance,
        at: Timestamp,
    ) -> Result<(), StoreError>;
}
