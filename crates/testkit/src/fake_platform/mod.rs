//! Ad platforms on the loopback address, for tests: written from the platforms' public descriptions, strict where
//! these are, and told by a test what to go wrong with.
//!
//! Reading order: [`authorization`] (access to accounts), the private module `http` (the server below it).

pub mod authorization;
mod http;

pub use authorization::{Behaviour, FakeAuthorization};
