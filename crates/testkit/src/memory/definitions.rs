//! Conversion definitions in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use conversion_definitions::Definition;
use conversion_definitions::ports::{DefinitionStore, StoredDefinition};
use kernel::{DefinitionId, ProfileId, StoreError, Timestamp};

/// Conversion definitions of any number of profiles.
#[derive(Clone, Debug, Default)]
pub struct MemoryDefinitions(BTreeMap<(ProfileId, DefinitionId), StoredDefinition>);

#[async_trait]
impl DefinitionStore for MemoryDefinitions {
    async fn list(&mut self, profile_id: ProfileId) -> Result<Vec<StoredDefinition>, StoreError> {
        let own = self.0.iter().filter(|((of, _), _)| *of == profile_id);
        let mut found: Vec<_> = own.map(|(_, stored)| stored.clone()).collect();
        found.sort_by_key(|stored| (stored.created_at, stored.definition.id));
        Ok(found)
    }

    async fn hold(&mut self, profile_id: ProfileId, id: DefinitionId) -> Result<bool, StoreError> {
        Ok(self.0.contains_key(&(profile_id, id)))
    }

    async fn insert(
        &mut self,
        profile_id: ProfileId,
        definition: &Definition,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let stored = StoredDefinition {
            definition: definition.clone(),
            created_at: at,
            updated_at: at,
        };
        self.0.insert((profile_id, definition.id), stored);
        Ok(())
    }

    async fn update(
        &mut self,
        profile_id: ProfileId,
        definition: &Definition,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some(stored) = self.0.get_mut(&(profile_id, definition.id)) {
            stored.definition = definition.clone();
            stored.updated_at = at;
        }
        Ok(())
    }

    async fn delete(&mut self, profile_id: ProfileId, id: DefinitionId) -> Result<(), StoreError> {
        self.0.remove(&(profile_id, id));
        Ok(())
    }
}
