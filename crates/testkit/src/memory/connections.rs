//! Connections with ad platforms in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{ConnectionId, ProfileId, StoreError};
use platform_connections::ports::{ConnectionStore, ConnectionTokenStore, HeldTokens};
use platform_connections::{Connection, PlatformProvider, RefreshState, Tokens};

use crate::contracts::ConnectionStores;

/// Connections of any number of profiles. Tokens are kept as they are, because nobody reads them but the test.
#[derive(Clone, Default)]
pub struct MemoryConnections {
    kept: BTreeMap<(ProfileId, ConnectionId), (Connection, Option<HeldTokens>)>,
}

impl MemoryConnections {
    fn of(&self, profile: ProfileId) -> impl Iterator<Item = &Connection> {
        let own = self.kept.iter().filter(move |(key, _)| key.0 == profile);
        own.map(|(_, (connection, _))| connection)
    }

    fn tokens_of(
        &mut self,
        profile: ProfileId,
        id: ConnectionId,
    ) -> Option<&mut Option<HeldTokens>> {
        let kept = self.kept.get_mut(&(profile, id));
        kept.map(|(_, tokens)| tokens)
    }
}

impl ConnectionStores for MemoryConnections {
    fn connections(&mut self) -> &mut dyn ConnectionStore {
        self
    }

    fn tokens(&mut self) -> &mut dyn ConnectionTokenStore {
        self
    }
}

#[async_trait]
impl ConnectionStore for MemoryConnections {
    async fn count(&mut self, profile_id: ProfileId) -> Result<u64, StoreError> {
        let there = self.of(profile_id).filter(|it| !it.is_revoked());
        u64::try_from(there.count()).map_err(StoreError::inconsistent)
    }

    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<Connection>, StoreError> {
        Ok(self.of(profile_id).find(|it| it.id == id).cloned())
    }

    async fn of_ids(
        &mut self,
        profile_id: ProfileId,
        ids: &[ConnectionId],
    ) -> Result<Vec<Connection>, StoreError> {
        let own = self.of(profile_id).filter(|it| ids.contains(&it.id));
        Ok(own.cloned().collect())
    }

    async fn lock_account(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
        account_id: &str,
    ) -> Result<Option<Connection>, StoreError> {
        let mut own = self.of(profile_id);
        let found = own.find(|it| it.provider == provider && it.account.id == account_id);
        Ok(found.cloned())
    }

    async fn has_another(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
        than: ConnectionId,
    ) -> Result<bool, StoreError> {
        let mut own = self.of(profile_id);
        Ok(own.any(|it| it.provider == provider && it.id != than && !it.is_revoked()))
    }

    async fn knows(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
    ) -> Result<bool, StoreError> {
        Ok(self.of(profile_id).any(|it| it.provider == provider))
    }

    async fn insert(
        &mut self,
        profile_id: ProfileId,
        connection: &Connection,
    ) -> Result<(), StoreError> {
        let (provider, account) = (connection.provider, &connection.account.id);
        let known = self.lock_account(profile_id, provider, account).await?;
        if known.is_some() {
            return Err(StoreError::Conflict);
        }
        let new = (connection.clone(), None);
        self.kept.insert((profile_id, connection.id), new);
        Ok(())
    }

    async fn update(
        &mut self,
        profile_id: ProfileId,
        connection: &Connection,
    ) -> Result<(), StoreError> {
        if let Some((kept, _)) = self.kept.get_mut(&(profile_id, connection.id)) {
            kept.clone_from(connection);
        }
        Ok(())
    }
}

#[async_trait]
impl ConnectionTokenStore for MemoryConnections {
    async fn read(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<HeldTokens>, StoreError> {
        Ok(self.tokens_of(profile_id, id).cloned().flatten())
    }

    async fn put(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        tokens: &Tokens,
    ) -> Result<(), StoreError> {
        if let Some(kept) = self.tokens_of(profile_id, id) {
            *kept = Some(HeldTokens {
                tokens: tokens.clone(),
                refresh: RefreshState::default(),
            });
        }
        Ok(())
    }

    async fn set_refresh(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        refresh: &RefreshState,
    ) -> Result<(), StoreError> {
        if let Some(Some(kept)) = self.tokens_of(profile_id, id) {
            kept.refresh = *refresh;
        }
        Ok(())
    }

    async fn remove(&mut self, profile_id: ProfileId, id: ConnectionId) -> Result<(), StoreError> {
        if let Some(kept) = self.tokens_of(profile_id, id) {
            *kept = None;
        }
        Ok(())
    }
}
