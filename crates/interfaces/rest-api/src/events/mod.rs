//! Server-side outcome events.

mod body;
pub mod create;
mod idempotency;

use utoipa_actix_web::service_config::ServiceConfig;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(create::create_event);
}
