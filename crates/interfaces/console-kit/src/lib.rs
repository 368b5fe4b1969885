//! What pages of the console are made of.
//!
//! Decides: who looks and at what they may, how a template becomes an answer and with which policy, what a form sends and how
//! often it is accepted, how figures are printed and drawn. Deliberately does not know: any page.
//!
//! Reading order: [`viewer`] (who looks, and at what), [`page`] (from template to answer), [`error`] (what else may be
//! answered), [`form`] (what a form sends), [`query_string`] (what an address says), [`chrome`] (what surrounds a page),
//! [`format`](mod@format) and [`chart`].

pub mod chart;
pub mod chrome;
pub mod error;
pub mod form;
pub mod form_tokens;
pub mod format;
pub mod multipart;
pub mod page;
pub mod query_string;
pub mod refusals;
pub mod script;
pub mod stylesheet;
pub mod viewer;
pub mod write;

use actix_web::web::{self, ServiceConfig};

/// Registers what every page loads: the stylesheet and the scripts.
pub fn configure(config: &mut ServiceConfig) {
    config
        .route(stylesheet::ROUTE, web::get().to(stylesheet::show))
        .route(script::ROUTE, web::get().to(script::show));
}
