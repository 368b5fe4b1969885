//! One folder a resource, one file an endpoint.
//!
//! To add an endpoint: write its file (utoipa document, wire types, `TryFrom` into domain types, a
//! handler), register it in the `configure` of its resource, and the rest (405, 401, 403, problem
//! bodies, the `OpenAPI` document) follows.

pub mod address;
pub mod attribution;
pub(crate) mod auth;
pub mod breakdowns;
pub mod challenge;
pub mod channel_rules;
pub mod collect;
pub(crate) mod connections;
pub mod conversions;
pub mod cors;
pub mod customers;
mod deadline;
pub mod decimal;
pub mod deletions;
pub mod deprecation;
pub mod detached;
pub mod docs;
pub mod envelope;
pub mod events;
pub mod extract;
pub mod fallback;
pub mod goals;
pub mod handoffs;
pub mod health;
pub(crate) mod heavy;
pub mod me;
pub(crate) mod oauth;
pub mod object_text;
pub mod observe;
pub mod openapi;
pub mod outcome_definitions;
pub mod overview;
pub(crate) mod parameters;
pub(crate) mod patch;
pub mod paths;
pub mod problem;
pub mod profile;
pub mod profiles;
pub mod restatements;
pub mod retention;
pub(crate) mod slow_body;
pub mod spend;
pub mod timeseries;
pub mod tracking;
pub mod workspaces;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers every documented endpoint; both the server and the `OpenAPI` document are made of it.
pub fn configure(config: &mut ServiceConfig<'_>) {
    docs::configure(config);
    health::configure(config);
    tracking::configure(config);
    events::configure(config);
    collect::configure(config);
    spend::configure(config);
    overview::configure(config);
    breakdowns::configure(config);
    timeseries::configure(config);
    paths::configure(config);
    customers::configure(config);
    conversions::configure(config);
    goals::configure(config);
    outcome_definitions::configure(config);
    channel_rules::configure(config);
    workspaces::configure(config);
    profiles::configure(config);
    deletions::configure(config);
    retention::configure(config);
    handoffs::configure(config);
    me::configure(config);
    profile::configure(config);
    attribution::configure(config);
    restatements::configure(config);
    oauth::configure(config);
    auth::configure(config);
}
