//! Use cases of what is kept of people, beside those of `application`: one file each, free functions over ports and a unit
//! of work.
//!
//! Decides: what of a customer goes when they are forgotten, what they are told of themselves, and what facts lose with
//! age. Deliberately does not know: HTTP, SQL, the clock, and what comes in late of somebody who was forgotten
//! (`application` takes their names from it at the door).
//!
//! Reading order: [`erasure`] (one customer, on request), [`retention`] (everybody, with time).

pub mod erasure;
pub mod retention;

#[cfg(test)]
mod use_case_tests;
