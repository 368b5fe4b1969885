//! Ad spend comes in.

pub mod import_rates;
pub mod platforms;
pub mod put;
pub mod replace;
mod write;
