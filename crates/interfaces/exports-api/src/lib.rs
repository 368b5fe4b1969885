//! The JSON operations of what conversions are sent with: one file an endpoint.
//!
//! Decides: what requests about connections must look like, how they are answered, and what the `OpenAPI` document
//! says of them. Deliberately does not know: any rule of connections (those are in `platform-connections` and
//! `conversion-export`).
//!
//! Reading order: [`connection`] (what is shown), then one file an operation; [`reports`] with a folder.

pub mod ask;
pub mod connection;
pub mod list;
pub mod reports;
pub mod revoke;
pub mod show;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_connections)
        .service(ask::create_connection)
        .service(show::get_connection)
        .service(revoke::delete_connection);
    reports::configure(config);
}
