//! The HTTP interface.
//!
//! Decides: what a request must look like, who may make it, how an answer and an error are
//! written, and what the `OpenAPI` document says about all of it. Deliberately does not know: any
//! business rule (those are in the domain crates and in `application`) and any adapter (only the
//! binary's `composition.rs` names those).
//!
//! Reading order: [`state`] (what handlers can reach), [`http`] (one folder a resource, one file
//! an endpoint), [`http::extract`] (from request to types), [`http::problem`] (from error to
//! answer), [`http::observe`] (what surrounds every request), [`mcp`] (the same reports for
//! agents), [`pages`] (what people see), [`metrics`] (what is counted), [`server`].

pub mod access;
pub mod addresses;
pub mod http;
pub mod identity;
pub mod intake_counts;
pub mod key_uses;
pub mod mcp;
pub mod metrics;
pub mod pages;
pub mod server;
pub mod state;

pub use access::{AccessPorts, WorkspacePorts};
pub use http::openapi::openapi_json;
pub use state::AppState;
