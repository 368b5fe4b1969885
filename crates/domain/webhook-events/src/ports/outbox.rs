//! Events between their cause and their deliveries.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{ProfileId, StoreError};

use crate::delivery::NewDelivery;
use crate::event::Event;
use crate::event_type::EventType;
use crate::subscription::Subscription;

/// Where events are written, in the transaction of their cause: there is no other way to tell of something.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Outbox: Send {
    /// The types that some enabled subscription of the profile names. Events of other types would go to
    /// nobody, so whoever causes many may leave them out.
    async fn wanted(&mut self, profile_id: ProfileId) -> Result<BTreeSet<EventType>, StoreError>;

    /// Keeps events of one profile. They are told once the transaction has committed, and never when it has
    /// not.
    async fn add(&mut self, events: &[Event]) -> Result<(), StoreError>;
}

/// A delivery beside the event that it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed {
    /// The event.
    pub event: Event,
    /// Its way to one subscription.
    pub delivery: NewDelivery,
}

/// Turns events into deliveries, inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait FanOutStore: Send {
    /// Takes at most `most` events that wait, of each profile the oldest first. They wait again when the
    /// transaction does not commit; until it ends, nobody else gets them.
    async fn take(&mut self, most: u32) -> Result<Vec<Event>, StoreError>;

    /// Enabled subscriptions of the profile. Until the transaction ends, none of them is disabled.
    async fn enabled(&mut self, profile_id: ProfileId) -> Result<Vec<Subscription>, StoreError>;

    /// Writes deliveries, and leaves those out whose subscription has one of the event already.
    async fn insert(&mut self, deliveries: &[Addressed]) -> Result<(), StoreError>;
}
