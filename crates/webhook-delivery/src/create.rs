//! Subscribes somebody to events.

use kernel::{ProfileAccess, StoreError};
use serde_json::json;
use webhook_events::{MAX_SUBSCRIPTIONS, NewSubscription, SecretRing, SigningSecret, Subscription};

use crate::stamp;
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Who is to be told what.
#[derive(Clone, Debug)]
pub struct CreateSubscription {
    /// Where, and of what.
    pub new: NewSubscription,
    /// 32 bytes that nobody can guess.
    pub random: [u8; 32],
}

/// Why nobody was subscribed.
#[derive(Debug, thiserror::Error)]
pub enum CreateSubscriptionError {
    /// There are as many as there may be.
    #[error("a profile has at most {MAX_SUBSCRIPTIONS} subscriptions")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for CreateSubscriptionError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Keeps the subscription and its secret, which is shown this once.
pub async fn create(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: &CreateSubscription,
) -> Result<(Subscription, SigningSecret), CreateSubscriptionError> {
    let profile_id = access.profile_id;
    if work.subscriptions().count(profile_id).await? >= MAX_SUBSCRIPTIONS {
        return Err(CreateSubscriptionError::TooMany);
    }
    let now = context.clock.now();
    let subscription = command
        .new
        .clone()
        .with_id(context.ids.new_id().into(), now);
    let secret = SigningSecret::from_random(command.random);
    let ring = SecretRing::new(secret.clone());
    work.subscriptions()
        .insert(profile_id, &subscription, &ring)
        .await?;
    let events: Vec<_> = subscription.events.iter().map(|it| it.as_str()).collect();
    let detail = json!({"host": subscription.url.host(), "events": events});
    let deed = (
        "webhook.subscription_created",
        subscription.id.uuid(),
        detail,
    );
    stamp(work, context, access, deed).await?;
    Ok((subscription, secret))
}
