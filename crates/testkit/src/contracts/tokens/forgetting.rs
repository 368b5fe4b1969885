//! What is promised of tokens and codes that expired.

use access_control::oauth::AuthorizationCode;
use access_control::oauth::tokens::REFRESH_TOKEN_MICROS;
use access_control::ports::TokenStore;
use kernel::StoreError;

use super::{Given, access, code, family, refresh};

pub(super) async fn forgets_tokens_that_expired(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let family = family(given, 6);
    store.insert_family(&family).await?;
    let tokens = [19, 20].map(|until| access(given, family.id, until));
    let refreshes = [19, 20].map(|until| refresh(given, family.id, until));
    for token in &tokens {
        store.insert_access(token).await?;
    }
    for token in &refreshes {
        store.insert_refresh(token).await?;
    }
    store
        .spend_refresh(&refreshes[1].secret_hash, given.at)
        .await?;
    store.forget_expired(given.after(20)).await?;
    for [early, late] in [
        tokens.map(|token| token.secret_hash),
        refreshes.map(|token| token.secret_hash),
    ] {
        let found = [
            store.find_family(&early).await?,
            store.find_family(&late).await?,
        ];
        assert_eq!(
            found,
            [None, Some(family.clone())],
            "tokens that expired before are forgotten, spent or not, and no others"
        );
    }
    Ok(())
}

pub(super) async fn keeps_codes_for_longer(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (client, hash) = (&given.client_id, given.hash());
    let old = AuthorizationCode {
        expires_at: given.after(20),
        ..code(given)
    };
    store.insert_code(&hash, &old).await?;
    let last = given.after(20).plus_micros(REFRESH_TOKEN_MICROS);
    for (before, is_kept) in [
        (given.after(21), true),
        (last, true),
        (last.plus_micros(1), false),
    ] {
        store.forget_expired(before).await?;
        assert_eq!(
            store.find_code(&hash, client).await?,
            is_kept.then(|| old.clone()),
            "a code is kept for as long as what it led to can be refreshed, and no longer"
        );
    }
    Ok(())
}
