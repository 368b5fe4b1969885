//! Webhooks in memory.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};
use webhook_events::ports::{DeliveryStore, Outbox, Replayable, SubscriptionStore};
use webhook_events::{
    DeliveryId, DeliveryState, Event, EventType, NewDelivery, SecretRing, Subscription,
    SubscriptionId,
};

use crate::contracts::WebhookStores;

/// Subscriptions of any number of profiles, what waits to be told, and deliveries. Bodies are kept for ever.
#[derive(Clone, Debug, Default)]
pub struct MemoryWebhooks {
    subscriptions: BTreeMap<(ProfileId, SubscriptionId), (Subscription, SecretRing)>,
    told: Vec<Event>,
    deliveries: BTreeMap<(ProfileId, DeliveryId), (Event, NewDelivery)>,
}

impl MemoryWebhooks {
    /// The events that wait, in the order in which they were told.
    pub fn told(&self) -> &[Event] {
        &self.told
    }

    fn of(&self, profile: ProfileId) -> impl Iterator<Item = &(Subscription, SecretRing)> {
        let own = self
            .subscriptions
            .iter()
            .filter(move |(key, _)| key.0 == profile);
        own.map(|(_, kept)| kept)
    }
}

impl WebhookStores for MemoryWebhooks {
    fn subscriptions(&mut self) -> &mut dyn SubscriptionStore {
        self
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        self
    }

    fn deliveries(&mut self) -> &mut dyn DeliveryStore {
        self
    }
}

#[async_trait]
impl SubscriptionStore for MemoryWebhooks {
    async fn count(&mut self, profile_id: ProfileId) -> Result<u64, StoreError> {
        u64::try_from(self.of(profile_id).count()).map_err(StoreError::inconsistent)
    }

    async fn insert(
        &mut self,
        profile_id: ProfileId,
        subscription: &Subscription,
        secrets: &SecretRing,
    ) -> Result<(), StoreError> {
        let new = (subscription.clone(), secrets.clone());
        self.subscriptions
            .insert((profile_id, subscription.id), new);
        Ok(())
    }

    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<Option<Subscription>, StoreError> {
        let found = self.subscriptions.get(&(profile_id, id));
        Ok(found.map(|(subscription, _)| subscription.clone()))
    }

    async fn secrets(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<SecretRing, StoreError> {
        let found = self.subscriptions.get(&(profile_id, id));
        let secrets = found.map(|(_, secrets)| secrets.clone());
        secrets.ok_or_else(|| StoreError::inconsistent("nobody has locked it"))
    }

    async fn update(
        &mut self,
        profile_id: ProfileId,
        subscription: &Subscription,
    ) -> Result<(), StoreError> {
        let kept = self.subscriptions.get_mut(&(profile_id, subscription.id));
        if let Some((kept, _)) = kept {
            let created_at = kept.created_at;
            *kept = Subscription {
                created_at,
                ..subscription.clone()
            };
        }
        Ok(())
    }

    async fn replace_secrets(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
        secrets: &SecretRing,
    ) -> Result<(), StoreError> {
        if let Some((_, kept)) = self.subscriptions.get_mut(&(profile_id, id)) {
            kept.clone_from(secrets);
        }
        Ok(())
    }

    async fn bury_waiting(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let all = self.deliveries.iter_mut();
        let own = all
            .filter(|(key, (_, delivery))| key.0 == profile_id && delivery.subscription_id == id);
        for (_, (_, delivery)) in own {
            if matches!(delivery.state, DeliveryState::Pending { .. }) {
                delivery.state = DeliveryState::Dead { at };
            }
        }
        Ok(())
    }

    async fn delete(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<bool, StoreError> {
        self.deliveries
            .retain(|key, (_, delivery)| key.0 != profile_id || delivery.subscription_id != id);
        Ok(self.subscriptions.remove(&(profile_id, id)).is_some())
    }
}

#[async_trait]
impl Outbox for MemoryWebhooks {
    async fn wanted(&mut self, profile_id: ProfileId) -> Result<BTreeSet<EventType>, StoreError> {
        let enabled = self
            .of(profile_id)
            .filter(|(subscription, _)| subscription.state.is_enabled());
        let types = enabled.flat_map(|(subscription, _)| subscription.events.iter().copied());
        Ok(types.collect())
    }

    async fn add(&mut self, events: &[Event]) -> Result<(), StoreError> {
        self.told.extend_from_slice(events);
        Ok(())
    }
}

#[async_trait]
impl DeliveryStore for MemoryWebhooks {
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: DeliveryId,
    ) -> Result<Option<Replayable>, StoreError> {
        let found = self.deliveries.get(&(profile_id, id));
        Ok(found.map(|(event, delivery)| Replayable {
            event_at: event.at(),
            state: delivery.state,
            is_payload_kept: true,
        }))
    }

    async fn requeue(
        &mut self,
        profile_id: ProfileId,
        id: DeliveryId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some((_, delivery)) = self.deliveries.get_mut(&(profile_id, id)) {
            delivery.state = DeliveryState::fresh(at);
        }
        Ok(())
    }

    async fn insert_test(
        &mut self,
        event: &Event,
        delivery: &NewDelivery,
    ) -> Result<(), StoreError> {
        let key = (event.profile_id(), delivery.id);
        self.deliveries.insert(key, (event.clone(), *delivery));
        Ok(())
    }
}
