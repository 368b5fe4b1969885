//! Connections as they are kept. None of these methods reads a token.

use async_trait::async_trait;
use kernel::{ConnectionId, Keyset, Limit, ProfileAccess, ProfileId, StoreError};

use crate::connection::Connection;
use crate::provider::PlatformProvider;

/// Connections, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ConnectionReader: Send + Sync {
    /// A page of the profile's, removed ones too, the latest first: those that were made before `after`.
    async fn page(
        &self,
        access: &ProfileAccess,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<Connection>, StoreError>;

    /// One of the profile's; `None` when there is none of this id.
    async fn find(
        &self,
        access: &ProfileAccess,
        id: ConnectionId,
    ) -> Result<Option<Connection>, StoreError>;
}

/// Connections inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ConnectionStore: Send {
    /// How many the profile has that are not removed. Until the transaction ends, nobody else who asks is told.
    async fn count(&mut self, profile_id: ProfileId) -> Result<u64, StoreError>;

    /// One of the profile's; `None` when there is none of this id. Until the transaction ends, nobody else
    /// changes it or its tokens.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<Connection>, StoreError>;

    /// Those of these ids that are the profile's, removed or not, in no order.
    async fn of_ids(
        &mut self,
        profile_id: ProfileId,
        ids: &[ConnectionId],
    ) -> Result<Vec<Connection>, StoreError>;

    /// The profile's with this account, removed or not; `None` when it was never connected. Locked as by
    /// [`ConnectionStore::lock`].
    async fn lock_account(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
        account_id: &str,
    ) -> Result<Option<Connection>, StoreError>;

    /// Whether the profile has another one with this platform that is not removed.
    async fn has_another(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
        than: ConnectionId,
    ) -> Result<bool, StoreError>;

    /// Whether the profile has an account of this platform, removed or not: one that may be connected again.
    async fn knows(
        &mut self,
        profile_id: ProfileId,
        provider: PlatformProvider,
    ) -> Result<bool, StoreError>;

    /// Writes a new one without tokens. [`StoreError::Conflict`] when the account was connected meanwhile.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        connection: &Connection,
    ) -> Result<(), StoreError>;

    /// Replaces every field of the connection of the same id; its tokens stay as they are.
    async fn update(
        &mut self,
        profile_id: ProfileId,
        connection: &Connection,
    ) -> Result<(), StoreError>;
}
