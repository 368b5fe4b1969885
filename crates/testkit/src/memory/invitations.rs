//! Invitations in memory.

use std::collections::BTreeMap;

use access_control::ports::{Invitation, InvitationStore, SecretHash};
use async_trait::async_trait;
use kernel::{InvitationId, StoreError, Timestamp, WorkspaceId};

/// Invitations of any number of workspaces, with whether they were taken or revoked.
#[derive(Clone, Debug, Default)]
pub struct MemoryInvitations(BTreeMap<SecretHash, (Invitation, bool)>);

fn is_open((invitation, is_over): &(Invitation, bool), now: Timestamp) -> bool {
    !is_over && now < invitation.expires_at
}

#[async_trait]
impl InvitationStore for MemoryInvitations {
    async fn count_open(
        &mut self,
        workspace: WorkspaceId,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let own = self
            .0
            .values()
            .filter(|kept| kept.0.workspace_id == workspace);
        let open = own.filter(|kept| is_open(kept, now));
        u64::try_from(open.count()).map_err(StoreError::inconsistent)
    }

    async fn insert(
        &mut self,
        invitation: &Invitation,
        secret_hash: &[u8; 32],
    ) -> Result<(), StoreError> {
        self.0.insert(*secret_hash, (invitation.clone(), false));
        Ok(())
    }

    async fn revoke(
        &mut self,
        workspace: WorkspaceId,
        id: InvitationId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut own = self.0.values_mut().filter(|kept| {
            kept.0.workspace_id == workspace && kept.0.id == id && is_open(kept, at)
        });
        let ended = own.next();
        Ok(ended.map(|kept| kept.1 = true).is_some())
    }

    async fn take(
        &mut self,
        secret_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<Invitation>, StoreError> {
        let found = self.0.get_mut(secret_hash);
        let open = found.filter(|kept| is_open(kept, now));
        Ok(open.map(|kept| {
            kept.1 = true;
            kept.0.clone()
        }))
    }
}
