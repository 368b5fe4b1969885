//! The JSON operations of where spend comes from and what it was spent on: one file an endpoint.
//!
//! Decides: what requests must look like, how they are answered, and what the `OpenAPI` document says of them.
//! Deliberately does not know: any rule of them (those are in `ad-spend` and `spend-intake`).
//!
//! Reading order: [`warnings`] (what reports say of spend that comes in by itself), then one file an operation.

pub mod batches;
pub mod restatements;
pub mod warnings;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(batches::list_spend_batches)
        .service(restatements::get_spend_restatements);
}
