//! Changes a subscription.

use kernel::{ProfileAccess, StoreError};
use serde_json::json;
use webhook_events::{
    Patched, SecretRing, SigningSecret, Subscription, SubscriptionId, SubscriptionPatch,
};

use crate::stamp;
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// What is to change.
#[derive(Clone, Debug)]
pub struct UpdateSubscription {
    /// Of which one.
    pub id: SubscriptionId,
    /// What.
    pub patch: SubscriptionPatch,
    /// 32 bytes that nobody can guess, in case that it needs another secret.
    pub random: [u8; 32],
}

/// A subscription as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Updated {
    /// The subscription.
    pub subscription: Subscription,
    /// Its new secret, when it is sent to another host: the former one is not to know it.
    pub secret: Option<SigningSecret>,
}

/// Changes it; `None` when there is none of this id. What waits of one that is disabled is dead, and one that is
/// enabled begins with no failures.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: &UpdateSubscription,
) -> Result<Option<Updated>, StoreError> {
    let (profile_id, id) = (access.profile_id, command.id);
    let Some(before) = work.subscriptions().lock(profile_id, id).await? else {
        return Ok(None);
    };
    let now = context.clock.now();
    let Patched {
        subscription,
        needs_new_secret,
        is_revived,
        is_disabled,
    } = command.patch.clone().apply(&before, now);
    if subscription == before {
        return Ok(Some(Updated {
            subscription,
            secret: None,
        }));
    }
    work.subscriptions()
        .update(profile_id, &subscription)
        .await?;
    let secret = needs_new_secret.then(|| SigningSecret::from_random(command.random));
    if let Some(secret) = &secret {
        let ring = SecretRing::new(secret.clone());
        work.subscriptions()
            .replace_secrets(profile_id, id, &ring)
            .await?;
    }
    if is_disabled {
        work.subscriptions()
            .bury_waiting(profile_id, id, now)
            .await?;
    }
    let detail = json!({
        "host": subscription.url.host(), "new_secret": secret.is_some(),
        "enabled": is_revived, "disabled": is_disabled,
    });
    let deed = ("webhook.subscription_updated", id.uuid(), detail);
    stamp(work, context, access, deed).await?;
    Ok(Some(Updated {
        subscription,
        secret,
    }))
}
