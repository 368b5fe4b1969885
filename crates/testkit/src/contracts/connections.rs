//! The contracts of connections with ad platforms, and of their tokens.

use std::time::Duration;

use kernel::{Currency, StoreError, TimeZone};
use platform_connections::ports::{ConnectionStore, ConnectionTokenStore, HeldTokens};
use platform_connections::{
    AccessToken, Account, Connection, ConnectionState, Grant, Lease, PlatformProvider,
    ReconnectReason, RefreshState, RefreshToken, Tokens,
};

use super::Given;

/// Stores of one transaction: connections, and the tokens of those that are locked.
pub trait ConnectionStores: Send {
    /// Connections.
    fn connections(&mut self) -> &mut dyn ConnectionStore;

    /// Their tokens.
    fn tokens(&mut self) -> &mut dyn ConnectionTokenStore;
}

/// Tries stores of connections. The profiles begin without any.
///
/// # Panics
/// With the promise that a store broke.
pub async fn connections(
    stores: &mut dyn ConnectionStores,
    given: &Given,
) -> Result<(), StoreError> {
    keeps_connections(stores.connections(), given).await?;
    counts_what_is_not_removed(stores.connections(), given).await?;
    keeps_tokens(stores, given).await?;
    connects_an_account_once(stores.connections(), given).await
}

fn connection(given: &Given, provider: PlatformProvider, account: &str) -> Connection {
    let account = Account {
        id: account.to_owned(),
        name: Some("Shop".to_owned()),
        currency: Currency::parse("EUR"),
        timezone: TimeZone::named("Europe/Berlin"),
    };
    Connection::new(given.id(), (provider, account), given.after(1))
}

async fn keeps_connections(
    store: &mut dyn ConnectionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let social = PlatformProvider::SocialAds;
    let kept = connection(given, social, "act_1");
    store.insert(own, &kept).await?;
    assert_eq!(
        store.lock(own, kept.id).await?.as_ref(),
        Some(&kept),
        "a connection is found as it was kept"
    );
    for (profile, id) in [(foreign, kept.id), (own, given.id())] {
        assert_eq!(
            store.lock(profile, id).await?,
            None,
            "there is none of another profile, and none of an unknown id"
        );
    }
    for (profile, provider, account, found) in [
        (own, social, "act_1", Some(&kept)),
        (own, PlatformProvider::SearchAds, "act_1", None),
        (own, social, "act_2", None),
        (foreign, social, "act_1", None),
    ] {
        let locked = store.lock_account(profile, provider, account).await?;
        assert_eq!(
            locked.as_ref(),
            found,
            "an account is one of a profile and of a platform"
        );
    }
    for (profile, found) in [(own, vec![kept.clone()]), (foreign, Vec::new())] {
        assert_eq!(
            store.of_ids(profile, &[kept.id, given.id()]).await?,
            found,
            "of ids those are found that are the profile's"
        );
    }
    let changed = Connection {
        state: ConnectionState::ReconnectRequired(ReconnectReason::PermissionMissing),
        account: Account {
            name: None,
            currency: None,
            timezone: None,
            ..kept.account
        },
        updated_at: given.after(2),
        ..kept
    };
    store.update(foreign, &changed).await?;
    assert_ne!(
        store.lock(own, changed.id).await?.as_ref(),
        Some(&changed),
        "a connection is changed under its own profile"
    );
    store.update(own, &changed).await?;
    assert_eq!(
        store.lock(own, changed.id).await?.as_ref(),
        Some(&changed),
        "every field is replaced"
    );
    assert_eq!(
        store.lock(foreign, changed.id).await?,
        None,
        "what is changed under another profile is nobody's"
    );
    Ok(())
}

async fn counts_what_is_not_removed(
    store: &mut dyn ConnectionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (sibling, social) = (given.sibling, PlatformProvider::SocialAds);
    assert_eq!(store.count(sibling).await?, 0, "a profile begins with none");
    let one = connection(given, social, "act_1");
    let other = connection(given, social, "act_2");
    let search = connection(given, PlatformProvider::SearchAds, "1234567890");
    for new in [&one, &other, &search] {
        store.insert(sibling, new).await?;
    }
    assert_eq!(
        store.count(sibling).await?,
        3,
        "a profile's own are counted"
    );
    assert!(
        store.has_another(sibling, social, one.id).await?,
        "the platform has another account of the profile"
    );
    let mut removed = other.clone();
    removed.state = ConnectionState::Revoked;
    store.update(sibling, &removed).await?;
    assert_eq!(
        store.count(sibling).await?,
        2,
        "what was removed is not counted"
    );
    assert!(
        !store.has_another(sibling, social, one.id).await?,
        "what was removed is no other connection, nor is that with another platform"
    );
    let mut gone = search.clone();
    gone.state = ConnectionState::Revoked;
    store.update(sibling, &gone).await?;
    for (profile, known) in [(sibling, true), (given.foreign.profile, false)] {
        assert_eq!(
            store.knows(profile, PlatformProvider::SearchAds).await?,
            known,
            "an account that was removed may come back, and is of its profile alone"
        );
    }
    store.update(sibling, &search).await?;
    let found = store.lock_account(sibling, social, "act_2").await?;
    assert_eq!(
        found.as_ref(),
        Some(&removed),
        "the account of a removed one is still known"
    );
    Ok(())
}

