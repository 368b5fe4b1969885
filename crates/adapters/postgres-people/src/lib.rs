//! Who people are, and what of them goes: the stores of one transaction for identity, decisions about customers, repair,
//! forgetting and what facts lose with age.
//!
//! Decides: how values, browsers and decisions are kept and found, and which statements take out what names a person.
//! Deliberately does not know: who is one person, who is forgotten and when.
//!
//! Reading order: [`work`] (the transaction), then one module per table family.

mod erasure;
mod identity;
mod redaction;
mod rederivation;
mod rederivation_preview;
mod retention;
pub mod work;

pub use redaction::PgRedaction;
pub use rederivation_preview::rederivation;
pub use work::PeopleWork;
