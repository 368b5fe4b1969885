//! Pages for people.

pub(crate) mod auth;
pub(crate) mod consent;
pub mod console;

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, ResponseError};
use console::error::PageError;

/// What a browser gets for an address that nothing answers.
pub(crate) fn not_found() -> HttpResponse {
    PageError::NotFound.error_response()
}

/// Registers every page.
pub(crate) fn configure(config: &mut ServiceConfig) {
    auth::configure(config);
    consent::configure(config);
    console::configure(config);
}
