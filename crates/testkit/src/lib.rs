//! Help for tests, for `[dev-dependencies]` alone.
//!
//! Decides: how a test gets a migrated PostgreSQL database of its own within milliseconds and
//! without anything being started by hand, what time it is in a test, and what a store must do to be
//! one: every port of a domain crate that keeps something has a contract here, and a store in memory that
//! keeps it. Deliberately does not know: use cases and any adapter above the schema, so that every
//! adapter and the whole service can be tested with it. Its own tests guard the repository: who may depend
//! on whom, and under which licences.
//!
//! Reading order: [`TestDatabase`], [`FixedClock`], [`SequentialIds`], [`contracts`] (what is promised),
//! [`memory`] (the plainest stores that keep it), [`fake_platform`] (ad platforms that can be told what to go wrong
//! with), then the private module `cluster` (the server behind the
//! databases).
//!
//! The functions panic where a test could only unwrap.

mod clock;
mod cluster;
pub mod contracts;
mod database;
mod error;
pub mod fake_platform;
mod ids;
pub mod memory;

pub use clock::FixedClock;
pub use database::TestDatabase;
pub use error::Error;
pub use ids::SequentialIds;
