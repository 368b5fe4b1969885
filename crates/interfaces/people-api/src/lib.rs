//! The JSON operations about customers: one file an endpoint.
//!
//! Decides: what requests must look like, how they are answered, and what the `OpenAPI` document says of them.
//! Deliberately does not know: any rule of who is one person (those are in `identity-graph`, `customer-decisions` and `application`).
//!
//! Reading order: [`customers`] (lists, search, journeys, forgetting), [`identity`] (merges, splits, proposals, repair).

pub mod customers;
pub mod identity;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    customers::configure(config);
    identity::configure(config);
}
