//! Makes an API key.

use std::collections::BTreeSet;

use access_control::{ApiKey, ApiKeySecret, ApiKeyStore, NewApiKey};
use kernel::{ProfileId, Scope, StoreError};
use ring::digest::{SHA256, digest};

use crate::context::Context;

/// What a new key is.
#[derive(Clone, Debug)]
pub struct CreateKey {
    /// The profile that it belongs to.
    pub profile_id: ProfileId,
    /// What to call it.
    pub name: String,
    /// What it may do, for ever.
    pub scopes: BTreeSet<Scope>,
    /// 32 bytes that nobody can guess.
    pub random: [u8; 32],
}

/// Stores the hash of a new secret and returns the secret, which is not kept anywhere.
pub async fn create(
    store: &dyn ApiKeyStore,
    context: &Context<'_>,
    command: CreateKey,
) -> Result<(ApiKey, ApiKeySecret), StoreError> {
    create_with_units(store, context, command, None).await
}

/// Like [`create`], with a number of rate units a minute that is the key's own.
pub async fn create_with_units(
    store: &dyn ApiKeyStore,
    context: &Context<'_>,
    command: CreateKey,
    units_per_minute: Option<u32>,
) -> Result<(ApiKey, ApiKeySecret), StoreError> {
    let secret = ApiKeySecret::from_random(command.random);
    let new = NewApiKey {
        profile_id: command.profile_id,
        name: command.name,
        scopes: command.scopes,
        units_per_minute,
    };
    let key = ApiKey::mint(
        context.ids.new_id().into(),
        &secret,
        new,
        context.clock.now(),
    );
    store
        .insert(&key, &sha256(secret.reveal().as_bytes()))
        .await?;
    Ok((key, secret))
}

/// SHA-256, as secrets are stored.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, bytes).as_ref());
    hash
}
