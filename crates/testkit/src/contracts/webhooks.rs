//! The contracts of subscriptions, of what they make worth telling, and of deliveries.

use std::collections::BTreeSet;

use kernel::{ProfileId, StoreError};
use webhook_events::ports::{DeliveryStore, Outbox, Replayable, SubscriptionStore};
use webhook_events::{
    DeliveryState, DisabledReason, EndpointUrl, EventHead, EventType, OldSecret, Provider,
    SecretRing, SigningSecret, Subscription, SubscriptionState, delivery::test_delivery,
};

use super::Given;

/// Stores of one transaction: subscriptions say what is told, and to whom it is delivered.
pub trait WebhookStores: Send {
    /// Subscriptions.
    fn subscriptions(&mut self) -> &mut dyn SubscriptionStore;

    /// Events that are to be told.
    fn outbox(&mut self) -> &mut dyn Outbox;

    /// Events on their way.
    fn deliveries(&mut self) -> &mut dyn DeliveryStore;
}

/// Tries stores of webhooks. The profiles begin without subscriptions.
///
/// # Panics
/// With the promise that a store broke.
pub async fn webhooks(stores: &mut dyn WebhookStores, given: &Given) -> Result<(), StoreError> {
    keeps_subscriptions(stores.subscriptions(), given).await?;
    keeps_secrets(stores.subscriptions(), given).await?;
    wants_what_enabled_ones_name(stores, given).await?;
    keeps_deliveries(stores, given).await?;
    deletes_once(stores, given).await
}

fn subscription(
    given: &Given,
    second: i64,
    events: &[EventType],
) -> Result<Subscription, StoreError> {
    let broken = || StoreError::inconsistent("an address that nobody has");
    Ok(Subscription {
        id: given.id(),
        url: EndpointUrl::from_stored("https://hooks.example/a?b=c").ok_or_else(broken)?,
        events: events.to_vec(),
        providers: vec![Provider::platform()],
        state: SubscriptionState::Enabled,
        created_at: given.after(second),
        updated_at: given.after(second),
    })
}

fn secret(given: &Given) -> SigningSecret {
    SigningSecret::from_random(given.hash())
}

/// A new subscription of a profile.
async fn subscribed(
    store: &mut dyn SubscriptionStore,
    given: &Given,
    (profile, events): (ProfileId, &[EventType]),
) -> Result<Subscription, StoreError> {
    let new = subscription(given, 0, events)?;
    let secrets = SecretRing::new(secret(given));
    store.insert(profile, &new, &secrets).await?;
    Ok(new)
}

async fn keeps_subscriptions(
    store: &mut dyn SubscriptionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    assert_eq!(store.count(own).await?, 0, "a profile begins with none");
    let events = [EventType::ALL[1], EventType::ALL[0]];
    let kept = subscribed(store, given, (own, &events)).await?;
    subscribed(store, given, (own, &events)).await?;
    subscribed(store, given, (foreign, &events)).await?;
    assert_eq!(store.count(own).await?, 2, "a profile's own are counted");
    assert_eq!(
        store.lock(own, kept.id).await?.as_ref(),
        Some(&kept),
        "a subscription is found as it was kept"
    );
    for (profile, id) in [(foreign, kept.id), (own, given.id())] {
        assert_eq!(
            store.lock(profile, id).await?,
            None,
            "there is none of another profile, and none of an unknown id"
        );
    }
    let changed = Subscription {
        events: vec![EventType::ALL[2]],
        state: SubscriptionState::Disabled {
            at: given.after(2),
            reason: DisabledReason::Manual,
        },
        updated_at: given.after(2),
        ..kept
    };
    store.update(foreign, &changed).await?;
    store.update(own, &changed).await?;
    assert_eq!(
        store.lock(own, changed.id).await?.as_ref(),
        Some(&changed),
        "every field is replaced, under its own profile"
    );
    assert_eq!(
        store.lock(foreign, changed.id).await?,
        None,
        "what is changed under another profile is nobody's"
    );
    Ok(())
}

