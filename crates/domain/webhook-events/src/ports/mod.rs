//! What this domain needs from a store and from the network.

mod deliveries;
mod outbox;
mod queue;
mod reported_conversions;
mod sender;
mod subscriptions;
mod told_freshness;

pub use deliveries::{
    AttemptRecord, DeliveryDetail, DeliveryFilter, DeliveryReader, DeliveryRecord, DeliveryStore,
    Replayable,
};
pub use outbox::{Addressed, FanOutStore, Outbox};
pub use queue::{
    BUCKETS, Claim, ClaimedDelivery, DeliveryQueue, Lease, Receiver, Settlement, bucket,
};
pub use reported_conversions::{FirstAttribution, ReportedConversions};
pub use sender::{DeliveryRequest, Sender};
pub use subscriptions::{SubscriptionReader, SubscriptionStore};
pub use told_freshness::{Fresher, ToldFreshness};

#[cfg(feature = "mocks")]
pub use deliveries::{MockDeliveryReader, MockDeliveryStore};
#[cfg(feature = "mocks")]
pub use outbox::{MockFanOutStore, MockOutbox};
#[cfg(feature = "mocks")]
pub use queue::MockDeliveryQueue;
#[cfg(feature = "mocks")]
pub use reported_conversions::MockReportedConversions;
#[cfg(feature = "mocks")]
pub use sender::MockSender;
#[cfg(feature = "mocks")]
pub use subscriptions::{MockSubscriptionReader, MockSubscriptionStore};
#[cfg(feature = "mocks")]
pub use told_freshness::MockToldFreshness;
