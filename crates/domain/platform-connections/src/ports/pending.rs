//! Browsers that are on their way to a platform and back.

use async_trait::async_trait;
use kernel::{HandoffId, StoreError, Timestamp, WebSessionId};

/// What waits for a browser to come back with a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingAuthorization {
    /// The SHA-256 of the secret.
    pub secret_sha256: [u8; 32],
    /// The hand-off that it is about.
    pub handoff_id: HandoffId,
    /// The browser session that it was made for; no other gets it.
    pub session_id: WebSessionId,
    /// What belongs to it, sealed.
    pub sealed: Vec<u8>,
    /// Until when it counts.
    pub expires_at: Timestamp,
}

/// What was taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenAuthorization {
    /// The hand-off that it is about.
    pub handoff_id: HandoffId,
    /// What belongs to it, sealed.
    pub sealed: Vec<u8>,
}

/// Keeps them by the hash of their secret. Each call is one transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait PendingAuthorizationStore: Send + Sync {
    /// Keeps one; forgets some that have expired.
    async fn keep(&self, pending: &PendingAuthorization, now: Timestamp) -> Result<(), StoreError>;

    /// Takes one out: it counts once, in time, and in its own browser alone.
    async fn take(
        &self,
        secret_sha256: &[u8; 32],
        session_id: WebSessionId,
        now: Timestamp,
    ) -> Result<Option<TakenAuthorization>, StoreError>;
}
