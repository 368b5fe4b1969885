//! Pages for people.

pub mod console;

use actix_web::web::ServiceConfig;

/// Registers every page.
pub(crate) fn configure(config: &mut ServiceConfig) {
    console::configure(config);
}
