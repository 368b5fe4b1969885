//! Ad spend, the ads catalogue and exchange rates.

use async_trait::async_trait;
use kernel::{Amount, Currency, Date, ProfileId, Timestamp};
use rust_decimal::Decimal;

use crate::store_error::StoreError;

/// What one ad (or whatever the platform reports by) cost on one day. Levels that the platform
/// does not report by are empty strings.
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
    pub amount: Amount,
    /// Its currency.
    pub currency: Currency,
    /// Impressions, if told.
    pub impressions: Option<i64>,
    /// Clicks, if told.
    pub clicks: Option<i64>,
    /// The traffic that the spend buys.
    pub signature_id: i64,
}

/// Names of the levels of one ad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdRow {
    /// Platform.
    pub platform: String,
    /// Account id.
    pub account_id: String,
    /// Campaign id.
    pub campaign_id: String,
    /// Ad set id.
    pub ad_set_id: String,
    /// Ad id.
    pub ad_id: String,
    /// Account name; `None` keeps what is there.
    pub account_name: Option<String>,
    /// Campaign name; `None` keeps what is there.
    pub campaign_name: Option<String>,
    /// Ad set name; `None` keeps what is there.
    pub ad_set_name: Option<String>,
    /// Ad name; `None` keeps what is there.
    pub ad_name: Option<String>,
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
#[async_trait]
pub trait SpendStore: Send {
    /// Writes days, replacing what was there for the same ad and day. Reports and the ledger have
    /// them from then on.
    async fn upsert_spend(
        &mut self,
        profile_id: ProfileId,
        rows: &[SpendRow],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Writes names, keeping those that are not given.
    async fn upsert_ads(
        &mut self,
        profile_id: ProfileId,
        rows: &[AdRow],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Writes rates, replacing those of the same day. Spend of their days is worth what they say from
    /// then on.
    async fn upsert_rates(
        &mut self,
        profile_id: ProfileId,
        rates: &[FxRate],
    ) -> Result<(), StoreError>;
}
