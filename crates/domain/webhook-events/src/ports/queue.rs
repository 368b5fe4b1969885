//! Deliveries that are due.

use std::time::Duration;

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use crate::attempt::Attempt;
use crate::delivery::{AfterAttempt, BeforeAttempt};
use crate::endpoint_url::EndpointUrl;
use crate::event::Body;
use crate::health::EndpointHealth;
use crate::ids::{DeliveryId, SubscriptionId};
use crate::rotation::SecretRing;

/// Subscriptions are spread over so many buckets by their id; one process serves a bucket at a time, so
/// that what holds for one subscription needs no talk between processes.
pub const BUCKETS: i16 = 8;

/// The bucket of a subscription.
pub fn bucket(id: SubscriptionId) -> i16 {
    let buckets = u128::from(BUCKETS.unsigned_abs());
    i16::try_from(id.uuid().as_u128() % buckets).unwrap_or_default()
}

/// The right to send a delivery, until it ends or somebody replays the delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Names it; each claim has its own.
    pub id: Uuid,
    /// When it ends. Whoever claims then may get the delivery again.
    pub until: Timestamp,
}

/// What a process asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The buckets that it holds.
    pub buckets: Vec<i16>,
    /// Now: what is due later is left.
    pub now: Timestamp,
    /// The lease of everything that is claimed.
    pub lease: Lease,
    /// At most so many.
    pub most: u32,
    /// How many claimed deliveries of each subscription have not been settled, if any are.
    pub in_hand: Vec<(SubscriptionId, u32)>,
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
    /// Under which it was claimed.
    pub lease: Lease,
    /// How things are before the attempt.
    pub before: BeforeAttempt,
}

/// How a receiver does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receiver {
    /// The subscription.
    pub subscription_id: SubscriptionId,
    /// What is remembered of its attempts.
    pub health: EndpointHealth,
    /// Whether it is enabled.
    pub is_enabled: bool,
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

/// The queue of deliveries, inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DeliveryQueue: Send {
    /// The buckets that `holder` holds from now until the lease ends, by the store's clock: those that it
    /// has, and those that nobody has.
    async fn hold(&mut self, holder: Uuid, lease: Duration) -> Result<Vec<i16>, StoreError>;

    /// Gives the buckets of `holder` back, and deliveries that it claimed and did not send: they are due at
    /// once, for the process that takes over.
    async fn release(
        &mut self,
        holder: Uuid,
        unsent: &[(ProfileId, DeliveryId)],
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Takes deliveries that are due and leased by nobody. Subscriptions take turns, oldest delivery first,
    /// and none gets more than [`EndpointHealth::room`] beside what is in hand. What cannot be sent, because
    /// its body is not kept any more, is dead.
    async fn claim(&mut self, claim: &Claim) -> Result<Vec<ClaimedDelivery>, StoreError>;

    /// How receivers do. Until the transaction ends, nobody else changes that.
    async fn lock_receivers(
        &mut self,
        subscriptions: &[(ProfileId, SubscriptionId)],
    ) -> Result<Vec<Receiver>, StoreError>;

    /// Writes how attempts went: each attempt, how far its delivery is, how its receiver does after the last
    /// of them and whether the subscription is disabled, which buries what waits. The attempt of a lease that
    /// ended is written, and changes nothing of its delivery.
    async fn settle(&mut self, settlements: &[Settlement]) -> Result<(), StoreError>;

    /// Makes at most `most` deliveries of subscriptions that were disabled dead, or removes those of
    /// subscriptions that were deleted; 0 when nothing is left to do.
    async fn bury(&mut self, buckets: &[i16], most: u32) -> Result<u64, StoreError>;
}
