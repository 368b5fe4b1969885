//! Tokens as they are kept: sealed, with the profile and the connection bound to them.

use async_trait::async_trait;
use kernel::{ConnectionId, ProfileId, StoreError};

use crate::refresh::RefreshState;
use crate::tokens::Tokens;

/// The tokens of a connection, and how refreshing them goes.
#[derive(Clone, PartialEq, Eq)]
pub struct HeldTokens {
    /// The tokens.
    pub tokens: Tokens,
    /// Who refreshes them, and how often that failed.
    pub refresh: RefreshState,
}

/// Tokens inside a transaction that has locked their connection. Whoever reads the store's database without the
/// service's key can use none of them, and what was sealed for one connection opens for no other.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ConnectionTokenStore: Send {
    /// The tokens of a connection; `None` when it has none.
    async fn read(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<HeldTokens>, StoreError>;

    /// Replaces the tokens. Leases, failures and pauses of the former ones are forgotten.
    async fn put(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        tokens: &Tokens,
    ) -> Result<(), StoreError>;

    /// Replaces how refreshing goes; the tokens stay.
    async fn set_refresh(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        refresh: &RefreshState,
    ) -> Result<(), StoreError>;

    /// Deletes the tokens, if there are any.
    async fn remove(&mut self, profile_id: ProfileId, id: ConnectionId) -> Result<(), StoreError>;
}
