//! Changes at ad platforms in a transaction: the store of `postgres_spend` as a store of one transaction.

use ad_changes::ports::ChangeStore;
use ad_changes::{Intent, IntentId, RecommendationId};
use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_spend::changes;

use crate::work::PgWork;

#[async_trait]
impl ChangeStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ChangeStore::insert", skip_all)]
    async fn insert(&mut self, profile_id: ProfileId, intent: &Intent) -> Result<bool, StoreError> {
        changes::insert(&mut self.people.connection, profile_id, intent).await
    }

    #[tracing::instrument(level = "debug", name = "ChangeStore::of_recommendation", skip_all)]
    async fn of_recommendation(
        &mut self,
        profile_id: ProfileId,
        id: RecommendationId,
    ) -> Result<Option<Intent>, StoreError> {
        changes::of_recommendation(&mut self.people.connection, profile_id, id).await
    }

    #[tracing::instrument(level = "debug", name = "ChangeStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: IntentId,
    ) -> Result<Option<Intent>, StoreError> {
        changes::lock(&mut self.people.connection, profile_id, id).await
    }

    #[tracing::instrument(level = "debug", name = "ChangeStore::put", skip_all)]
    async fn put(&mut self, profile_id: ProfileId, intent: &Intent) -> Result<(), StoreError> {
        changes::put(&mut self.people.connection, profile_id, intent).await
    }

    #[tracing::instrument(level = "debug", name = "ChangeStore::due", skip_all)]
    async fn due(
        &mut self,
        now: Timestamp,
        most: usize,
    ) -> Result<Vec<(ProfileId, IntentId)>, StoreError> {
        changes::due(&mut self.people.connection, now, most).await
    }
}
