//! Customers and their journeys.

pub mod erase;
pub mod export;
pub mod import;
pub mod journey;
pub mod list;
mod person;
pub mod search;

pub use person::PathPerson;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(erase::erase_customer)
        .service(export::export_customer)
        .service(import::import_customers)
        .service(journey::get_journey)
        .service(list::list_customers)
        .service(search::search_customers);
}
