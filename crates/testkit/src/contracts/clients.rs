//! The contract of clients of the authorization server.

use std::collections::BTreeSet;

use access_control::Grant;
use access_control::oauth::{Client, ClientKind};
use access_control::ports::ClientStore;
use kernel::{StoreError, Timestamp};

use super::Given;
use super::words::redirect_uri;

/// Tries a store of clients. None has been registered before [`Given::at`].
///
/// # Panics
/// With the promise that the store broke.
pub async fn clients(store: &mut dyn ClientStore, given: &Given) -> Result<(), StoreError> {
    finds_them_as_they_were_kept(store, given).await?;
    notes_the_first_approval(store, given).await?;
    forgets_what_nobody_approved(store, given).await
}

fn public(given: &Given, created_at: Timestamp) -> Client {
    Client {
        id: given.id::<()>().to_string(),
        name: "An application".to_owned(),
        kind: ClientKind::Public,
        secret_hash: None,
        redirect_uris: vec![
            redirect_uri("https://z.example/cb"),
            redirect_uri("http://127.0.0.1/cb?a=1"),
        ],
        grants: BTreeSet::from([Grant::Read]),
        refreshes: true,
        created_at,
        authorised_at: None,
    }
}

fn confidential(given: &Given) -> Client {
    Client {
        kind: ClientKind::Confidential,
        secret_hash: Some(given.hash()),
        grants: BTreeSet::from([Grant::Read, Grant::ReadPii, Grant::Write]),
        refreshes: false,
        authorised_at: Some(given.after(1)),
        ..public(given, given.at)
    }
}

async fn finds_them_as_they_were_kept(
    store: &mut dyn ClientStore,
    given: &Given,
) -> Result<(), StoreError> {
    let kept = [public(given, given.at), confidential(given)];
    for client in &kept {
        assert_eq!(
            store.find(&client.id).await?,
            None,
            "there is no client of an unknown id"
        );
        store.insert(client).await?;
    }
    for client in &kept {
        assert_eq!(
            store.find(&client.id).await?.as_ref(),
            Some(client),
            "a client is found as it was kept"
        );
    }
    Ok(())
}

async fn notes_the_first_approval(
    store: &mut dyn ClientStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (mut approved, other) = (public(given, given.at), public(given, given.at));
    store.insert(&approved).await?;
    store.insert(&other).await?;
    store.authorise(&approved.id, given.after(5)).await?;
    store.authorise(&approved.id, given.after(6)).await?;
    store.authorise("nobody", given.after(6)).await?;
    approved.authorised_at = Some(given.after(5));
    assert_eq!(
        store.find(&approved.id).await?.as_ref(),
        Some(&approved),
        "the first approval is noted, and nothing else"
    );
    assert_eq!(
        store.find(&other.id).await?.as_ref(),
        Some(&other),
        "an approval is noted of its client alone"
    );
    Ok(())
}

async fn forgets_what_nobody_approved(
    store: &mut dyn ClientStore,
    given: &Given,
) -> Result<(), StoreError> {
    let [early, approved, late] = [10, 10, 11].map(|second| public(given, given.after(second)));
    for client in [&early, &approved, &late] {
        store.insert(client).await?;
    }
    store.authorise(&approved.id, given.after(12)).await?;
    store.forget_unused(given.after(11)).await?;
    assert_eq!(
        store.find(&early.id).await?,
        None,
        "a client that was registered before, and that nobody approved, is forgotten"
    );
    let is_kept = [
        store.find(&approved.id).await?.is_some(),
        store.find(&late.id).await?.is_some(),
    ];
    assert_eq!(
        is_kept,
        [true, true],
        "a client that somebody approved, or that was not registered before, is kept"
    );
    Ok(())
}
