//! Outcome definitions in memory.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use conversion_definitions::ports::OutcomeDefinitionStore;
use conversion_definitions::{FamilyName, OutcomeDefinition};
use kernel::{OutcomeDefinitionId, ProfileId, StoreError};

/// Outcome definitions of any number of profiles.
#[derive(Clone, Debug, Default)]
pub struct MemoryOutcomeDefinitions(BTreeMap<(ProfileId, OutcomeDefinitionId), OutcomeDefinition>);

impl MemoryOutcomeDefinitions {
    fn of(&self, profile_id: ProfileId) -> impl Iterator<Item = &OutcomeDefinition> {
        let own = self.0.iter().filter(move |((of, _), _)| *of == profile_id);
        own.map(|(_, definition)| definition)
    }
}

#[async_trait]
impl OutcomeDefinitionStore for MemoryOutcomeDefinitions {
    async fn lock(&mut self, _: ProfileId) -> Result<(), StoreError> {
        Ok(())
    }

    async fn find(
        &mut self,
        profile_id: ProfileId,
        id: OutcomeDefinitionId,
    ) -> Result<Option<OutcomeDefinition>, StoreError> {
        Ok(self.0.get(&(profile_id, id)).cloned())
    }

    async fn family(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
    ) -> Result<Vec<OutcomeDefinition>, StoreError> {
        let of_family = self.of(profile_id).filter(|one| one.family == *family);
        let mut found: Vec<_> = of_family.cloned().collect();
        found.sort_by_key(|one| (one.position, one.id));
        Ok(found)
    }

    async fn count_outside(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
    ) -> Result<u64, StoreError> {
        let outside = self.of(profile_id).filter(|one| one.family != *family);
        u64::try_from(outside.count()).map_err(StoreError::inconsistent)
    }

    async fn replace(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
        definitions: &[OutcomeDefinition],
    ) -> Result<(), StoreError> {
        let kept: BTreeSet<_> = definitions.iter().map(|one| one.id).collect();
        self.0.retain(|(of, id), one| {
            *of != profile_id || one.family != *family || kept.contains(id)
        });
        for new in definitions {
            let stored = self.0.entry((profile_id, new.id)).or_insert(new.clone());
            *stored = OutcomeDefinition {
                created_at: stored.created_at,
                ..new.clone()
            };
        }
        Ok(())
    }
}
