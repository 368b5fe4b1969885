//! Labels of pipeline stages.

pub mod body;
pub mod replace;
pub mod update;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(replace::replace_outcome_definitions)
        .service(update::update_outcome_definition);
}