fn tokens(given: &Given, access: &str, refresh: Option<&str>) -> Result<Tokens, StoreError> {
    let broken = || StoreError::inconsistent("a token that cannot be one");
    let grant = Grant {
        access: AccessToken::parse(access).ok_or_else(broken)?,
        refresh: refresh.and_then(RefreshToken::parse),
        lifetime: refresh.map(|_| Duration::from_hours(1)),
    };
    Ok(Tokens::obtained(grant, given.after(3)))
}

async fn holds(
    stores: &mut dyn ConnectionStores,
    (given, of): (&Given, &Connection),
    expected: Option<&HeldTokens>,
    promise: &str,
) -> Result<(), StoreError> {
    let held = stores.tokens().read(given.own.profile, of.id).await?;
    // Tokens cannot be printed.
    assert!(held.as_ref() == expected, "{promise}");
    let foreign = given.foreign.profile;
    assert!(
        stores.tokens().read(foreign, of.id).await?.is_none(),
        "another profile has no tokens of it"
    );
    Ok(())
}

async fn keeps_tokens(stores: &mut dyn ConnectionStores, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let new = connection(given, PlatformProvider::SearchAds, "1234567890");
    stores.connections().insert(own, &new).await?;
    let of = (given, &new);
    holds(stores, of, None, "a connection begins without tokens").await?;
    let first = HeldTokens {
        tokens: tokens(given, "first", Some("refresh"))?,
        refresh: RefreshState::default(),
    };
    stores.tokens().put(foreign, new.id, &first.tokens).await?;
    holds(stores, of, None, "tokens are put under their own profile").await?;
    stores.tokens().put(own, new.id, &first.tokens).await?;
    holds(stores, of, Some(&first), "tokens are read as they were put").await?;
    let failing = HeldTokens {
        refresh: RefreshState {
            lease: Some(Lease {
                holder: given.ids.new_id(),
                until: given.after(9),
            }),
            failures: 2,
            failing_since: Some(given.after(4)),
            retry_at: Some(given.after(8)),
        },
        ..first
    };
    let state = failing.refresh;
    stores.tokens().set_refresh(foreign, new.id, &state).await?;
    stores.tokens().set_refresh(own, new.id, &state).await?;
    let promise = "how refreshing goes is replaced, and the tokens stay";
    holds(stores, of, Some(&failing), promise).await?;
    stores.connections().update(own, &new).await?;
    let promise = "a changed connection keeps its tokens";
    holds(stores, of, Some(&failing), promise).await?;
    let second = HeldTokens {
        tokens: tokens(given, "second", None)?,
        refresh: RefreshState::default(),
    };
    stores.tokens().put(own, new.id, &second.tokens).await?;
    let promise = "with new tokens it is forgotten how the former ones were refreshed";
    holds(stores, of, Some(&second), promise).await?;
    stores.tokens().remove(foreign, new.id).await?;
    let promise = "tokens are removed under their own profile";
    holds(stores, of, Some(&second), promise).await?;
    for _ in 0..2 {
        stores.tokens().remove(own, new.id).await?;
        holds(stores, of, None, "removed tokens are gone").await?;
    }
    Ok(())
}

/// The last promise is that something fails.
async fn connects_an_account_once(
    store: &mut dyn ConnectionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let social = PlatformProvider::SocialAds;
    let new = connection(given, social, "act_7");
    store.insert(given.own.profile, &new).await?;
    let elsewhere = connection(given, social, "act_7");
    store.insert(given.foreign.profile, &elsewhere).await?;
    let again = connection(given, social, "act_7");
    let refused = store.insert(given.own.profile, &again).await;
    assert!(
        matches!(refused, Err(StoreError::Conflict)),
        "an account is connected once by each profile"
    );
    Ok(())
}
