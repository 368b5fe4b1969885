//! What is promised of families: approvals, with all tokens that come of them.

use access_control::TokenFamily;
use access_control::ports::TokenStore;
use access_control::user_token::MOST_FAMILIES;
use kernel::StoreError;

use super::{Given, access, code, family, kept_family};

pub(super) async fn finds_the_family_of_each_token(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let minted = TokenFamily {
        client_id: None,
        user_id: given.other_user,
        ..family(given, 3)
    };
    for new in [family(given, 2), minted] {
        let (new, refresh) = kept_family(store, given, new).await?;
        let access = access(given, new.id, 60);
        store.insert_access(&access).await?;
        for hash in [refresh, access.secret_hash] {
            assert_eq!(
                store.find_family(&hash).await?.as_ref(),
                Some(&new),
                "the family is found as it was kept, by its access and by its refresh token"
            );
        }
    }
    let code_hash = given.hash();
    store.insert_code(&code_hash, &code(given)).await?;
    for hash in [code_hash, given.hash()] {
        assert_eq!(
            store.find_family(&hash).await?,
            None,
            "there is no family of a code, or of an unknown secret"
        );
    }
    Ok(())
}

pub(super) async fn ends_a_family_once(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (mut burned, hash) = kept_family(store, given, family(given, 4)).await?;
    let (other, of_other) = kept_family(store, given, family(given, 4)).await?;
    store.burn(burned.id, given.after(30)).await?;
    store.burn(burned.id, given.after(31)).await?;
    store.burn(given.id(), given.after(31)).await?;
    burned.revoked_at = Some(given.after(30));
    assert_eq!(
        store.find_family(&hash).await?.as_ref(),
        Some(&burned),
        "a family ends when it first did, and is still found"
    );
    let token = store.find_refresh(&hash).await?;
    assert_eq!(
        token.map(|token| token.family),
        Some(burned),
        "a refresh token shows that its family has ended"
    );
    assert_eq!(
        store.find_family(&of_other).await?.as_ref(),
        Some(&other),
        "ending a family ends no other"
    );
    Ok(())
}

/// All of one person, at instants after those of all others here.
pub(super) async fn ends_the_oldest_of_too_many(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let of_other = |second| TokenFamily {
        user_id: given.other_user,
        ..family(given, second)
    };
    let (oldest, of_oldest) = kept_family(store, given, of_other(100)).await?;
    let (second, of_second) = kept_family(store, given, of_other(101)).await?;
    let (others, of_others) = kept_family(store, given, family(given, 99)).await?;
    for number in (102..).take(MOST_FAMILIES.saturating_sub(1)) {
        store.insert_family(&of_other(number)).await?;
    }
    let newest = i64::try_from(MOST_FAMILIES).map_err(StoreError::inconsistent)? + 100;
    let ended = TokenFamily {
        revoked_at: Some(given.after(newest)),
        ..oldest
    };
    let found = [
        store.find_family(&of_oldest).await?,
        store.find_family(&of_second).await?,
        store.find_family(&of_others).await?,
    ];
    assert_eq!(
        found,
        [Some(ended), Some(second), Some(others)],
        "of more approvals of one person than may be, the oldest ends with the newest, and no other"
    );
    Ok(())
}
