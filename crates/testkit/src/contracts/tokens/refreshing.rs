//! What is promised of refresh tokens.

use access_control::oauth::RefreshToken;
use access_control::ports::TokenStore;
use kernel::StoreError;

use super::{Given, access, family, kept_family, refresh};

pub(super) async fn spends_a_refresh_token_once(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (family, hash) = kept_family(store, given, family(given, 5)).await?;
    let next = refresh(given, family.id, 700);
    store.insert_refresh(&next).await?;
    let unspent = |until| RefreshToken {
        family: family.clone(),
        expires_at: given.after(until),
        used_at: None,
    };
    assert_eq!(
        store.find_refresh(&hash).await?,
        Some(unspent(600)),
        "a refresh token is found as it was kept, with its family"
    );
    let spent = [
        store.spend_refresh(&hash, given.after(50)).await?,
        store.spend_refresh(&hash, given.after(51)).await?,
        store.spend_refresh(&given.hash(), given.after(51)).await?,
    ];
    assert_eq!(
        spent,
        [true, false, false],
        "a refresh token is spent once, and an unknown one not at all"
    );
    let used = RefreshToken {
        used_at: Some(given.after(50)),
        ..unspent(600)
    };
    let found = [
        store.find_refresh(&hash).await?,
        store.find_refresh(&next.secret_hash).await?,
    ];
    assert_eq!(
        found,
        [Some(used), Some(unspent(700))],
        "a spent refresh token shows when it was, and no other is spent with it"
    );
    is_no_access_token(store, given, family.id).await
}

async fn is_no_access_token(
    store: &mut dyn TokenStore,
    given: &Given,
    family: kernel::TokenFamilyId,
) -> Result<(), StoreError> {
    let access = access(given, family, 60);
    store.insert_access(&access).await?;
    for hash in [access.secret_hash, given.hash()] {
        assert_eq!(
            store.find_refresh(&hash).await?,
            None,
            "there is no refresh token of an access token, or of an unknown secret"
        );
    }
    Ok(())
}
