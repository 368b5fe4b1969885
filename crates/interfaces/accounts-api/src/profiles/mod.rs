//! Profiles of a workspace.

pub mod create;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config.service(create::create_profile);
}
