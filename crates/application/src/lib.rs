//! Use cases: one file each, a free function over ports and a unit of work.
//!
//! Decides: which domain rules and which writes belong together. Deliberately does not know: HTTP,
//! SQL, the clock.
//!
//! Reading order: [`unit_of_work`] (how every write runs), [`ports`], then the use cases:
//! [`outcome_events`], [`tracking`] and [`views`] (facts come in; what of them is of somebody who was [`forgotten`] loses
//! its names), [`customers`] (whose they are), [`attribution`] (facts become conversions and credits) and [`replays`] (when), [`conversions`] (why a
//! credit is what it is), [`relabelling`] (history under other rules), [`profiles`], [`keys`] (who may do what),
//! [`webhooks`] (what is told to the outside).
//!
//! Use cases of one subject that nothing here needs are crates beside this one, and run in its transactions: accounts, how
//! a profile counts, decisions about customers, what is kept of them, who is told, the quality of data, exports, spend,
//! files of events.

pub mod attribution;
pub mod context;
pub mod conversions;
pub mod customers;
pub mod evidence;
pub mod forgotten;
pub mod keys;
pub mod known_signatures;
#[cfg(any(test, feature = "mocks"))]
pub mod mocks;
pub mod outcome_events;
pub mod ports;
pub mod profiles;
pub mod relabelling;
pub mod replays;
pub mod tracking;
pub mod transaction;
pub mod unit_of_work;
#[cfg(test)]
mod use_case_tests;
pub mod views;
pub mod webhooks;
pub mod webpay;

pub use context::{Context, Sealing};
pub use transaction::{Contended, transact};
pub use unit_of_work::{UnitOfWork, UnitsOfWork, settle};
