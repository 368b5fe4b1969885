//! How a platform is asked what ads cost.

use async_trait::async_trait;
use kernel::AccessToken;

use crate::calendar::Piece;
use crate::failure::SourceFailure;
use crate::told::{CatalogueAd, Told};

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
