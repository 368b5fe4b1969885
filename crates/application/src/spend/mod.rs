//! Ad spend comes in.

pub mod import_rates;
pub mod put;
