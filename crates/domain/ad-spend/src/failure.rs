//! Why a platform said nothing that can be used.

use std::time::Duration;

/// Why a platform said nothing that can be used. The texts name no person and hold no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceFailure {
    /// It does not accept the token.
    #[error("the platform does not accept the token")]
    TokenRefused,
    /// A permission that reading needs is missing.
    #[error("a permission is missing")]
    PermissionMissing,
    /// The account is closed, or was never one that ads are paid from.
    #[error("the account is closed")]
    AccountClosed,
    /// It no longer knows the version of its interface that it was asked with.
    #[error("the platform no longer answers version {version}; name another one in the settings")]
    Outdated {
        /// The version.
        version: String,
    },
    /// There is more than is read at once.
    #[error("the platform has more to say than is read at once")]
    TooMuch,
    /// It said no, by its own word.
    #[error("the platform refused: {0}")]
    Refused(String),
    /// It may answer another time.
    #[error("the platform did not answer: {why}")]
    TryLater {
        /// Why.
        why: String,
        /// How long it asked to wait.
        wait: Option<Duration>,
    },
}
