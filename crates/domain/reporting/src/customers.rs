//! The customer list: one row a conversion of the goal that was asked for.

use async_trait::async_trait;
use kernel::{
    ConversionId, Currency, Exact, Keyset, Limit, Period, ProfileAccess, RevenueType, StoreError,
    Timestamp,
};

use crate::masking::PiiMode;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomersQuery {
    /// Local days of the conversions.
    pub period: Period,
    /// A conversion key of the profile.
    pub goal: String,
    /// A text that name or e-mail address must contain, whatever the case.
    pub search: Option<String>,
    /// Rows a page.
    pub limit: Limit<100>,
    /// Where the previous page ended.
    pub after: Option<Keyset>,
}

/// One conversion with whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerRow {
    /// The conversion.
    pub conversion_id: ConversionId,
    /// A customer id; for a browser nobody identified its anonymous id; for an event without any
    /// identifier the event's id. The journey takes all three.
    pub customer_profile_id: String,
    /// Full name.
    pub name: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Country of the last touch's session; empty when not known.
    pub country: String,
    /// Device of the last touch's session; empty when not known.
    pub device: String,
    /// Channel of the last touch; empty without one.
    pub channel: String,
    /// Source of the last touch; empty without one.
    pub source: String,
    /// Value in the reporting currency.
    pub revenue: Exact,
    /// What the value means.
    pub revenue_type: RevenueType,
    /// When it converted.
    pub conversion_time: Timestamp,
    /// From the first touch of the path to the conversion.
    pub time_to_complete_seconds: i64,
    /// Touches on the path.
    pub touch_count: i64,
    /// Channels on the path, each once, in order.
    pub touch_channels: Vec<String>,
    /// Conversions of this person, ever.
    pub conversion_count: i64,
    /// Cash of this person, ever.
    pub total_revenue: Exact,
}

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomersPage {
    /// Latest conversion first.
    pub rows: Vec<CustomerRow>,
    /// Where the next page begins, when there is one.
    pub next: Option<Keyset>,
    /// In which amounts are.
    pub currency: Currency,
    /// What a reader should know, as stable words.
    pub warnings: Vec<String>,
}

/// Answers customer lists.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CustomersReader: Send + Sync {
    /// One page of the profile's present generation.
    async fn customers(
        &self,
        access: &ProfileAccess,
        query: &CustomersQuery,
    ) -> Result<CustomersPage, StoreError>;

    /// The conversion keys of the profile.
    async fn goals(&self, access: &ProfileAccess) -> Result<Vec<String>, StoreError>;

    /// Whether the profile shows names and addresses.
    async fn pii_mode(&self, access: &ProfileAccess) -> Result<PiiMode, StoreError>;
}
