//! The ways that people took.

pub mod list;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(list::list_paths);
}
