//! How platforms are asked for access.

use std::time::Duration;

use async_trait::async_trait;

use crate::account::Account;
use crate::provider::PlatformProvider;
use crate::secret::{AuthorizationCode, AuthorizationSecrets};
use crate::state::ReconnectReason;
use crate::tokens::{Grant, Tokens};
use kernel::AccessToken;

/// How a platform can be connected here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// A browser can be sent to it: the operator has a client there.
    pub authorize: bool,
    /// A token can be pasted.
    pub paste: bool,
}

impl Ways {
    /// Whether there is any.
    pub const fn any(self) -> bool {
        self.authorize || self.paste
    }
}

/// Why a platform gave nothing. The texts name no person and hold no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthorizationFailure {
    /// The operator has no client there.
    #[error("no client of the platform is configured")]
    NotConfigured,
    /// The platform says no; its error code.
    #[error("the platform refused: {0}")]
    Refused(String),
    /// The platform gives no answer that can be used.
    #[error("the platform does not answer: {0}")]
    Unreachable(String),
}

/// Why a token was not refreshed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefreshFailure {
    /// It never will be: somebody has to connect the account anew.
    #[error("the platform gives no token any more: {}", .0.as_str())]
    Stopped(ReconnectReason),
    /// It may be another time.
    #[error("the platform gave no token this time: {why}")]
    TryLater {
        /// Why, without anything secret.
        why: String,
        /// How long the platform asked to wait.
        after: Option<Duration>,
    },
}

/// Asks platforms for access: OAuth 2.0 with the operator's own client (RFC 6749), code and PKCE (RFC 7636).
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait PlatformAuthorization: Send + Sync {
    /// How the platform can be connected here.
    fn ways(&self, provider: PlatformProvider) -> Ways;

    /// The platform's page, where the browser goes. It comes back to `/auth/connections/callback`.
    fn page(
        &self,
        provider: PlatformProvider,
        secrets: &AuthorizationSecrets,
    ) -> Result<String, AuthorizationFailure>;

    /// What the platform gives for a code that a browser brought back, and the verifier that its page was made with.
    async fn exchange(
        &self,
        provider: PlatformProvider,
        code: &AuthorizationCode,
        secrets: &AuthorizationSecrets,
    ) -> Result<Grant, AuthorizationFailure>;

    /// New tokens for old ones.
    async fn refresh(
        &self,
        provider: PlatformProvider,
        tokens: &Tokens,
    ) -> Result<Grant, RefreshFailure>;

    /// The accounts that a token reaches, at most [`MAX_ACCOUNTS`](crate::MAX_ACCOUNTS), in the platform's order.
    async fn accounts(
        &self,
        provider: PlatformProvider,
        access: &AccessToken,
    ) -> Result<Vec<Account>, AuthorizationFailure>;

    /// Tells the platform that the tokens are not needed any more.
    async fn revoke(
        &self,
        provider: PlatformProvider,
        tokens: &Tokens,
    ) -> Result<(), AuthorizationFailure>;
}
