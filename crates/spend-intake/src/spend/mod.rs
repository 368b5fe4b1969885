//! Ad spend comes in.

pub mod import_rates;
pub mod platforms;
pub mod put;
pub mod replace;
mod write;

#[cfg(test)]
mod use_case_tests;
