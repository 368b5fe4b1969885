//! The console: pages for people who have signed in.
//!
//! Every page is made on the server and needs no script. Figures come from the same readers as the
//! API's, and are printed digit by digit; nothing is worked out here but the geometry of a drawing.
//! Who may see a page is asked anew with every request: what cannot be reached and what does not
//! exist are the same 404 page. A form is accepted once, with the token that its page was given.
//!
//! Signing in ([`auth`]) and letting an application act for somebody ([`consent`]) are pages too.
//!
//! What pages are made of is `console-kit`: who looks and at what, from template to answer, what a form sends. Pages of
//! exports and of what they are sent with are `console-exports`. Here is one file a page.

mod addresses;
mod auth;
mod banners;
mod consent;
mod controls;
mod customers;
mod deletion;
mod developer;
mod forget;
mod found;
mod handoffs;
mod home;
mod invitations;
mod journey;
mod members;
mod merges;
mod overview;
mod quality;
mod scopes;
mod spend;
mod splits;
mod tracking;
mod views;
mod webhooks;
mod why;

pub use console_kit::stylesheet;
use console_kit::{chart, chrome, error, form, format, page, query_string, script, viewer, write};

use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpResponse, ResponseError};
use error::PageError;

/// What a browser gets for an address that nothing answers.
pub fn not_found() -> HttpResponse {
    PageError::NotFound.error_response()
}

/// Registers every page.
pub fn configure(config: &mut ServiceConfig) {
    console_kit::configure(config);
    auth::configure(config);
    consent::configure(config);
    config
        .route("/", web::get().to(home::show))
        .route("/w/{workspace_id}", web::get().to(home::workspace))
        .route("/p/{profile_id}", web::get().to(overview::show))
        .route("/p/{profile_id}/customers", web::get().to(customers::show))
        .route(
            "/p/{profile_id}/customers/{person}",
            web::get().to(journey::show),
        )
        .route(
            "/p/{profile_id}/customers/{person}/forget",
            web::post().to(forget::decide),
        );
    merges::configure(config);
    splits::configure(config);
    found::configure(config);
    quality::configure(config);
    views::configure(config);
    developer::configure(config);
    webhooks::configure(config);
    console_exports::configure(config);
    spend::configure(config);
    members::configure(config);
    invitations::configure(config);
    handoffs::configure(config);
}
