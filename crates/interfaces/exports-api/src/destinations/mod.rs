//! Where conversions are told.

pub mod create;
pub mod list;
pub mod provision;
pub mod record;
mod refused;
pub mod show;
pub mod update;
mod write;

use utoipa_actix_web::service_config::ServiceConfig;

pub use write::DestinationWrite;

/// Registers the endpoints.
pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_export_destinations)
        .service(create::create_export_destination)
        .service(show::get_export_destination)
        .service(update::update_export_destination)
        .service(provision::provision_export_destination);
}
