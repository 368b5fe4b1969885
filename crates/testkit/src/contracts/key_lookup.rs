//! The contract of API keys outside any transaction, where they are found by their secrets.

use std::collections::BTreeSet;

use access_control::ApiKey;
use access_control::ports::ApiKeyStore;
use kernel::{ApiKeyId, ProfileId, Scope, StoreError};

use super::Given;

/// Tries a store of API keys. The profiles begin without any. What it writes stays.
///
/// # Panics
/// With the promise that the store broke.
pub async fn key_lookup(store: &dyn ApiKeyStore, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    assert_eq!(
        store.find_by_hash(&given.hash()).await?,
        None,
        "there is no key of an unknown secret"
    );
    let first = added(store, given, (own, "a server", 1)).await?;
    let second = added(store, given, (own, "a server", 2)).await?;
    let other = added(store, given, (own, "another", 3)).await?;
    let theirs = added(store, given, (foreign, "a server", 4)).await?;
    let own_ids = [&other, &second, &first].map(|(key, _)| key.id);
    listed(store, own, &own_ids).await?;
    for revoked in [2, 0] {
        assert_eq!(
            store
                .revoke_by_name(own, "a server", given.after(9))
                .await?,
            revoked,
            "a profile's keys of a name are revoked once"
        );
    }
    listed(store, own, &own_ids).await?;
    listed(store, foreign, &[theirs.0.id]).await?;
    let gone = Some(given.after(9));
    for ((kept, hash), revoked_at) in [(first, gone), (second, gone), (other, None), (theirs, None)]
    {
        assert_eq!(
            store.find_by_hash(&hash).await?,
            Some(ApiKey { revoked_at, ..kept }),
            "a revoked key is found, and says since when; others are as they were"
        );
    }
    let latest = key(given, (own, "a server"), 5);
    store.insert(&latest, &given.hash()).await?;
    let [other, second, first] = own_ids;
    listed(store, own, &[latest.id, other, second, first]).await
}

/// A new key, which is found by its secret.
async fn added(
    store: &dyn ApiKeyStore,
    given: &Given,
    (profile, name, second): (ProfileId, &str, i64),
) -> Result<(ApiKey, [u8; 32]), StoreError> {
    let (key, hash) = (key(given, (profile, name), second), given.hash());
    store.insert(&key, &hash).await?;
    assert_eq!(
        store.find_by_hash(&hash).await?.as_ref(),
        Some(&key),
        "a key is found by its secret as it was kept"
    );
    Ok((key, hash))
}

fn key(given: &Given, (profile_id, name): (ProfileId, &str), second: i64) -> ApiKey {
    ApiKey {
        id: given.id(),
        profile_id,
        name: name.to_owned(),
        prefix: "svc_live_abcd".to_owned(),
        last4: "wxyz".to_owned(),
        scopes: BTreeSet::from([Scope::EventsWrite, Scope::AnalyticsRead]),
        units_per_minute: Some(60),
        created_at: given.after(second),
        revoked_at: None,
    }
}

async fn listed(
    store: &dyn ApiKeyStore,
    profile: ProfileId,
    expected: &[ApiKeyId],
) -> Result<(), StoreError> {
    let listed = store.list(profile).await?;
    let ids: Vec<_> = listed.iter().map(|key| key.id).collect();
    assert_eq!(
        ids, expected,
        "a profile's own keys are listed, those that count before revoked ones, the latest first"
    );
    Ok(())
}
