//! Changes as they are kept.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};

use crate::intent::{Intent, IntentId, RecommendationId};

/// Changes, inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ChangeStore: Send {
    /// Keeps a new one; false, and nothing is kept, when one that is under way or made is for the same
    /// recommendation, or of the same target in the same week. One that failed already hinders nothing and is
    /// hindered by nothing.
    async fn insert(&mut self, profile_id: ProfileId, intent: &Intent) -> Result<bool, StoreError>;

    /// The one for a recommendation that is under way or made.
    async fn of_recommendation(
        &mut self,
        profile_id: ProfileId,
        id: RecommendationId,
    ) -> Result<Option<Intent>, StoreError>;

    /// One of the profile's. Until the transaction ends, nobody else changes it.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: IntentId,
    ) -> Result<Option<Intent>, StoreError>;

    /// Replaces how one stands; what it is about stays.
    async fn put(&mut self, profile_id: ProfileId, intent: &Intent) -> Result<(), StoreError>;

    /// Up to `most` of all profiles that are under way, that nobody has in hand at `now` and that are to be looked at,
    /// those that have waited longest first.
    async fn due(
        &mut self,
        now: Timestamp,
        most: usize,
    ) -> Result<Vec<(ProfileId, IntentId)>, StoreError>;
}
