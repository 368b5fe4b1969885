//! The JSON operations of what browsers tell: one file an endpoint.
//!
//! Decides: what requests must look like, how they are answered, what the `OpenAPI` document says of them, and what is pasted into
//! pages. Deliberately does not know: any rule of what counts (those are in `event-intake` and `application`).
//!
//! Reading order: [`tracking`] (the tracker and its settings), [`collect`] (what it sends), [`views`] (pictures in mails).

pub mod collect;
pub mod tracking;
pub mod views;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    tracking::configure(config);
    collect::configure(config);
    views::configure(config);
}
