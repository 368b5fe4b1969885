//! What waits for a human.

pub mod show;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config.service(show::get_handoff);
}
