//! Conversions, explained.

pub mod explain;
pub mod explained;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(explain::explain_conversion);
}
