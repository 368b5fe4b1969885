//! Decides which outcome events are conversions, what their value means (cash, pipeline or gross)
//! and whether they may receive attribution credit.
//!
//! Deliberately does not know: who the person is, which touches came before, how credit is split,
//! where definitions are stored.
//!
//! Reading order: [`definition`], [`catalogue`] (no two definitions claim one event type),
//! [`conversion`] (what an outcome event becomes), [`seeds`], [`ports`].

pub mod catalogue;
pub mod conversion;
pub mod definition;
pub mod ports;
pub mod seeds;

pub use catalogue::{Catalogue, Overlap};
pub use conversion::{Claimed, OutcomeRef, claim, conversion_id};
pub use definition::{Definition, DefinitionError, DefinitionText};
pub use ports::DefinitionReader;
pub use seeds::{SEEDS, Seed};
