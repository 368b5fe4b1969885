//! Payments that a card checkout tells of in its own words.

mod body;
pub mod webpay;

use utoipa_actix_web::service_config::ServiceConfig;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(webpay::create_webpay_payment);
}
