//! Channel rules in memory, and the channels that they may name.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use channel_classifier::ports::{AddedChannel, ChannelRuleStore, NewChannel, StoredRule};
use channel_classifier::{Classifier, RuleSet};
use kernel::{ChannelRuleId, ProfileId, StoreError, Timestamp, WorkspaceId};

/// Rules of any number of profiles, and channels of their workspaces.
#[derive(Clone, Debug)]
pub struct MemoryChannelRules {
    profiles: BTreeMap<ProfileId, WorkspaceId>,
    versions: BTreeMap<ProfileId, i64>,
    rules: BTreeMap<(ProfileId, ChannelRuleId), StoredRule>,
    /// By workspace and key, as they are shown.
    channels: BTreeMap<(WorkspaceId, String), String>,
}

impl MemoryChannelRules {
    /// No rules and no channels; these profiles belong to these workspaces.
    pub fn new(profiles: impl IntoIterator<Item = (ProfileId, WorkspaceId)>) -> Self {
        Self {
            profiles: profiles.into_iter().collect(),
            versions: BTreeMap::new(),
            rules: BTreeMap::new(),
            channels: BTreeMap::new(),
        }
    }

    fn of_workspace(&self, workspace: WorkspaceId) -> impl Iterator<Item = &String> {
        let own = self
            .channels
            .iter()
            .filter(move |((of, _), _)| *of == workspace);
        own.map(|(_, name)| name)
    }
}

#[async_trait]
impl ChannelRuleStore for MemoryChannelRules {
    async fn rules(&mut self, profile_id: ProfileId) -> Result<Vec<StoredRule>, StoreError> {
        let own = self.rules.iter().filter(|((of, _), _)| *of == profile_id);
        let mut found: Vec<_> = own.map(|(_, stored)| stored.clone()).collect();
        found.sort_by_key(|stored| stored.rule.priority);
        Ok(found)
    }

    async fn version(&mut self, profile_id: ProfileId) -> Result<i64, StoreError> {
        Ok(self.versions.get(&profile_id).copied().unwrap_or_default())
    }

    async fn raise_version(
        &mut self,
        profile_id: ProfileId,
        _: Timestamp,
    ) -> Result<i64, StoreError> {
        let version = self.versions.entry(profile_id).or_default();
        *version += 1;
        Ok(*version)
    }

    async fn put(&mut self, profile_id: ProfileId, rules: &[StoredRule]) -> Result<(), StoreError> {
        for new in rules {
            let place = self.rules.entry((profile_id, new.rule.id));
            let stored = place.or_insert_with(|| new.clone());
            *stored = StoredRule {
                created_at: stored.created_at,
                ..new.clone()
            };
        }
        Ok(())
    }

    async fn remove(&mut self, profile_id: ProfileId, id: ChannelRuleId) -> Result<(), StoreError> {
        self.rules.remove(&(profile_id, id));
        Ok(())
    }

    async fn classifier(&mut self, profile_id: ProfileId) -> Result<Arc<Classifier>, StoreError> {
        let stored = self.rules(profile_id).await?;
        let set = RuleSet::new(stored.into_iter().map(|stored| stored.rule).collect());
        let set = set.map_err(StoreError::inconsistent)?;
        Ok(Arc::new(Classifier::new(&set)))
    }

    async fn channels(&mut self, profile_id: ProfileId) -> Result<Vec<String>, StoreError> {
        let workspace = self.profiles.get(&profile_id);
        let own = workspace.map(|workspace| self.of_workspace(*workspace).cloned().collect());
        Ok(own.unwrap_or_default())
    }

    async fn add_channel(
        &mut self,
        profile_id: ProfileId,
        channel: &NewChannel,
        most: u32,
    ) -> Result<AddedChannel, StoreError> {
        let unknown = || StoreError::inconsistent("there is no such profile");
        let workspace = *self.profiles.get(&profile_id).ok_or_else(unknown)?;
        let place = (workspace, channel.key.clone());
        if let Some(known) = self.channels.get(&place) {
            return Ok(AddedChannel::Known(known.clone()));
        }
        let count = u32::try_from(self.of_workspace(workspace).count());
        if count.is_ok_and(|count| count >= most) {
            return Ok(AddedChannel::Full);
        }
        self.channels.insert(place, channel.name.clone());
        Ok(AddedChannel::Created)
    }
}
