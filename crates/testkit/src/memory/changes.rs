//! Changes at ad platforms in memory.

use std::collections::BTreeMap;

use ad_changes::ports::ChangeStore;
use ad_changes::{Intent, IntentId, IntentState, RecommendationId};
use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};

/// Changes of any number of profiles.
#[derive(Clone, Default)]
pub struct MemoryChanges {
    kept: BTreeMap<(ProfileId, IntentId), Intent>,
}

fn counts(intent: &Intent) -> bool {
    !matches!(intent.state, IntentState::Failed { .. })
}

impl MemoryChanges {
    fn of(&self, profile: ProfileId) -> impl Iterator<Item = &Intent> {
        let own = self.kept.iter().filter(move |(key, _)| key.0 == profile);
        own.map(|(_, intent)| intent)
    }
}

#[async_trait]
impl ChangeStore for MemoryChanges {
    async fn insert(&mut self, profile_id: ProfileId, intent: &Intent) -> Result<bool, StoreError> {
        let is_in_the_way = |other: &Intent| {
            let is_same_target = other.order.target() == intent.order.target();
            let is_same_week = is_same_target && other.local_week == intent.local_week;
            counts(other) && (is_same_week || other.recommendation_id == intent.recommendation_id)
        };
        if counts(intent) && self.of(profile_id).any(is_in_the_way) {
            return Ok(false);
        }
        self.kept.insert((profile_id, intent.id), intent.clone());
        Ok(true)
    }

    async fn of_recommendation(
        &mut self,
        profile_id: ProfileId,
        id: RecommendationId,
    ) -> Result<Option<Intent>, StoreError> {
        let mut own = self.of(profile_id).filter(|intent| counts(intent));
        Ok(own.find(|it| it.recommendation_id == id).cloned())
    }

    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: IntentId,
    ) -> Result<Option<Intent>, StoreError> {
        Ok(self.kept.get(&(profile_id, id)).cloned())
    }

    async fn put(&mut self, profile_id: ProfileId, intent: &Intent) -> Result<(), StoreError> {
        if let Some(kept) = self.kept.get_mut(&(profile_id, intent.id)) {
            kept.state = intent.state;
        }
        Ok(())
    }

    async fn due(
        &mut self,
        now: Timestamp,
        most: usize,
    ) -> Result<Vec<(ProfileId, IntentId)>, StoreError> {
        let is_due = |((profile, id), intent): (&(ProfileId, IntentId), &Intent)| {
            let IntentState::Intended { look_at, lease, .. } = intent.state else {
                return None;
            };
            let is_free = lease.is_none_or(|lease| lease.until <= now);
            (look_at <= now && is_free).then_some((look_at, (*profile, *id)))
        };
        let mut due: Vec<_> = self.kept.iter().filter_map(is_due).collect();
        due.sort_unstable_by_key(|(look_at, _)| *look_at);
        Ok(due.into_iter().map(|(_, place)| place).take(most).collect())
    }
}