async fn keeps_secrets(store: &mut dyn SubscriptionStore, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let new = subscription(given, 0, &[EventType::ALL[0]])?;
    let first = SecretRing::new(secret(given));
    store.insert(own, &new, &first).await?;
    assert_eq!(
        store.secrets(own, new.id).await?,
        first,
        "secrets are read as they were kept"
    );
    let old = [2, 1].map(|second| OldSecret {
        secret: secret(given),
        expires_at: given.after(second),
    });
    let rotated = SecretRing::from_stored(secret(given), old.to_vec());
    store.replace_secrets(foreign, new.id, &rotated).await?;
    assert_eq!(
        store.secrets(own, new.id).await?,
        first,
        "secrets are replaced under their own profile"
    );
    store.replace_secrets(own, new.id, &rotated).await?;
    assert_eq!(
        store.secrets(own, new.id).await?,
        rotated,
        "old secrets stay in their order, each with when it expires"
    );
    assert!(store.delete(own, new.id).await?, "it was there");
    Ok(())
}

async fn wants_what_enabled_ones_name(
    stores: &mut dyn WebhookStores,
    given: &Given,
) -> Result<(), StoreError> {
    let sibling = given.sibling;
    let [one, other] = [EventType::ALL[0], EventType::ALL[1]];
    wanted(stores, sibling, &[]).await?;
    let first = subscribed(stores.subscriptions(), given, (sibling, &[one])).await?;
    let both = subscribed(stores.subscriptions(), given, (sibling, &[other, one])).await?;
    wanted(stores, sibling, &[one, other]).await?;
    let state = both.state.disabled(given.after(1), DisabledReason::Gone);
    let disabled = Subscription { state, ..both };
    stores.subscriptions().update(sibling, &disabled).await?;
    wanted(stores, sibling, &[one]).await?;
    stores.subscriptions().delete(sibling, first.id).await?;
    wanted(stores, sibling, &[]).await?;
    stores.outbox().add(&[]).await
}

async fn wanted(
    stores: &mut dyn WebhookStores,
    profile: ProfileId,
    expected: &[EventType],
) -> Result<(), StoreError> {
    let expected: BTreeSet<_> = expected.iter().copied().collect();
    assert_eq!(
        stores.outbox().wanted(profile).await?,
        expected,
        "wanted is what subscriptions of the profile name that are there and enabled"
    );
    Ok(())
}

async fn keeps_deliveries(stores: &mut dyn WebhookStores, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let to = subscribed(stores.subscriptions(), given, (own, &[EventType::ALL[0]])).await?;
    let head = EventHead {
        id: given.id(),
        profile_id: own,
        at: given.after(3),
    };
    let made = test_delivery(&to, head, &*given.ids).map_err(StoreError::inconsistent)?;
    let nothing = || StoreError::inconsistent("a subscription without types");
    let (event, delivery) = made.ok_or_else(nothing)?;
    let store = stores.deliveries();
    assert_eq!(
        store.lock(own, delivery.id).await?,
        None,
        "there is no delivery before it is written"
    );
    store.insert_test(&event, &delivery).await?;
    let fresh = Replayable {
        event_at: head.at,
        state: DeliveryState::fresh(head.at),
        is_payload_kept: true,
    };
    assert_eq!(
        store.lock(own, delivery.id).await?,
        Some(fresh),
        "a delivery is found as it was written, with its body"
    );
    assert_eq!(
        store.lock(foreign, delivery.id).await?,
        None,
        "there is none of another profile"
    );
    store.requeue(foreign, delivery.id, given.after(7)).await?;
    store.requeue(own, delivery.id, given.after(8)).await?;
    let again = Replayable {
        state: DeliveryState::fresh(given.after(8)),
        ..fresh
    };
    assert_eq!(
        store.lock(own, delivery.id).await?,
        Some(again),
        "a delivery is due again under its own profile, with a whole schedule before it"
    );
    stores.subscriptions().delete(own, to.id).await?;
    assert_eq!(
        stores.deliveries().lock(own, delivery.id).await?,
        None,
        "deliveries go with their subscription"
    );
    Ok(())
}

async fn deletes_once(stores: &mut dyn WebhookStores, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let store = stores.subscriptions();
    let before = store.count(own).await?;
    let gone = subscribed(store, given, (own, &[EventType::ALL[0]])).await?;
    for (profile, id, was_there) in [
        (foreign, gone.id, false),
        (own, given.id(), false),
        (own, gone.id, true),
        (own, gone.id, false),
    ] {
        assert_eq!(
            store.delete(profile, id).await?,
            was_there,
            "a subscription is deleted once, under its own profile"
        );
    }
    assert_eq!(
        store.lock(own, gone.id).await?,
        None,
        "it is not seen any more"
    );
    assert_eq!(store.count(own).await?, before, "nor counted");
    Ok(())
}
