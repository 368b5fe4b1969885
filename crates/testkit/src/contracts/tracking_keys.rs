//! The contract of tracking keys.

use event_intake::{TrackingKey, TrackingKeyStore, TrackingKeyText};
use kernel::StoreError;

use super::Given;

/// Tries a store of tracking keys. The profiles have none that is active. What it writes stays.
///
/// # Panics
/// With the promise that the store broke.
pub async fn tracking_keys(store: &dyn TrackingKeyStore, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    assert_eq!(
        (store.active(own).await?, store.list(own).await?),
        (None, Vec::new()),
        "a profile for which none was issued has no active key"
    );
    let issued = tells_two_callers_one_key(store, given).await?;
    let later = key(given, 60);
    assert_eq!(
        store.issue(own, &later).await?,
        issued,
        "an active key stays when another is issued, and is told"
    );
    assert_eq!(
        (store.active(own).await?, store.list(own).await?),
        (Some(issued.clone()), vec![issued.clone()]),
        "a profile has one active key, which is read as it was issued"
    );
    assert_eq!(
        (store.active(foreign).await?, store.list(foreign).await?),
        (None, Vec::new()),
        "a key is active for its own profile alone"
    );
    refuses_a_text_that_is_taken(store, given, &issued).await
}

fn key(given: &Given, second: i64) -> TrackingKey {
    TrackingKey {
        id: given.id(),
        public_key: TrackingKeyText::from_random(given.hash()).to_string(),
        created_at: given.after(second),
    }
}

async fn tells_two_callers_one_key(
    store: &dyn TrackingKeyStore,
    given: &Given,
) -> Result<TrackingKey, StoreError> {
    let profile = given.own.profile;
    let keys = [key(given, 0), key(given, 1)];
    let [one, other] = &keys;
    let (to_one, to_other) = tokio::join!(store.issue(profile, one), store.issue(profile, other));
    let (to_one, to_other) = (to_one?, to_other?);
    assert_eq!(
        to_one, to_other,
        "two callers at once are told the same key"
    );
    assert!(
        keys.contains(&to_one),
        "the key that is told was given by one of the callers"
    );
    Ok(to_one)
}

async fn refuses_a_text_that_is_taken(
    store: &dyn TrackingKeyStore,
    given: &Given,
    taken: &TrackingKey,
) -> Result<(), StoreError> {
    let copy = TrackingKey {
        public_key: taken.public_key.clone(),
        ..key(given, 2)
    };
    let foreign = given.foreign.profile;
    let issued = store.issue(foreign, &copy).await;
    assert!(
        matches!(issued, Err(StoreError::Inconsistent(_))),
        "the text of a key is one profile's: {issued:?}"
    );
    assert_eq!(
        store.active(foreign).await?,
        None,
        "a key that is another profile's is not issued"
    );
    Ok(())
}
