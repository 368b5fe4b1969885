//! Use cases of how a profile counts, beside those of `application`: one file each, free functions over ports and a unit
//! of work.
//!
//! Decides: what of a change is refused, what it writes, and what it would change before it is made. Deliberately does not
//! know: HTTP, SQL, the clock.
//!
//! Reading order: [`channel_rules`] (what a profile's channels are, and which traffic is whose), [`definitions`] (which
//! events are conversions), [`outcome_definitions`] (what outcomes are called and which are results), [`tracking`] (which
//! hosts are the profile's, and what of addresses is stored).

pub mod channel_rules;
pub mod definitions;
pub mod outcome_definitions;
pub mod tracking;

#[cfg(test)]
mod use_case_tests;
