//! Workspaces in memory.

use std::collections::BTreeMap;

use access_control::ports::{
    CheckoutSession, HandoffStore, StoredHandoff, Workspace, WorkspaceStore,
};
use access_control::{Handoff, HandoffStatus};
use async_trait::async_trait;
use kernel::{HandoffId, StoreError, Timestamp, UserId, WorkspaceId};
use serde_json::Value;

use super::MemoryHandoffs;
use crate::contracts::WorkspaceStores;

/// Workspaces with who made them, and what waits for a human in them. Owners stay members.
#[derive(Clone, Debug, Default)]
pub struct MemoryWorkspaces {
    workspaces: BTreeMap<WorkspaceId, (Workspace, UserId)>,
    handoffs: MemoryHandoffs,
}

impl MemoryWorkspaces {
    fn waiting(&mut self, checkout: HandoffId) -> Option<&mut StoredHandoff> {
        let found = self.handoffs.0.get_mut(&checkout);
        found.filter(|found| found.handoff.status == HandoffStatus::Pending)
    }
}

impl WorkspaceStores for MemoryWorkspaces {
    fn workspaces(&mut self) -> &mut dyn WorkspaceStore {
        self
    }

    fn handoffs(&mut self) -> &mut dyn HandoffStore {
        &mut self.handoffs
    }
}

#[async_trait]
impl WorkspaceStore for MemoryWorkspaces {
    async fn claim(
        &mut self,
        user: UserId,
        name: &str,
        since: Timestamp,
    ) -> Result<Option<Workspace>, StoreError> {
        let own = self
            .workspaces
            .values()
            .filter(|(kept, owner)| *owner == user && kept.name == name && kept.created_at > since);
        let latest = own.max_by_key(|(kept, _)| kept.created_at);
        Ok(latest.map(|(kept, _)| kept.clone()))
    }

    async fn insert(&mut self, new: &Workspace, owner: UserId) -> Result<(), StoreError> {
        self.workspaces.insert(new.id, (new.clone(), owner));
        Ok(())
    }

    async fn lock(&mut self, id: WorkspaceId) -> Result<Option<Workspace>, StoreError> {
        Ok(self.workspaces.get(&id).map(|(kept, _)| kept.clone()))
    }

    async fn checkout(&mut self, id: WorkspaceId) -> Result<Option<StoredHandoff>, StoreError> {
        let own = self.handoffs.0.values().filter(|kept| {
            kept.handoff.workspace_id == id && kept.handoff.kind == Handoff::CHECKOUT
        });
        let latest = own.max_by_key(|kept| (kept.handoff.created_at, kept.handoff.id));
        Ok(latest.cloned())
    }

    async fn opened(
        &mut self,
        checkout: HandoffId,
        session: &CheckoutSession,
    ) -> Result<(), StoreError> {
        if let Some(waiting) = self.waiting(checkout) {
            waiting.handoff.url = Some(session.url.clone());
            waiting.handoff.expires_at = session.expires_at;
            if let Value::Object(detail) = &mut waiting.detail {
                let reference = Value::from(session.reference.as_str());
                detail.insert("reference".to_owned(), reference);
            }
        }
        Ok(())
    }

    async fn settled(
        &mut self,
        checkout: HandoffId,
        (status, result): (HandoffStatus, Option<Value>),
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(waiting) = self.waiting(checkout) else {
            return Ok(());
        };
        waiting.handoff.status = status;
        waiting.handoff.completed_at = Some(at);
        waiting.result = result;
        let workspace = waiting.handoff.workspace_id;
        if status == HandoffStatus::Completed
            && let Some((kept, _)) = self.workspaces.get_mut(&workspace)
        {
            kept.trial_ends_at = None;
        }
        Ok(())
    }
}
