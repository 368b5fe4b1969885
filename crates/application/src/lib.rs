//! Use cases: one file each, a free function over ports and a unit of work.
//!
//! Decides: which domain rules and which writes belong together. Deliberately does not know: HTTP,
//! SQL, the clock.
//!
//! Reading order: [`unit_of_work`] (how every write runs), [`ports`], then the use cases:
//! [`outcome_events`], [`tracking`] and [`views`] (facts come in), [`customers`] (whose they are), [`merges`] (who is
//! one because somebody says so), [`attribution`]
//! (facts become conversions and credits) and [`replays`] (when), [`touchpoints`] (files of facts), [`conversions`] (why a
//! credit is what it is), [`definitions`] and [`outcome_definitions`] (which events count, and as what),
//! [`spend`], [`profiles`], [`retention`] (what facts lose with age), [`keys`], [`members`] and
//! [`invitations`] (who may do what), [`handoffs`] (what a human decides), [`webhooks`] (what is told to
//! whom).

pub mod attribution;
pub mod channel_rules;
pub mod context;
pub mod conversions;
pub mod customers;
pub mod definitions;
pub mod erasure;
pub mod evidence;
mod forgotten;
pub mod keys;
pub mod known_signatures;
#[cfg(any(test, feature = "mocks"))]
pub mod mocks;
pub mod outcome_definitions;
pub mod outcome_events;
pub mod ports;
pub mod profiles;
pub mod replays;
pub mod retention;
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
