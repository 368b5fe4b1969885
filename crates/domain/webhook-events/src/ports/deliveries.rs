//! Deliveries as people see them, and what they may do with one.

use std::time::Duration;

use async_trait::async_trait;
use kernel::{Keyset, Limit, ProfileAccess, ProfileId, StoreError, Timestamp};

use crate::attempt::{AttemptOutcome, Excerpt};
use crate::delivery::{DeliveryState, DeliveryStatus, NewDelivery};
use crate::event::Event;
use crate::event_type::EventType;
use crate::ids::{DeliveryId, EventId, SubscriptionId};

/// Which deliveries; what is `None` lets all pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryFilter {
    /// To this subscription.
    pub subscription_id: Option<SubscriptionId>,
    /// So far.
    pub status: Option<DeliveryStatus>,
    /// Of events of this type.
    pub event_type: Option<EventType>,
}

/// A delivery as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// Its id, `webhook-id` of every request.
    pub id: DeliveryId,
    /// Who gets it.
    pub subscription_id: SubscriptionId,
    /// What it tells.
    pub event_id: EventId,
    /// The event's type.
    pub event_type: EventType,
    /// How far it is.
    pub state: DeliveryState,
    /// How many attempts there were, of all schedules.
    pub attempts: u32,
    /// How the last one ended; `None` when there was none.
    pub last_outcome: Option<AttemptOutcome>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// One attempt as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptRecord {
    /// 1, 2, 3, …
    pub number: u32,
    /// When it ended.
    pub at: Timestamp,
    /// How it ended.
    pub outcome: AttemptOutcome,
    /// How long it took.
    pub took: Duration,
    /// What the receiver said.
    pub excerpt: Excerpt,
}

/// A delivery with its attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryDetail {
    /// The delivery.
    pub delivery: DeliveryRecord,
    /// Its attempts, first to last.
    pub attempts: Vec<AttemptRecord>,
    /// Whether its body is still kept, so that it can be replayed.
    pub is_payload_kept: bool,
}

/// Deliveries, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DeliveryReader: Send + Sync {
    /// One page of the profile's that pass the filter, latest first, by when they were made and their id.
    /// `after` is where the page before ended.
    async fn page(
        &self,
        access: &ProfileAccess,
        filter: &DeliveryFilter,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<DeliveryRecord>, StoreError>;

    /// One of the profile's; `None` when there is none of this id.
    async fn find(
        &self,
        access: &ProfileAccess,
        id: DeliveryId,
    ) -> Result<Option<DeliveryDetail>, StoreError>;
}

/// What has to be known of a delivery to replay it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayable {
    /// When its event happened, from when on its body is kept.
    pub event_at: Timestamp,
    /// How far it is.
    pub state: DeliveryState,
    /// Whether its body is still kept.
    pub is_payload_kept: bool,
}

/// Deliveries inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DeliveryStore: Send {
    /// One of the profile's; `None` when there is none of this id. Until the transaction ends, nobody else
    /// changes it.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: DeliveryId,
    ) -> Result<Option<Replayable>, StoreError>;

    /// Makes it due at an instant with a whole schedule before it, and takes it from whoever is sending it: what they settle counts for nothing.
    async fn requeue(
        &mut self,
        profile_id: ProfileId,
        id: DeliveryId,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Writes the delivery of a test with its event, which goes to no other subscription.
    async fn insert_test(
        &mut self,
        event: &Event,
        delivery: &NewDelivery,
    ) -> Result<(), StoreError>;
}
