//! Destinations, rules and what profiles decide for their exports, in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use export_rules::ports::{ComplianceStore, DestinationStore, RuleStore};
use export_rules::rule::in_turn;
use export_rules::{Compliance, Destination, DestinationId, Rule, RuleId};
use kernel::{Keyset, Limit, ProfileId, StoreError, Timestamp};

/// What any number of profiles have decided.
#[derive(Clone, Debug, Default)]
pub struct MemoryExportCompliance(BTreeMap<ProfileId, Compliance>);

#[async_trait]
impl ComplianceStore for MemoryExportCompliance {
    async fn find(&mut self, profile: ProfileId) -> Result<Compliance, StoreError> {
        Ok(self.0.get(&profile).cloned().unwrap_or_default())
    }

    async fn hold(&mut self, profile: ProfileId) -> Result<Compliance, StoreError> {
        self.find(profile).await
    }

    async fn put(
        &mut self,
        profile: ProfileId,
        compliance: &Compliance,
        _: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.insert(profile, compliance.clone());
        Ok(())
    }
}

/// Destinations of any number of profiles.
#[derive(Clone, Debug, Default)]
pub struct MemoryDestinations(BTreeMap<(ProfileId, DestinationId), Destination>);

#[async_trait]
impl DestinationStore for MemoryDestinations {
    async fn hold(
        &mut self,
        profile: ProfileId,
        id: DestinationId,
    ) -> Result<Option<Destination>, StoreError> {
        Ok(self.0.get(&(profile, id)).cloned())
    }

    async fn all(&mut self, profile: ProfileId) -> Result<Vec<Destination>, StoreError> {
        let own = self.0.iter().filter(|((of, _), _)| *of == profile);
        let mut found: Vec<_> = own.map(|(_, destination)| destination.clone()).collect();
        found.sort_by_key(|destination| (destination.created_at, destination.id));
        Ok(found)
    }

    async fn put(
        &mut self,
        profile: ProfileId,
        destination: &Destination,
    ) -> Result<(), StoreError> {
        self.0
            .insert((profile, destination.id), destination.clone());
        Ok(())
    }
}

/// Rules of any number of profiles.
#[derive(Clone, Debug, Default)]
pub struct MemoryExportRules(BTreeMap<(ProfileId, RuleId), Rule>);

impl MemoryExportRules {
    fn listed(&self, profile: ProfileId) -> Vec<Rule> {
        let own = self.0.iter().filter(|((of, _), _)| *of == profile);
        own.map(|(_, rule)| rule.clone())
            .filter(|rule| rule.settings.archived_at.is_none())
            .collect()
    }
}

#[async_trait]
impl RuleStore for MemoryExportRules {
    async fn hold(&mut self, profile: ProfileId, id: RuleId) -> Result<Option<Rule>, StoreError> {
        self.find(profile, id).await
    }

    async fn find(&mut self, profile: ProfileId, id: RuleId) -> Result<Option<Rule>, StoreError> {
        Ok(self.0.get(&(profile, id)).cloned())
    }

    async fn page(
        &mut self,
        profile: ProfileId,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<Rule>, StoreError> {
        let place = |rule: &Rule| (rule.created_at, rule.id.uuid());
        let mut rules = self.listed(profile);
        rules.retain(|rule| after.is_none_or(|after| place(rule) < (after.at, after.id)));
        rules.sort_by_key(|rule| std::cmp::Reverse(place(rule)));
        rules.truncate(usize::try_from(limit.get()).unwrap_or(usize::MAX));
        Ok(rules)
    }

    async fn enabled(&mut self, profile: ProfileId) -> Result<Vec<Rule>, StoreError> {
        let mut rules = self.listed(profile);
        rules.retain(|rule| rule.settings.enabled);
        in_turn(&mut rules);
        Ok(rules)
    }

    async fn count(&mut self, profile: ProfileId) -> Result<u64, StoreError> {
        u64::try_from(self.listed(profile).len()).map_err(StoreError::inconsistent)
    }

    async fn put(&mut self, profile: ProfileId, rule: &Rule) -> Result<(), StoreError> {
        self.0.insert((profile, rule.id), rule.clone());
        Ok(())
    }
}
