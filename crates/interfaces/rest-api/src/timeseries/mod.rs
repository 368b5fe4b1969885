//! A period's figures by day, week or month.

pub mod get;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(get::get_time_series);
}
