//! Makes an API key for a person, and says so in the profile's trail.

use access_control::{ApiKey, ApiKeySecret, NewApiKey};
use kernel::{ProfileAccess, StoreError};
use serde_json::json;

use super::create::{CreateKey, sha256};
use crate::context::Context;
use crate::ports::AuditEvent;
use crate::transaction::Contended;
use crate::unit_of_work::UnitOfWork;

/// How many keys of a profile may count at once.
pub const MOST_ACTIVE: u64 = 100;

/// Why no key was made.
#[derive(Debug, thiserror::Error)]
pub enum IssueKeyError {
    /// Nobody gives a key more than they have.
    #[error("a key may do nothing that its maker may not")]
    BeyondMaker,
    /// The profile has [`MOST_ACTIVE`] keys that count.
    #[error("the profile has {MOST_ACTIVE} keys")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for IssueKeyError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Stores the hash of a new secret and returns the secret, which is not kept anywhere.
pub async fn issue(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: CreateKey,
) -> Result<(ApiKey, ApiKeySecret), IssueKeyError> {
    if command.profile_id != access.profile_id || !command.scopes.is_subset(&access.scopes) {
        return Err(IssueKeyError::BeyondMaker);
    }
    if work.api_keys().count_active(access.profile_id).await? >= MOST_ACTIVE {
        return Err(IssueKeyError::TooMany);
    }
    let secret = ApiKeySecret::from_random(command.random);
    let new = NewApiKey {
        profile_id: access.profile_id,
        name: command.name,
        scopes: command.scopes,
        units_per_minute: None,
    };
    let id = context.ids.new_id().into();
    let key = ApiKey::mint(id, &secret, new, context.clock.now());
    let hash = sha256(secret.reveal().as_bytes());
    work.api_keys().insert(&key, &hash).await?;
    let scopes: Vec<_> = key.scopes.iter().map(|scope| scope.as_str()).collect();
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: key.created_at,
        action: "api_key.created".to_owned(),
        actor: access.actor,
        subject: Some(key.id.uuid()),
        detail: json!({"name": key.name, "scopes": scopes}),
    };
    work.audit().stamp(access.profile_id, &event).await?;
    Ok((key, secret))
}
