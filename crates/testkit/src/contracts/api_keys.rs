//! The contract of API keys inside a transaction.

use std::collections::BTreeSet;

use access_control::ApiKey;
use access_control::ports::ApiKeyWriter;
use kernel::{ProfileId, Scope, StoreError};

use super::Given;

/// Tries a store of API keys. The profiles begin without any.
///
/// # Panics
/// With the promise that the store broke.
pub async fn api_keys(store: &mut dyn ApiKeyWriter, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    counts(store, given, [0, 0]).await?;
    let [first, second, theirs] = [own, own, foreign].map(|profile| key(given, profile));
    let revoked = ApiKey {
        revoked_at: Some(given.after(1)),
        ..key(given, own)
    };
    for new in [&first, &second, &theirs, &revoked] {
        store.insert(new, &given.hash()).await?;
    }
    counts(store, given, [2, 1]).await?;
    for (profile, id, counted) in [
        (own, given.id(), false),
        (own, theirs.id, false),
        (foreign, first.id, false),
        (own, revoked.id, false),
        (own, first.id, true),
        (own, first.id, false),
    ] {
        assert_eq!(
            store.revoke(profile, id, given.after(2)).await?,
            counted,
            "a key is revoked once, under its own profile, and tells whether it counted until then"
        );
    }
    counts(store, given, [1, 1]).await?;
    refuses_a_secret_that_is_taken(store, given).await
}

fn key(given: &Given, profile_id: ProfileId) -> ApiKey {
    ApiKey {
        id: given.id(),
        profile_id,
        name: "a server".to_owned(),
        prefix: "svc_live_abcd".to_owned(),
        last4: "wxyz".to_owned(),
        scopes: BTreeSet::from([Scope::EventsWrite]),
        units_per_minute: Some(60),
        created_at: given.at,
        revoked_at: None,
    }
}

async fn counts(
    store: &mut dyn ApiKeyWriter,
    given: &Given,
    expected: [u64; 2],
) -> Result<(), StoreError> {
    let counted = [
        store.count_active(given.own.profile).await?,
        store.count_active(given.foreign.profile).await?,
    ];
    assert_eq!(
        counted, expected,
        "a profile's own keys that are not revoked are counted"
    );
    Ok(())
}

/// Last, because a transaction is of no use after it.
async fn refuses_a_secret_that_is_taken(
    store: &mut dyn ApiKeyWriter,
    given: &Given,
) -> Result<(), StoreError> {
    let hash = given.hash();
    store.insert(&key(given, given.own.profile), &hash).await?;
    let twice = store
        .insert(&key(given, given.foreign.profile), &hash)
        .await;
    assert!(
        matches!(twice, Err(StoreError::Inconsistent(_))),
        "a secret is one key's, over all profiles: {twice:?}"
    );
    Ok(())
}
