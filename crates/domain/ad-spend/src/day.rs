//! A day of spend, whoever tells it.

use kernel::{Currency, Date};

use crate::cost::Cost;

/// Names of the levels of one ad. The ids of what is no ad end earlier and go on with empty strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdRow {
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
    /// Account name; `None` keeps what is there.
    pub account_name: Option<String>,
    /// Campaign name; `None` keeps what is there.
    pub campaign_name: Option<String>,
    /// Ad set name; `None` keeps what is there.
    pub ad_set_name: Option<String>,
    /// Ad name; `None` keeps what is there.
    pub ad_name: Option<String>,
}

/// One day of one ad, as a caller reports it, or of the ad set, the campaign or the account whose
/// parts' ids are empty: then it is the total of its parts, named and unnamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpendDay {
    /// Local day of the account.
    pub date: Date,
    /// The ad, with whatever names are known.
    pub ad: AdRow,
    /// What the day cost.
    pub amount: Cost,
    /// Its currency; `None` is the profile's.
    pub currency: Option<Currency>,
    /// Impressions, if told.
    pub impressions: Option<i64>,
    /// Clicks, if told.
    pub clicks: Option<i64>,
    /// `utm_source` of the traffic that it buys; `None` is what the platform stands for.
    pub utm_source: Option<String>,
    /// `utm_medium` of the traffic that it buys; `None` is what the platform stands for.
    pub utm_medium: Option<String>,
}

/// Days of one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDays {
    /// The platform.
    pub platform: String,
    /// The account; empty for what no account is named of.
    pub account_id: String,
    /// The days, each once.
    pub dates: Vec<Date>,
}
