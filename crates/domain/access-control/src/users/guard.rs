//! What tells somebody who signs in again from somebody who guesses.

use async_trait::async_trait;
use kernel::{StoreError, Timestamp, UserId};

use super::user::EmailAddress;

/// Most browsers that are known of one person; one more forgets the oldest.
pub const MOST_BROWSERS: u32 = 20;
/// Days after its last sign-in in which a browser is known.
pub const KNOWN_DAYS: i32 = 400;

/// Tries with a wrong password at one account, from browsers that were not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedTries {
    /// How many.
    pub tries: i64,
    /// The first one.
    pub first_at: Timestamp,
    /// The last one.
    pub last_at: Timestamp,
}

/// Keeps, by the SHA-256 of their secrets, the browsers in which somebody was signed in with a
/// password, and counts tries that failed. An account is named by a text that does not show whose it is.
#[async_trait]
pub trait SignInGuard: Send + Sync {
    /// Whether the person with this e-mail address was signed in in this browser.
    async fn knows(&self, browser: &[u8; 32], email: &EmailAddress) -> Result<bool, StoreError>;

    /// Knows the browser of this person from now on. What was known of it by the secret that it had
    /// before is known by the new one alone.
    async fn remember(
        &self,
        browser: &[u8; 32],
        before: Option<[u8; 32]>,
        user: UserId,
    ) -> Result<(), StoreError>;

    /// Counts a try that failed.
    async fn count_failure(&self, account: &str) -> Result<(), StoreError>;

    /// The tries that failed since they were last forgotten, if there are any; a month without one
    /// forgets them, too.
    async fn failures(&self, account: &str) -> Result<Option<FailedTries>, StoreError>;

    /// Forgets the tries that failed.
    async fn forget_failures(&self, account: &str) -> Result<(), StoreError>;
}
