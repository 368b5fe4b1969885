//! Replaces a subscription's secret without a moment in which its receiver cannot verify.

use std::time::Duration;

use kernel::{ProfileAccess, StoreError, Timestamp};
use serde_json::json;
use webhook_events::{Rotated, SigningSecret, SubscriptionId, TooManySecrets};

use crate::stamp;
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Which secret, and how.
#[derive(Clone, Copy, Debug)]
pub struct RotateSecret {
    /// Whose.
    pub id: SubscriptionId,
    /// 32 bytes that nobody can guess.
    pub random: [u8; 32],
    /// How long the former secret signs on.
    pub grace: Duration,
}

/// The secret from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSecret {
    /// The secret, which is shown this once.
    pub secret: SigningSecret,
    /// When the former one stops signing.
    pub previous_expires_at: Timestamp,
}

/// Why the secret stays.
#[derive(Debug, thiserror::Error)]
pub enum RotateSecretError {
    /// There is no such subscription.
    #[error("there is no such subscription")]
    NotFound,
    /// Too many old ones still sign.
    #[error(transparent)]
    TooMany(#[from] TooManySecrets),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for RotateSecretError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// From now on deliveries are signed with the new secret, and for a while with the former one, too.
pub async fn rotate_secret(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: &RotateSecret,
) -> Result<NewSecret, RotateSecretError> {
    let (profile_id, id) = (access.profile_id, command.id);
    let found = work.subscriptions().lock(profile_id, id).await?;
    found.ok_or(RotateSecretError::NotFound)?;
    let ring = work.subscriptions().secrets(profile_id, id).await?;
    let secret = SigningSecret::from_random(command.random);
    let Rotated {
        ring,
        previous_secret_expires_at: previous_expires_at,
    } = ring.rotate(secret.clone(), context.clock.now(), command.grace)?;
    work.subscriptions()
        .replace_secrets(profile_id, id, &ring)
        .await?;
    let detail = json!({"previous_expires_at": previous_expires_at.to_string()});
    stamp(
        work,
        context,
        access,
        ("webhook.secret_rotated", id.uuid(), detail),
    )
    .await?;
    Ok(NewSecret {
        secret,
        previous_expires_at,
    })
}
