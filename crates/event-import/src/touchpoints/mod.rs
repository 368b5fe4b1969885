//! Files of sessions and purchases come in.

pub mod import;
pub mod mapping;

#[cfg(test)]
mod use_case_tests;
