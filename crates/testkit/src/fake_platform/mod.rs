//! Ad platforms on the loopback address, for tests: written from the platforms' public descriptions, strict where
//! these are, and told by a test what to go wrong with.
//!
//! Reading order: [`authorization`] (access to accounts), [`conversions`] (what platforms are told, and the journal
//! of it), the private modules `social_capi`, `data_manager` and `google_ads` (what each refuses), `social_reports` (what
//! is told of data sets and audiences); [`spend`] (what ads cost) with the private modules `search_spend` and
//! `social_spend`; [`changes`] (what can be changed); `http` (the server below); [`whole`] is both at one address, for somebody who
//! looks around.

pub mod authorization;
pub mod changes;
pub mod conversions;
mod data_manager;
mod fields;
mod google_ads;
mod http;
mod search_spend;
mod social_capi;
mod social_reports;
mod social_spend;
pub mod spend;
pub mod whole;

pub use authorization::{Behaviour, FakeAuthorization};
pub use changes::{ChangeTrouble, FakeChanges, FakeObject};
pub use conversions::{FakeConversions, Misbehaviour, Taken};
pub use spend::{FakeAd, FakeFigures, FakeSpend, SpendTrouble};
pub use whole::FakePlatform;
