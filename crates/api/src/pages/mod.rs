//! Pages for people.

pub(crate) mod auth;
pub(crate) mod consent;
pub mod console;

use actix_web::web::ServiceConfig;

/// Registers every page.
pub(crate) fn configure(config: &mut ServiceConfig) {
    auth::configure(config);
    consent::configure(config);
    console::configure(config);
}
