//! Ad spend, the ads catalogue and exchange rates.

use ad_spend::catalogue::AdCreative;
use ad_spend::{AccountDays, AdRow, Cost};
use async_trait::async_trait;
use kernel::{Currency, Date, ProfileId, StoreError, Timestamp};
use rust_decimal::Decimal;

/// What one ad, or a whole of several, cost on one day. The ids of what is no ad end earlier and go on
/// with empty strings: such a row is the total of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpendRow {
    /// Local day of the account.
    pub date: Date,
    /// Platform, for example `google_ads`.
    pub platform: String,
    /// Account id.
    pub account_id: String,
    /// Campaign id.
    pub campaign_id: String,
    /// Ad set (ad group) id.
    pub ad_set_id: String,
    /// Ad id.
    pub ad_id: String,
    /// Cost of the day.
    pub amount: Cost,
    /// Its currency.
    pub currency: Currency,
    /// Impressions, if told.
    pub impressions: Option<i64>,
    /// Clicks, if told.
    pub clicks: Option<i64>,
    /// The traffic that the spend buys.
    pub signature_id: i64,
}

/// One day of one account.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AccountDay {
    /// Local day of the account.
    pub date: Date,
    /// Platform.
    pub platform: String,
    /// Account id.
    pub account_id: String,
}

/// Which traffic a platform buys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpendPlatform {
    /// The platform, in lower case.
    pub platform: String,
    /// `utm_source` of its traffic.
    pub utm_source: String,
    /// `utm_medium` of its traffic.
    pub utm_medium: String,
}

/// A rate of one day: one unit of `from` is `rate` units of `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FxRate {
    /// Currency that is converted.
    pub from: Currency,
    /// Currency that it becomes.
    pub to: Currency,
    /// The day for which the rate holds.
    pub date: Date,
    /// The rate, above zero.
    pub rate: Decimal,
    /// Who published it.
    pub source: String,
}

/// Spend inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait SpendStore: Send {
    /// Writes days, replacing what was there for the same ad and day. [`SpendStore::count`] brings
    /// them into reports.
    async fn upsert_spend(
        &mut self,
        profile_id: ProfileId,
        rows: &[SpendRow],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Removes what is there of the account's days except what is `kept`, and tells how many rows
    /// that were.
    async fn remove_others<'a>(
        &mut self,
        profile_id: ProfileId,
        replaced: &AccountDays,
        kept: &[(Date, &'a AdRow)],
    ) -> Result<usize, StoreError>;

    /// Those of the account days that have rows in several currencies.
    async fn mixed_currencies(
        &mut self,
        profile_id: ProfileId,
        days: &[AccountDay],
    ) -> Result<Vec<AccountDay>, StoreError>;

    /// Counts the spend of these days anew, or of all: reports and the ledger have it from then on.
    /// A row that stands for a whole counts with what its parts do not explain; parts of a whole that
    /// they exceed do not count at all. True when there is such a whole.
    async fn count<'a>(
        &mut self,
        profile_id: ProfileId,
        days: Option<&'a [Date]>,
    ) -> Result<bool, StoreError>;

    /// Writes names, keeping those that are not given.
    async fn upsert_ads(
        &mut self,
        profile_id: ProfileId,
        rows: &[AdRow],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Writes what ads show, each ad once; a name that is not given keeps that of the same creative.
    async fn upsert_creatives(
        &mut self,
        profile_id: ProfileId,
        rows: &[AdCreative],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// What the profile says of platforms, by name.
    async fn platforms(&mut self, profile_id: ProfileId) -> Result<Vec<SpendPlatform>, StoreError>;

    /// Replaces all that the profile says of platforms.
    async fn replace_platforms(
        &mut self,
        profile_id: ProfileId,
        platforms: &[SpendPlatform],
    ) -> Result<(), StoreError>;

    /// Writes rates, replacing those of the same day. Spend of their days is worth what they say from
    /// then on.
    async fn upsert_rates(
        &mut self,
        profile_id: ProfileId,
        rates: &[FxRate],
    ) -> Result<(), StoreError>;
}
