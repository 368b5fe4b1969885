//! What this domain needs from a store.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp, UserId, WorkspaceId};

use crate::api_key::ApiKey;
use crate::rate::{Allowance, Charge};
use crate::roles::Reach;
use crate::user_token::UserToken;

/// Keeps API keys by the SHA-256 of their secret. Hashes are unique over all profiles.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ApiKeyStore: Send + Sync {
    /// The key with this secret, revoked or not; `None` when there never was one.
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<ApiKey>, StoreError>;

    /// Keeps a new key under the SHA-256 of its secret.
    async fn insert(&self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreError>;

    /// Revokes every key of the profile with this name that still counts; how many there were.
    async fn revoke_by_name(
        &self,
        profile: ProfileId,
        name: &str,
        at: Timestamp,
    ) -> Result<u64, StoreError>;

    /// Keys of the profile, at most 1,000: those that count before revoked ones, the latest first.
    async fn list(&self, profile: ProfileId) -> Result<Vec<ApiKey>, StoreError>;
}

/// Finds a person's way to what they ask for, in one query each, so that what cannot be reached
/// and what does not exist are the same `None`.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ReachReader: Send + Sync {
    /// The way to a profile.
    async fn to_profile(
        &self,
        user: UserId,
        profile: ProfileId,
    ) -> Result<Option<Reach>, StoreError>;

    /// The way to a workspace.
    async fn to_workspace(
        &self,
        user: UserId,
        workspace: WorkspaceId,
    ) -> Result<Option<Reach>, StoreError>;
}

/// Looks access tokens up by the SHA-256 of their secret.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait UserTokenStore: Send + Sync {
    /// The token with this secret, alive or not; `None` when there never was one.
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<UserToken>, StoreError>;
}

/// Why a session token could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum SessionTokenFailure {
    /// No key of the provider was ever loaded.
    #[error("the keys of the identity provider are not known")]
    NoKeys,
    /// The store of people failed.
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// Judges session tokens: the identity provider's JWTs.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SessionTokenVerifier: Send + Sync {
    /// Who the token speaks for; `None` for every token that does not count.
    async fn verify(&self, token: &str) -> Result<Option<UserId>, SessionTokenFailure>;
}

/// Keeps buckets.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait RateLimiter: Send + Sync {
    /// Checks and charges in one atomic step.
    async fn charge(&self, allowance: &Allowance, cost: u32) -> Result<Charge, StoreError>;
}

/// How a counted call went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It is one of the calls that are allowed; so many more are.
    Passed {
        /// Calls left.
        remaining: u32,
    },
    /// There were enough of them already.
    Refused {
        /// Microseconds until the oldest one is forgotten.
        retry_after: i64,
    },
}

/// Counts calls exactly over the last hour, for the few things that are rare and dear.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CallCounter: Send + Sync {
    /// Counts a call unless there were `limit` in the last hour. Calls of one bucket are counted
    /// one after the other.
    async fn count(&self, bucket: &str, limit: u32) -> Result<Counted, StoreError>;
}
