//! The authorization server for applications that act for people (OAuth 2.1).
//!
//! These endpoints answer as OAuth clients expect and not as the rest of the interface does: flat
//! objects without envelope, and errors of their own. Pages are elsewhere, in `console::consent`.

mod client;
mod confidential_token;
mod exchange;
mod flat;
mod metadata;
mod register;
mod resource;
mod revoke;
mod token;

use utoipa_actix_web::service_config::ServiceConfig;

pub use client::find_client;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(metadata::get_authorization_server)
        .service(resource::get_protected_resource_root)
        .service(resource::get_protected_resource)
        .service(register::register_client)
        .service(token::issue_token)
        .service(confidential_token::issue_confidential_token)
        .service(revoke::revoke_token);
}
