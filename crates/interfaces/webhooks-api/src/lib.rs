//! The JSON operations of webhooks: one file an endpoint.
//!
//! Decides: what requests about subscriptions and deliveries must look like, how they are answered, and what the
//! `OpenAPI` document says of them and of the events that receivers get. Deliberately does not know: any rule of
//! webhooks (those are in `webhook-events` and `application`).
//!
//! Reading order: [`subscription`] and [`delivery`] (what is shown), then one file an operation; [`events`] (what
//! receivers get, as JSON schemas).

pub mod create;
pub mod delete;
pub mod deliveries;
pub mod delivery;
pub mod events;
pub mod list;
mod problem;
pub mod replay;
pub mod rotate_secret;
pub mod show_delivery;
pub mod subscription;
pub mod test;
pub mod update;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_webhook_subscriptions)
        .service(create::create_webhook_subscription)
        .service(update::update_webhook_subscription)
        .service(delete::delete_webhook_subscription)
        .service(rotate_secret::rotate_webhook_secret)
        .service(test::test_webhook_subscription)
        .service(replay::replay_webhook_delivery)
        .service(deliveries::list_webhook_deliveries)
        .service(show_delivery::get_webhook_delivery);
}
