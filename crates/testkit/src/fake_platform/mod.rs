//! Ad platforms on the loopback address, for tests: written from the platforms' public descriptions, strict where
//! these are, and told by a test what to go wrong with.
//!
//! Reading order: [`authorization`] (access to accounts), [`conversions`] (what platforms are told, and the journal
//! of it), the private modules `social_capi` and `data_manager` (what each refuses) and `http` (the server below).

pub mod authorization;
pub mod conversions;
mod data_manager;
mod http;
mod social_capi;

pub use authorization::{Behaviour, FakeAuthorization};
pub use conversions::{FakeConversions, Misbehaviour, Taken};
