//! Subscriptions as they are kept.

use async_trait::async_trait;
use kernel::{ProfileAccess, ProfileId, StoreError, Timestamp};

use crate::ids::SubscriptionId;
use crate::rotation::SecretRing;
use crate::subscription::Subscription;

/// Subscriptions, outside any transaction. Secrets are never read here.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SubscriptionReader: Send + Sync {
    /// All of the profile's, oldest first; there are at most
    /// [`MAX_SUBSCRIPTIONS`](crate::MAX_SUBSCRIPTIONS).
    async fn list(&self, access: &ProfileAccess) -> Result<Vec<Subscription>, StoreError>;
}

/// Subscriptions inside a transaction. Secrets are sealed by the store, with the subscription's id bound to
/// them.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SubscriptionStore: Send {
    /// How many the profile has. Until the transaction ends, nobody else adds one.
    async fn count(&mut self, profile_id: ProfileId) -> Result<u64, StoreError>;

    /// Writes a new one with its secrets.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        subscription: &Subscription,
        secrets: &SecretRing,
    ) -> Result<(), StoreError>;

    /// One of the profile's; `None` when there is none of this id. Until the transaction ends, nobody else
    /// changes it.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<Option<Subscription>, StoreError>;

    /// The secrets of a subscription that is locked.
    async fn secrets(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<SecretRing, StoreError>;

    /// Replaces every field of the subscription of the same id. What is known of its receiver's health is
    /// forgotten when it was disabled and is enabled.
    async fn update(
        &mut self,
        profile_id: ProfileId,
        subscription: &Subscription,
    ) -> Result<(), StoreError>;

    /// Replaces the secrets.
    async fn replace_secrets(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
        secrets: &SecretRing,
    ) -> Result<(), StoreError>;

    /// Makes everything of the subscription that waits dead, as of the instant it was disabled. There may be
    /// very much of it, so that it may take a while after the transaction.
    async fn bury_waiting(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Removes it with its secrets and deliveries; whether there was one. Nothing of it is seen or sent from
    /// then on.
    async fn delete(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<bool, StoreError>;
}
