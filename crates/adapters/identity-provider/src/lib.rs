//! Session tokens: JSON Web Tokens that say who a person is, and how people sign in elsewhere.
//!
//! Decides: which tokens count ([`judge`](mod@judge)), with which keys ([`keys`], [`key_set`]), how
//! the built-in provider signs its own ([`built_in`]), and how those of an external issuer are judged
//! and got ([`external`]). Deliberately does not know: what a person may do.

pub mod built_in;
pub mod external;
pub mod judge;
pub mod key_set;
pub mod keys;
#[cfg(test)]
mod test_signer;

pub use built_in::BuiltInProvider;
pub use external::{BadIssuer, ExternalProvider};
pub use judge::{Claims, Rules, judge};
pub use key_set::KeySet;
pub use keys::{Algorithm, VerifyingKey};
