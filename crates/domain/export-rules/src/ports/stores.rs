//! Destinations and rules as they are kept. Every method is of one profile.

use async_trait::async_trait;
use kernel::{Keyset, ProfileId, StoreError};

use crate::destination::Destination;
use crate::ids::{DestinationId, RuleId};
use crate::rule::Rule;

/// Destinations of a profile.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DestinationStore: Send + Sync {
    /// One, held against changes until the unit of work ends.
    async fn hold(
        &mut self,
        profile: ProfileId,
        id: DestinationId,
    ) -> Result<Option<Destination>, StoreError>;

    /// All of a profile, the oldest first. A profile has few.
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
pub trait RuleStore: Send + Sync {
    /// One, archived or not, held against changes until the unit of work ends.
    async fn hold(&mut self, profile: ProfileId, id: RuleId) -> Result<Option<Rule>, StoreError>;

    /// A page of those that are not archived, in their turn.
    async fn page(&mut self, profile: ProfileId, page: Keyset) -> Result<Vec<Rule>, StoreError>;

    /// Writes a new one or a changed one.
    async fn put(&mut self, profile: ProfileId, rule: &Rule) -> Result<(), StoreError>;
}
