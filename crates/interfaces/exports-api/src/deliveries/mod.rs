//! What ad platforms were told, what they were not, and why.

pub mod explain;
pub mod list;
pub mod record;
pub mod show;
pub mod test_send;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_export_deliveries)
        .service(show::get_export_delivery)
        .service(explain::explain_conversion_exports)
        .service(test_send::send_export_test);
}
