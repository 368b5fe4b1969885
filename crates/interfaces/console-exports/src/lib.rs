//! The pages of what conversions are sent with and to: accounts at ad platforms, and exports.
//!
//! Decides: how an account at an ad platform is connected in a browser, what the pages of exports show and offer, and
//! in which words. Deliberately does not know: any rule of them (those are in `platform-connections`, `export-rules` and
//! `conversion-export`), and every other page (those are in `console`, where a hand-off leads here).
//!
//! What pages are made of is `console-kit`; what is read and done is `exports-api`'s.
//!
//! Reading order: [`connections`] (from a hand-off to an account, and how accounts are called), then `exports` (what is
//! sent with and to them, by which rules, and what became of it).

pub mod connections;
mod exports;

use console_kit::{chrome, error, form, format, page, query_string, stylesheet, viewer, write};

use actix_web::web::ServiceConfig;

pub use exports::conversion_path;

/// Registers the pages and their forms.
pub fn configure(config: &mut ServiceConfig) {
    exports::configure(config);
    connections::configure(config);
}
