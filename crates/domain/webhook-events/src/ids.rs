//! Names of what this domain keeps, and of what its events speak of and no other crate has yet.

use kernel::Id;

pub use kernel::ConnectionId;

/// Kinds of ids; never constructed.
pub mod kind {
    /// One thing that happened.
    pub enum Event {}
    /// Somebody's wish to be told.
    pub enum Subscription {}
    /// One event on its way to one subscription.
    pub enum Delivery {}
    /// One run of a conversion export.
    pub enum ExportRun {}
}

/// Names an event; `id` of a body.
pub type EventId = Id<kind::Event>;
/// Names a subscription.
pub type SubscriptionId = Id<kind::Subscription>;
/// Names a delivery; `webhook-id` of a request.
pub type DeliveryId = Id<kind::Delivery>;
/// Names a run of an export.
pub type ExportRunId = Id<kind::ExportRun>;
