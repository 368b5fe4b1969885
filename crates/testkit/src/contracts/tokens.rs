//! The contract of codes and tokens of the authorization server.

mod codes;
mod families;
mod forgetting;
mod refreshing;

use std::collections::BTreeSet;

use access_control::oauth::{AuthorizationCode, Challenge};
use access_control::ports::{NewAccessToken, NewRefreshToken, SecretHash, TokenStore};
use access_control::{Grant, TokenFamily};
use kernel::{Scope, StoreError, TokenFamilyId};

use super::Given;

/// Tries a store of codes and tokens. The people have none yet, and none has expired before
/// [`Given::at`].
///
/// # Panics
/// With the promise that the store broke.
pub async fn tokens(store: &mut dyn TokenStore, given: &Given) -> Result<(), StoreError> {
    codes::gives_a_code_to_one(store, given).await?;
    codes::keeps_codes_to_their_client(store, given).await?;
    codes::notes_what_a_code_became(store, given).await?;
    families::finds_the_family_of_each_token(store, given).await?;
    families::ends_a_family_once(store, given).await?;
    families::ends_the_oldest_of_too_many(store, given).await?;
    refreshing::spends_a_refresh_token_once(store, given).await?;
    forgetting::forgets_tokens_that_expired(store, given).await?;
    forgetting::keeps_codes_for_longer(store, given).await
}

/// What the client was allowed, until it is exchanged.
fn code(given: &Given) -> AuthorizationCode {
    AuthorizationCode {
        client_id: given.client_id.clone(),
        user_id: given.user,
        redirect_uri: "https://app.example/cb?a=1".to_owned(),
        challenge: Challenge::stored("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned()),
        grants: BTreeSet::from([Grant::Read, Grant::Write]),
        resource: "https://t.example/mcp".to_owned(),
        created_at: given.at,
        expires_at: given.after(60),
        family_id: None,
    }
}

/// An approval that the client got so many seconds after the beginning.
fn family(given: &Given, second: i64) -> TokenFamily {
    TokenFamily {
        id: given.id(),
        user_id: given.user,
        client_id: Some(given.client_id.clone()),
        name: "An application".to_owned(),
        grants: BTreeSet::from([Grant::Read, Grant::ReadPii]),
        scopes: BTreeSet::from([Scope::AnalyticsRead, Scope::CustomersRead]),
        resource: "https://t.example/mcp".to_owned(),
        units_per_minute: 120,
        created_at: given.after(second),
        revoked_at: None,
    }
}

/// An access token of a family, which counts until so many seconds after the beginning.
fn access(given: &Given, family_id: TokenFamilyId, until: i64) -> NewAccessToken {
    NewAccessToken {
        secret_hash: given.hash(),
        family_id,
        grants: BTreeSet::from([Grant::Read]),
        scopes: BTreeSet::from([Scope::AnalyticsRead]),
        created_at: given.at,
        expires_at: given.after(until),
    }
}

/// A refresh token of a family, which counts until so many seconds after the beginning.
fn refresh(given: &Given, family_id: TokenFamilyId, until: i64) -> NewRefreshToken {
    NewRefreshToken {
        secret_hash: given.hash(),
        family_id,
        created_at: given.at,
        expires_at: given.after(until),
    }
}

/// A family that was kept with a refresh token, and what that is kept under.
async fn kept_family(
    store: &mut dyn TokenStore,
    given: &Given,
    family: TokenFamily,
) -> Result<(TokenFamily, SecretHash), StoreError> {
    store.insert_family(&family).await?;
    let token = refresh(given, family.id, 600);
    store.insert_refresh(&token).await?;
    Ok((family, token.secret_hash))
}
