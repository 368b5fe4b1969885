//! Session tokens: JSON Web Tokens that say who a person is.
//!
//! Decides: which tokens count ([`judge`]), with which keys ([`keys`]), and how the built-in
//! provider signs its own ([`built_in`]). Deliberately does not know: what a person may do.

pub mod built_in;
pub mod judge;
pub mod keys;

pub use built_in::BuiltInProvider;
pub use judge::{Claims, Rules, judge};
pub use keys::{Algorithm, VerifyingKey};
