//! The JSON operations of what conversions are sent with and to: one file an endpoint.
//!
//! Decides: what requests about connections, destinations, rules and what a profile decides must look like, how they
//! are answered, and what the `OpenAPI` document says of them. Deliberately does not know: any rule of them (those are
//! in `platform-connections`, `export-rules` and `conversion-export`).
//!
//! Reading order: [`connection`] (what is shown) and one file an operation on connections; [`compliance`],
//! [`destinations`], [`rules`], [`deliveries`] and [`reports`] with a folder each; [`diagnostics`] and [`coverage`].

pub mod ask;
pub mod compliance;
pub mod connection;
pub mod coverage;
pub mod deliveries;
pub mod destinations;
pub mod diagnostics;
mod fields;
pub mod list;
pub mod reports;
pub mod revoke;
pub mod rules;
pub mod show;
pub mod sync;
pub mod update;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_connections)
        .service(ask::create_connection)
        .service(show::get_connection)
        .service(revoke::delete_connection)
        .service(update::update_connection)
        .service(sync::sync_connection);
    reports::configure(config);
    compliance::configure(config);
    destinations::configure(config);
    rules::configure(config);
    deliveries::configure(config);
    config
        .service(diagnostics::get_export_diagnostics)
        .service(coverage::get_export_coverage);
}
