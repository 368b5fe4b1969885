//! What is told to the outside, in the transaction of its cause: the stores of `postgres_webhooks` as stores
//! of one transaction.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_webhooks::{deliveries, outbox, queue, reported, subscriptions};
use uuid::Uuid;
use webhook_events::conversions::{ConversionChange, Counted, ReportedConversion};
use webhook_events::ports::{
    Addressed, Claim, ClaimedDelivery, DeliveryQueue, DeliveryStore, FanOutStore, FirstAttribution,
    Fresher, Outbox, Receiver, Replayable, ReportedConversions, Settlement, SubscriptionStore,
    ToldFreshness,
};
use webhook_events::{
    DeliveryId, Event, EventType, NewDelivery, SecretRing, Subscription, SubscriptionId,
};

use crate::work::PgWork;

#[async_trait]
impl Outbox for PgWork {
    #[tracing::instrument(level = "debug", name = "Outbox::wanted", skip_all)]
    async fn wanted(&mut self, profile_id: ProfileId) -> Result<BTreeSet<EventType>, StoreError> {
        outbox::wanted(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "Outbox::add", skip_all)]
    async fn add(&mut self, events: &[Event]) -> Result<(), StoreError> {
        outbox::add(&mut self.people.connection, events).await
    }
}

#[async_trait]
impl FanOutStore for PgWork {
    #[tracing::instrument(level = "debug", name = "FanOutStore::take", skip_all)]
    async fn take(&mut self, most: u32) -> Result<Vec<Event>, StoreError> {
        outbox::take(&mut self.people.connection, most).await
    }

    #[tracing::instrument(level = "debug", name = "FanOutStore::enabled", skip_all)]
    async fn enabled(&mut self, profile_id: ProfileId) -> Result<Vec<Subscription>, StoreError> {
        outbox::enabled(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "FanOutStore::insert", skip_all)]
    async fn insert(&mut self, deliveries: &[Addressed]) -> Result<(), StoreError> {
        outbox::insert(&mut self.people.connection, deliveries).await
    }
}

