//! What people were shown, and whether it takes credit.

pub mod report;
pub mod update;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(report::get_views)
        .service(update::update_view_credit);
}
