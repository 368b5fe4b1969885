//! Sends an event that means nothing, to see whether it arrives.

use kernel::{ProfileAccess, StoreError};
use serde_json::json;
use webhook_events::{DeliveryId, EventHead, SubscriptionId, test_delivery};

use crate::stamp;
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// Sends an event of the first type and provider of the subscription's lists, enabled or not, so that a repair can
/// be tried; `None` when there is no such subscription.
pub async fn test(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: SubscriptionId,
) -> Result<Option<DeliveryId>, StoreError> {
    let profile_id = access.profile_id;
    let Some(subscription) = work.subscriptions().lock(profile_id, id).await? else {
        return Ok(None);
    };
    let head = EventHead {
        id: context.ids.new_id().into(),
        profile_id,
        at: context.clock.now(),
    };
    let made = test_delivery(&subscription, head, context.ids).map_err(StoreError::inconsistent)?;
    let Some((event, delivery)) = made else {
        let without = format!("subscription {id} has no types or providers");
        return Err(StoreError::inconsistent(without));
    };
    work.deliveries().insert_test(&event, &delivery).await?;
    let detail = json!({"delivery_id": delivery.id.uuid()});
    stamp(
        work,
        context,
        access,
        ("webhook.test_sent", id.uuid(), detail),
    )
    .await?;
    Ok(Some(delivery.id))
}
