//! Use cases of what people decide of customers, beside those of `application`: one file each, free functions over ports and
//! a unit of work.
//!
//! Decides: which rules of `identity-graph` and which writes belong together. Deliberately does not know: HTTP, SQL, the clock.
//!
//! Reading order: [`merges`] (who is one), [`splits`] (who is two), [`proposals`] (who may be one), [`repair`] (what is missing).

pub mod merges;
pub mod proposals;
pub mod repair;
pub mod splits;

#[cfg(test)]
mod use_case_tests;
