//! One person's history.

use async_trait::async_trait;
use kernel::{ConversionId, CustomerId, Exact, Limit, ProfileAccess, StoreError, Timestamp};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JourneyQuery {
    /// A customer id, an anonymous id or an event id, as the customer list names people.
    pub person: String,
    /// Events to leave out from the front.
    pub offset: u32,
    /// Events a page.
    pub limit: Limit<100>,
}

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JourneyEvent {
    /// `page_view`, `identify`, `custom`, or the type of an outcome event.
    pub event_type: String,
    /// The specific name.
    pub event_name: String,
    /// When; `None` never happens for a stored event.
    pub event_time: Option<Timestamp>,
    /// Full URL of a web event.
    pub url: Option<String>,
    /// Its path.
    pub path: Option<String>,
    /// Channel.
    pub channel: Option<String>,
    /// Traffic source, or who reported the payment.
    pub source: Option<String>,
    /// Medium.
    pub medium: Option<String>,
    /// Campaign, by its name in the ads catalogue where it is known.
    pub campaign: Option<String>,
    /// Money as received.
    pub value_amount: Option<Exact>,
    /// Its currency.
    pub currency: Option<String>,
    /// Device class.
    pub device: Option<String>,
    /// Browser family.
    pub browser: Option<String>,
    /// Operating system family.
    pub os: Option<String>,
    /// Country.
    pub country: Option<String>,
    /// City; no source of it ships with the service.
    pub city: Option<String>,
    /// Whether its touch was derived from its own evidence, for want of a visit.
    pub is_synthetic: bool,
    /// The conversion that it is; `None` when it is none.
    pub conversion_id: Option<ConversionId>,
}

/// One page of a history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journey {
    /// Earliest first.
    pub events: Vec<JourneyEvent>,
    /// Events in all.
    pub total_count: i64,
    /// The person's name, when it is known.
    pub name: Option<String>,
    /// Their e-mail address, when it is known.
    pub email: Option<String>,
    /// Their phone number, when it is known.
    pub phone: Option<String>,
    /// Which customer it is, if it is one who was not forgotten.
    pub customer: Option<CustomerId>,
}

/// Answers journeys.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait JourneyReader: Send + Sync {
    /// One page; empty for a person whom the profile does not know.
    async fn journey(
        &self,
        access: &ProfileAccess,
        query: &JourneyQuery,
    ) -> Result<Journey, StoreError>;
}
