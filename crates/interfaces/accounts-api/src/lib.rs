//! The JSON operations of who uses the service: one file an endpoint.
//!
//! Decides: what requests must look like, how they are answered, and what the `OpenAPI` document says of them.
//! Deliberately does not know: any rule of who may do what (those are in `access-control`, `accounts` and `application`).
//!
//! Reading order: [`workspaces`], [`profiles`], [`me`], [`oauth`] (applications that act for people), [`handoffs`] (what a
//! human decides), [`deletions`] and [`retention`] (what goes).

mod auth;
pub mod deletions;
pub mod handoffs;
pub mod me;
pub mod oauth;
pub mod profiles;
pub mod retention;
pub mod workspaces;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    workspaces::configure(config);
    profiles::configure(config);
    deletions::configure(config);
    retention::configure(config);
    handoffs::configure(config);
    me::configure(config);
    oauth::configure(config);
    auth::configure(config);
}