#[async_trait]
impl SubscriptionStore for PgWork {
    #[tracing::instrument(level = "debug", name = "SubscriptionStore::count", skip_all)]
    async fn count(&mut self, profile_id: ProfileId) -> Result<u64, StoreError> {
        subscriptions::count(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "SubscriptionStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        subscription: &Subscription,
        secrets: &SecretRing,
    ) -> Result<(), StoreError> {
        let new = (subscription, secrets);
        subscriptions::insert(
            &mut self.people.connection,
            &*self.people.sealing,
            profile_id,
            new,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "SubscriptionStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<Option<Subscription>, StoreError> {
        subscriptions::lock(&mut self.people.connection, profile_id, id).await
    }

    #[tracing::instrument(level = "debug", name = "SubscriptionStore::secrets", skip_all)]
    async fn secrets(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<SecretRing, StoreError> {
        subscriptions::secrets(
            &mut self.people.connection,
            &*self.people.sealing,
            profile_id,
            id,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "SubscriptionStore::update", skip_all)]
    async fn update(
        &mut self,
        profile_id: ProfileId,
        subscription: &Subscription,
    ) -> Result<(), StoreError> {
        subscriptions::update(&mut self.people.connection, profile_id, subscription).await
    }

    #[tracing::instrument(level = "debug", name = "SubscriptionStore::replace_secrets", skip_all)]
    async fn replace_secrets(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
        secrets: &SecretRing,
    ) -> Result<(), StoreError> {
        let of = (profile_id, id);
        subscriptions::replace_secrets(
            &mut self.people.connection,
            &*self.people.sealing,
            of,
            secrets,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "SubscriptionStore::bury_waiting", skip_all)]
    async fn bury_waiting(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        subscriptions::bury_waiting(&mut self.people.connection, profile_id, id, at).await
    }

    #[tracing::instrument(level = "debug", name = "SubscriptionStore::delete", skip_all)]
    async fn delete(
        &mut self,
        profile_id: ProfileId,
        id: SubscriptionId,
    ) -> Result<bool, StoreError> {
        subscriptions::delete(&mut self.people.connection, profile_id, id).await
    }
}

#[async_trait]
impl DeliveryStore for PgWork {
    #[tracing::instrument(level = "debug", name = "DeliveryStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: DeliveryId,
    ) -> Result<Option<Replayable>, StoreError> {
        deliveries::lock(&mut self.people.connection, profile_id, id).await
    }

    #[tracing::instrument(level = "debug", name = "DeliveryStore::requeue", skip_all)]
    async fn requeue(
        &mut self,
        profile_id: ProfileId,
        id: DeliveryId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        deliveries::requeue(&mut self.people.connection, profile_id, id, at).await
    }

    #[tracing::instrument(level = "debug", name = "DeliveryStore::insert_test", skip_all)]
    async fn insert_test(
        &mut self,
        event: &Event,
        delivery: &NewDelivery,
    ) -> Result<(), StoreError> {
        deliveries::insert_test(&mut self.people.connection, event, delivery).await
    }
}

#[async_trait]
impl DeliveryQueue for PgWork {
    #[tracing::instrument(level = "debug", name = "DeliveryQueue::hold", skip_all)]
    async fn hold(&mut self, holder: Uuid, lease: Duration) -> Result<Vec<i16>, StoreError> {
        queue::hold(&mut self.people.connection, holder, lease).await
    }

    #[tracing::instrument(level = "debug", name = "DeliveryQueue::release", skip_all)]
    async fn release(
        &mut self,
        holder: Uuid,
        unsent: &[(ProfileId, DeliveryId)],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        queue::release(&mut self.people.connection, holder, unsent, now).await
    }

    #[tracing::instrument(level = "debug", name = "DeliveryQueue::claim", skip_all)]
    async fn claim(&mut self, claim: &Claim) -> Result<Vec<ClaimedDelivery>, StoreError> {
        queue::claim(&mut self.people.connection, &*self.people.sealing, claim).await
    }

    #[tracing::instrument(level = "debug", name = "DeliveryQueue::lock_receivers", skip_all)]
    async fn lock_receivers(
        &mut self,
        subscriptions: &[(ProfileId, SubscriptionId)],
    ) -> Result<Vec<Receiver>, StoreError> {
        queue::lock_receivers(&mut self.people.connection, subscriptions).await
    }

    #[tracing::instrument(level = "debug", name = "DeliveryQueue::settle", skip_all)]
    async fn settle(&mut self, settlements: &[Settlement]) -> Result<(), StoreError> {
        queue::settle(&mut self.people.connection, settlements).await
    }

    #[tracing::instrument(level = "debug", name = "DeliveryQueue::bury", skip_all)]
    async fn bury(&mut self, buckets: &[i16], most: u32) -> Result<u64, StoreError> {
        queue::bury(&mut self.people.connection, buckets, most).await
    }
}

#[async_trait]
impl ReportedConversions for PgWork {
    #[tracing::instrument(level = "debug", name = "ReportedConversions::channels", skip_all)]
    async fn channels(
        &mut self,
        profile_id: ProfileId,
        signatures: &[i64],
    ) -> Result<BTreeMap<i64, String>, StoreError> {
        reported::channels(&mut self.people.connection, profile_id, signatures).await
    }

    #[tracing::instrument(level = "debug", name = "ReportedConversions::note_first", skip_all)]
    async fn note_first(
        &mut self,
        profile_id: ProfileId,
        candidates: &[FirstAttribution],
        at: Timestamp,
    ) -> Result<Vec<FirstAttribution>, StoreError> {
        reported::note_first(&mut self.people.connection, profile_id, candidates, at).await
    }

    #[tracing::instrument(level = "debug", name = "ReportedConversions::note_first_of", skip_all)]
    async fn note_first_of(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        at: Timestamp,
    ) -> Result<Vec<FirstAttribution>, StoreError> {
        reported::note_first_of(&mut self.people.connection, profile_id, generation, at).await
    }

    #[tracing::instrument(level = "debug", name = "ReportedConversions::differing", skip_all)]
    async fn differing(
        &mut self,
        profile_id: ProfileId,
        before: i64,
        after: i64,
        limit: u32,
    ) -> Result<Counted<ConversionChange>, StoreError> {
        let generations = (before, after);
        reported::differing(&mut self.people.connection, profile_id, generations, limit).await
    }

    #[tracing::instrument(level = "debug", name = "ReportedConversions::credited_to", skip_all)]
    async fn credited_to(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        signatures: &[i64],
        limit: u32,
    ) -> Result<Counted<ReportedConversion>, StoreError> {
        let which = (signatures, limit);
        reported::credited_to(&mut self.people.connection, profile_id, generation, which).await
    }
}

#[async_trait]
impl ToldFreshness for PgWork {
    #[tracing::instrument(level = "debug", name = "ToldFreshness::fresher", skip_all)]
    async fn fresher(
        &mut self,
        not_since: Timestamp,
        limit: u32,
    ) -> Result<Vec<Fresher>, StoreError> {
        reported::fresher(&mut self.people.connection, not_since, limit).await
    }

    #[tracing::instrument(level = "debug", name = "ToldFreshness::note", skip_all)]
    async fn note(&mut self, told: Fresher, at: Timestamp) -> Result<(), StoreError> {
        reported::note_told(&mut self.people.connection, told, at).await
    }
}
