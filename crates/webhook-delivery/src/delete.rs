//! Removes a subscription.

use kernel::{ProfileAccess, StoreError};
use serde_json::json;
use webhook_events::SubscriptionId;

use crate::stamp;
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// Removes it with what waits and what is told of its deliveries; whether there was one.
pub async fn delete(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: SubscriptionId,
) -> Result<bool, StoreError> {
    let is_gone = work.subscriptions().delete(access.profile_id, id).await?;
    if is_gone {
        let deed = ("webhook.subscription_deleted", id.uuid(), json!({}));
        stamp(work, context, access, deed).await?;
    }
    Ok(is_gone)
}
