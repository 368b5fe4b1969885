//! Deliveries that are due.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use crate::attempt::Attempt;
use crate::delivery::{AfterAttempt, BeforeAttempt};
use crate::endpoint_url::EndpointUrl;
use crate::event::Body;
use crate::ids::{DeliveryId, SubscriptionId};
use crate::rotation::SecretRing;

/// The right to send a delivery, until it ends or somebody replays the delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Names it; each claim has its own.
    pub id: Uuid,
    /// When it ends. Whoever claims then may get the delivery again.
    pub until: Timestamp,
}

/// What a worker asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Subscriptions are spread over buckets by their id; one worker serves a bucket at a time.
    pub bucket: i16,
    /// Now: what is due later is left.
    pub now: Timestamp,
    /// The lease of everything that is claimed.
    pub lease: Lease,
    /// At most so many.
    pub most: u32,
    /// How many requests are in flight to each subscription, if any are.
    pub in_flight: Vec<(SubscriptionId, u32)>,
}

/// A delivery that is to be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedDelivery {
    /// Whose it is.
    pub profile_id: ProfileId,
    /// Its id.
    pub id: DeliveryId,
    /// Who gets it.
    pub subscription_id: SubscriptionId,
    /// Where.
    pub url: EndpointUrl,
    /// The secrets that it is signed with.
    pub secrets: SecretRing,
    /// What is sent.
    pub body: Body,
    /// How things are before the attempt.
    pub before: BeforeAttempt,
}

/// How an attempt went, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// Whose it is.
    pub profile_id: ProfileId,
    /// The delivery.
    pub id: DeliveryId,
    /// Who got it.
    pub subscription_id: SubscriptionId,
    /// Under which it was claimed.
    pub lease: Uuid,
    /// When the attempt ended.
    pub at: Timestamp,
    /// The attempt.
    pub attempt: Attempt,
    /// What follows.
    pub after: AfterAttempt,
}

/// The queue of deliveries.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DeliveryQueue: Send + Sync {
    /// Takes deliveries that are due and leased by nobody. Subscriptions take turns, oldest delivery first,
    /// and none gets more than [`EndpointHealth::room`](crate::EndpointHealth::room) beside what is in flight.
    async fn claim(&self, claim: &Claim) -> Result<Vec<ClaimedDelivery>, StoreError>;

    /// Writes how attempts went: each attempt, how far its delivery is, how its receiver does and whether the
    /// subscription is disabled, which buries what waits. The attempt of a lease that ended is written, and
    /// changes nothing else.
    async fn settle(&self, settlements: &[Settlement]) -> Result<(), StoreError>;

    /// When the next delivery of the bucket is due; `None` when none waits.
    async fn next_due(&self, bucket: i16) -> Result<Option<Timestamp>, StoreError>;
}
