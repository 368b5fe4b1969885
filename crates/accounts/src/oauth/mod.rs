//! The authorization server: registration, approval, exchange, refresh, revocation.
//!
//! What does not count is an outcome, not an error: a replay ends the family, and that must be
//! committed although the caller is refused.

pub mod approve;
pub mod exchange;
pub mod issue;
pub mod mint;
pub mod refresh;
pub mod register;
pub mod revoke;

pub use issue::{Issue, Issued, Outcome};
