//! What the ledger of reported figures says of spend.

use async_trait::async_trait;
use kernel::{Period, ProfileAccess, StoreError};

use crate::restated::RestatedDays;

/// The ledger, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait RestatedSpendReader: Send + Sync {
    /// What is reported of the spend of these days, by channel, and by how much writing of spend changed it after it was
    /// told first, by the place in [`AGES_FROM`](crate::restated::AGES_FROM) of how old the day was in the profile's
    /// time zone. Changes that were reported in another currency than that of now are not among them.
    async fn restated(
        &self,
        access: &ProfileAccess,
        period: Period,
    ) -> Result<RestatedDays, StoreError>;
}
