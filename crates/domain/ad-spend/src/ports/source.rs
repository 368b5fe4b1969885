//! How a platform is asked what ads cost.

use std::time::Duration;

use async_trait::async_trait;
use kernel::AccessToken;

use crate::calendar::Piece;
use crate::told::{CatalogueAd, Told};

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

/// Asks one platform what ads cost: cost, impressions, clicks and names, never its conversions.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SpendSource: Send + Sync {
    /// All that the platform says of these days of an account, by campaign and by ad: at most
    /// [`MOST_ROWS`] of each, else [`SourceFailure::TooMuch`]. An answer that ends in the middle is a
    /// failure, never a shorter list.
    async fn days(
        &self,
        access: &AccessToken,
        account_id: &str,
        piece: Piece,
    ) -> Result<Told, SourceFailure>;

    /// The account's campaigns, ad sets and ads, also those that cost nothing: at most
    /// [`MOST_ROWS`] ads, else [`SourceFailure::TooMuch`].
    async fn catalogue(
        &self,
        access: &AccessToken,
        account_id: &str,
    ) -> Result<Vec<CatalogueAd>, SourceFailure>;
}

/// Rows of a level that one call of a [`SpendSource`] answers at most.
pub const MOST_ROWS: usize = 100_000;
