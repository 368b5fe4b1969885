//! Up to when figures were told to be complete.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};

/// A profile whose figures are complete up to a later instant than was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fresher {
    /// The profile.
    pub profile_id: ProfileId,
    /// Everything that was received before it is in the figures.
    pub until: Timestamp,
}

/// What was told of freshness, inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ToldFreshness: Send {
    /// Profiles that have become fresher than was told and of which nothing was told since `not_since`, if
    /// somebody subscribes to it. Until the transaction ends, nobody else gets them. Profiles at which
    /// somebody is at work are left out.
    async fn fresher(
        &mut self,
        not_since: Timestamp,
        limit: u32,
    ) -> Result<Vec<Fresher>, StoreError>;

    /// Notes what is told now.
    async fn note(&mut self, told: Fresher, at: Timestamp) -> Result<(), StoreError>;
}
