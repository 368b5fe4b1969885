//! What is wrong with data, as it is kept in PostgreSQL: looks at the links of profiles and at how they are measured, and what
//! is known of signals of trust.
//!
//! Decides: how the last look and what was found on other days are written and read, and which statements count what
//! checks ask for. Deliberately does not know: what is a fault, when somebody looks and in which transaction.
//!
//! Reading order: [`scans`] (looks), [`instrumentation`] (what is counted for their checks), [`trust_states`] (signals),
//! all of them statements on a connection, and [`PgQualityReader`] (on a pool).

pub mod instrumentation;
mod reader;
pub mod scans;
pub mod trust_states;

pub use reader::PgQualityReader;
