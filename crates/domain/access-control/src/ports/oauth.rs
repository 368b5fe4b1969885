//! What the authorization server keeps.

use std::collections::BTreeSet;

use crate::oauth::{AuthorizationCode, Client, RefreshToken};
use crate::{Grant, TokenFamily};
use async_trait::async_trait;
use kernel::{Scope, StoreError, Timestamp, TokenFamilyId};

/// SHA-256 of a secret.
pub type SecretHash = [u8; 32];

/// An access token to be kept.
#[derive(Clone, Debug)]
pub struct NewAccessToken {
    /// SHA-256 of its secret.
    pub secret_hash: SecretHash,
    /// What it belongs to.
    pub family_id: TokenFamilyId,
    /// The family's grants, or fewer.
    pub grants: BTreeSet<Grant>,
    /// The family's scopes, or fewer.
    pub scopes: BTreeSet<Scope>,
    /// When it was issued.
    pub created_at: Timestamp,
    /// From when on it counts no more.
    pub expires_at: Timestamp,
}

/// A refresh token to be kept.
#[derive(Clone, Debug)]
pub struct NewRefreshToken {
    /// SHA-256 of its secret.
    pub secret_hash: SecretHash,
    /// What it belongs to.
    pub family_id: TokenFamilyId,
    /// When it was issued.
    pub created_at: Timestamp,
    /// From when on it counts no more.
    pub expires_at: Timestamp,
}

/// Keeps clients.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ClientStore: Send {
    /// The client of this id.
    async fn find(&mut self, id: &str) -> Result<Option<Client>, StoreError>;

    /// Keeps a new client.
    async fn insert(&mut self, client: &Client) -> Result<(), StoreError>;

    /// Notes that somebody approved it, the first time; later times change nothing.
    async fn authorise(&mut self, id: &str, at: Timestamp) -> Result<(), StoreError>;

    /// Forgets some clients that were registered before and that nobody ever approved, the oldest first:
    /// all of them when it is asked for often enough.
    async fn forget_unused(&mut self, before: Timestamp) -> Result<(), StoreError>;
}

/// Keeps codes and tokens by the SHA-256 of their secrets.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TokenStore: Send {
    /// Keeps a code, which nothing has been exchanged for yet.
    async fn insert_code(
        &mut self,
        hash: &SecretHash,
        code: &AuthorizationCode,
    ) -> Result<(), StoreError>;

    /// Spends a code of this client, if nobody did before, in one statement: of several at once one
    /// gets it. The others wait until that one is done. Whether it has expired is the caller's to judge.
    async fn spend_code(
        &mut self,
        hash: &SecretHash,
        client_id: &str,
        at: Timestamp,
    ) -> Result<Option<AuthorizationCode>, StoreError>;

    /// A code of this client, spent or not.
    async fn find_code(
        &mut self,
        hash: &SecretHash,
        client_id: &str,
    ) -> Result<Option<AuthorizationCode>, StoreError>;

    /// Notes what a code was exchanged for.
    async fn link_code(
        &mut self,
        hash: &SecretHash,
        family: TokenFamilyId,
    ) -> Result<(), StoreError>;

    /// Keeps a family. Beyond the newest [`MOST_FAMILIES`](crate::user_token::MOST_FAMILIES) of its person
    /// that have not ended, the oldest end at the instant at which this one was approved.
    async fn insert_family(&mut self, family: &TokenFamily) -> Result<(), StoreError>;

    /// Keeps an access token.
    async fn insert_access(&mut self, token: &NewAccessToken) -> Result<(), StoreError>;

    /// Keeps a refresh token.
    async fn insert_refresh(&mut self, token: &NewRefreshToken) -> Result<(), StoreError>;

    /// A refresh token and its family, spent or not.
    async fn find_refresh(&mut self, hash: &SecretHash)
    -> Result<Option<RefreshToken>, StoreError>;

    /// Spends a refresh token; `false` when somebody was faster, or when there is none.
    async fn spend_refresh(&mut self, hash: &SecretHash, at: Timestamp)
    -> Result<bool, StoreError>;

    /// The family that an access or a refresh token belongs to, ended or not.
    async fn find_family(&mut self, hash: &SecretHash) -> Result<Option<TokenFamily>, StoreError>;

    /// Ends a family, and with it every token of it. One that has ended keeps when it did.
    async fn burn(&mut self, family: TokenFamilyId, at: Timestamp) -> Result<(), StoreError>;

    /// Forgets some tokens that expired before, and some codes that did so
    /// [`REFRESH_TOKEN_MICROS`](crate::oauth::tokens::REFRESH_TOKEN_MICROS) earlier: until then, showing a
    /// code again ends what it led to. The oldest go first, all of them when it is asked for often enough.
    async fn forget_expired(&mut self, before: Timestamp) -> Result<(), StoreError>;
}
