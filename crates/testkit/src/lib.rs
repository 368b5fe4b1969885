//! Help for tests, for `[dev-dependencies]` alone.
//!
//! Decides: how a test gets a migrated PostgreSQL database of its own within milliseconds and
//! without anything being started by hand, and what time it is in a test. Deliberately does not
//! know: any crate above the schema, so that every adapter and the whole service can be tested
//! with it. Its own tests guard the repository: who may depend on whom, and under which licences.
//!
//! Reading order: [`TestDatabase`], [`FixedClock`], [`SequentialIds`], then the private module
//! `cluster` (the server behind the databases).
//!
//! The functions panic where a test could only unwrap.

mod clock;
mod cluster;
mod database;
mod error;
mod ids;

pub use clock::FixedClock;
pub use database::TestDatabase;
pub use error::Error;
pub use ids::SequentialIds;
