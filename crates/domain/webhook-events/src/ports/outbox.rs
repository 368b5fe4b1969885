//! Events between their cause and their deliveries.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError};

use crate::delivery::NewDelivery;
use crate::event::Event;
use crate::ids::EventId;
use crate::subscription::Subscription;

/// Where events are written, in the transaction of their cause: there is no other way to tell of something.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Outbox: Send {
    /// Keeps an event. It is told once the transaction has committed, and never when it has not.
    async fn add(&mut self, event: &Event) -> Result<(), StoreError>;
}

/// Turns events into deliveries, inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait FanOutStore: Send {
    /// At most `most` events that wait, oldest first. Until the transaction ends, nobody else takes them.
    async fn take(&mut self, most: u32) -> Result<Vec<Event>, StoreError>;

    /// Enabled subscriptions of the profile. Until the transaction ends, none of them is disabled.
    async fn enabled(&mut self, profile_id: ProfileId) -> Result<Vec<Subscription>, StoreError>;

    /// Writes deliveries, and leaves those out whose subscription has one of the event already.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        deliveries: &[NewDelivery],
    ) -> Result<(), StoreError>;

    /// The event does not wait any more.
    async fn settle(&mut self, profile_id: ProfileId, event: EventId) -> Result<(), StoreError>;
}
