//! Connections with ad platforms in a transaction: the stores of `postgres_exports` as stores of one transaction.

use async_trait::async_trait;
use kernel::{ConnectionId, ProfileId, StoreError};
use platform_connections::ports::{ConnectionStore, ConnectionTokenStore, HeldTokens};
use platform_connections::{Connection, PlatformProvider, RefreshState, Tokens};
use postgres_exports::{connections, tokens};

use crate::work::PgWork;

#[async_trait]
impl ConnectionStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ConnectionStore::count", skip_all)]
    async fn count(&mut self, profile_id: ProfileId) -> Result<u64, StoreError> {
        connections::count(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<Connection>, StoreError> {
        connections::lock(&mut self.people.connection, profile_id, id).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionStore::of_ids", skip_all)]
    async fn of_ids(
        &mut self,
        profile_id: ProfileId,
        ids: &[ConnectionId],
    ) -> Result<Vec<Connection>, StoreError> {
        connections::of_ids(&mut self.people.connection, profile_id, ids).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionStore::lock_account", skip_all)]
    async fn lock_account(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
        account_id: &str,
    ) -> Result<Option<Connection>, StoreError> {
        let account = (provider, account_id);
        connections::lock_account(&mut self.people.connection, profile_id, account).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionStore::has_another", skip_all)]
    async fn has_another(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
        than: ConnectionId,
    ) -> Result<bool, StoreError> {
        connections::has_another(&mut self.people.connection, profile_id, (provider, than)).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionStore::knows", skip_all)]
    async fn knows(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
    ) -> Result<bool, StoreError> {
        connections::knows(&mut self.people.connection, profile_id, provider).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        connection: &Connection,
    ) -> Result<(), StoreError> {
        connections::insert(&mut self.people.connection, profile_id, connection).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionStore::update", skip_all)]
    async fn update(
        &mut self,
        profile_id: ProfileId,
        connection: &Connection,
    ) -> Result<(), StoreError> {
        connections::update(&mut self.people.connection, profile_id, connection).await
    }
}

#[async_trait]
impl ConnectionTokenStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ConnectionTokenStore::read", skip_all)]
    async fn read(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<HeldTokens>, StoreError> {
        tokens::read(
            &mut self.people.connection,
            &*self.people.sealing,
            (profile_id, id),
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionTokenStore::put", skip_all)]
    async fn put(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        tokens: &Tokens,
    ) -> Result<(), StoreError> {
        let place = (profile_id, id);
        tokens::put(
            &mut self.people.connection,
            &*self.people.sealing,
            place,
            tokens,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionTokenStore::set_refresh", skip_all)]
    async fn set_refresh(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        refresh: &RefreshState,
    ) -> Result<(), StoreError> {
        tokens::set_refresh(&mut self.people.connection, (profile_id, id), refresh).await
    }

    #[tracing::instrument(level = "debug", name = "ConnectionTokenStore::remove", skip_all)]
    async fn remove(&mut self, profile_id: ProfileId, id: ConnectionId) -> Result<(), StoreError> {
        tokens::remove(&mut self.people.connection, (profile_id, id)).await
    }
}
