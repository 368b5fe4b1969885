//! Webhooks without a database: nobody is told anything.

use std::sync::Arc;

use async_trait::async_trait;
use http_kit::webhooks::WebhookPorts;
use kernel::{Keyset, Limit, ProfileAccess, StoreError};
use webhook_delivery::WebhookSettings;
use webhook_events::ports::{
    DeliveryDetail, DeliveryFilter, DeliveryReader, DeliveryRecord, SubscriptionReader,
};
use webhook_events::{DeliveryId, Subscription};

struct Nothing;

#[async_trait]
impl SubscriptionReader for Nothing {
    async fn list(&self, _: &ProfileAccess) -> Result<Vec<Subscription>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl DeliveryReader for Nothing {
    async fn page(
        &self,
        _: &ProfileAccess,
        _: &DeliveryFilter,
        _: Option<Keyset>,
        _: Limit<100>,
    ) -> Result<Vec<DeliveryRecord>, StoreError> {
        Ok(Vec::new())
    }

    async fn find(
        &self,
        _: &ProfileAccess,
        _: DeliveryId,
    ) -> Result<Option<DeliveryDetail>, StoreError> {
        Ok(None)
    }
}

pub(super) fn nobody() -> WebhookPorts {
    WebhookPorts {
        subscriptions: Arc::new(Nothing),
        deliveries: Arc::new(Nothing),
        settings: WebhookSettings::default(),
        wake: Arc::default(),
    }
}
