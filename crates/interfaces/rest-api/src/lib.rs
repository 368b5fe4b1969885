//! The JSON operations: one folder a resource, one file an endpoint.
//!
//! Decides: what a request must look like, which scope it needs, how an answer is written, and what the
//! `OpenAPI` document says about all of it. Deliberately does not know: any business rule (those are
//! in the domain crates, in `application` and in the crates of use cases beside it), any adapter, and what is the same for every request
//! (`http-kit`). Accounts, people, what browsers tell, webhooks, exports, batches of spend and what is wrong with data
//! are crates beside this one, which has all of them in one document.
//!
//! To add an endpoint: write its file (utoipa document, wire types, `TryFrom` into domain types, a
//! handler), register it in the `configure` of its resource, and the rest (405, 401, 403, problem
//! bodies, the document) follows.

pub mod attribution;
pub mod breakdowns;
pub mod catalogue;
pub mod channel_rules;
pub mod conversions;
pub mod docs;
pub mod events;
pub mod goals;
pub mod health;
pub mod openapi;
pub mod outcome_definitions;
pub mod overview;
pub mod paths;
pub mod payments;
pub mod profile;
pub mod restatements;
pub mod spend;
pub mod timeseries;

pub use openapi::openapi_json;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers every documented endpoint; both the server and the `OpenAPI` document are made of it.
pub fn configure(config: &mut ServiceConfig<'_>) {
    docs::configure(config);
    health::configure(config);
    events::configure(config);
    payments::configure(config);
    spend::configure(config);
    overview::configure(config);
    breakdowns::configure(config);
    catalogue::configure(config);
    timeseries::configure(config);
    paths::configure(config);
    conversions::configure(config);
    goals::configure(config);
    outcome_definitions::configure(config);
    channel_rules::configure(config);
    profile::configure(config);
    attribution::configure(config);
    restatements::configure(config);
    quality_api::configure(config);
    accounts_api::configure(config);
    tracking_api::configure(config);
    people_api::configure(config);
    webhooks_api::configure(config);
    exports_api::configure(config);
    spend_api::configure(config);
}
