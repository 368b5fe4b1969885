//! What operations of webhooks need.

use std::sync::Arc;

use webhook_delivery::WebhookSettings;
use webhook_events::ports::{DeliveryReader, SubscriptionReader};

/// Subscriptions, deliveries, and what the operator decides about them.
#[derive(Clone)]
pub struct WebhookPorts {
    /// Who is told of what.
    pub subscriptions: Arc<dyn SubscriptionReader>,
    /// What was told.
    pub deliveries: Arc<dyn DeliveryReader>,
    /// Where they may go, and how long they can be replayed.
    pub settings: WebhookSettings,
    /// Woken when there is something to send.
    pub wake: Arc<tokio::sync::Notify>,
}
