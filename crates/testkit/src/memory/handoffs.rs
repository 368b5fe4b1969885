//! Hand-offs in memory.

use std::collections::BTreeMap;

use access_control::HandoffStatus;
use access_control::ports::{HandoffStore, StoredHandoff};
use async_trait::async_trait;
use kernel::{HandoffId, StoreError, Timestamp};
use serde_json::Value;

/// Hand-offs of any number of workspaces.
#[derive(Clone, Debug, Default)]
pub struct MemoryHandoffs(pub(super) BTreeMap<HandoffId, StoredHandoff>);

#[async_trait]
impl HandoffStore for MemoryHandoffs {
    async fn insert(&mut self, new: &StoredHandoff) -> Result<(), StoreError> {
        self.0.insert(new.handoff.id, new.clone());
        Ok(())
    }

    async fn lock(&mut self, id: HandoffId) -> Result<Option<StoredHandoff>, StoreError> {
        Ok(self.0.get(&id).cloned())
    }

    async fn decide(
        &mut self,
        id: HandoffId,
        status: HandoffStatus,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some(stored) = self.0.get_mut(&id) {
            stored.handoff.status = status;
            stored.handoff.completed_at = Some(at);
        }
        Ok(())
    }

    async fn complete(
        &mut self,
        id: HandoffId,
        result: &Value,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some(stored) = self.0.get_mut(&id) {
            stored.handoff.status = HandoffStatus::Completed;
            stored.handoff.completed_at = Some(at);
            stored.result = Some(result.clone());
        }
        Ok(())
    }
}
