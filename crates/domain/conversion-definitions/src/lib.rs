//! Decides which outcome events are conversions, what their value means (cash, pipeline or gross)
//! and whether they may receive attribution credit.
//!
//! Deliberately does not know: who the person is, which touches came before, how credit is split,
//! where definitions are stored.
//!
//! Reading order: [`definition`], [`draft`] (what people may ask a definition to be), [`catalogue`]
//! (no two definitions claim one event type), [`conversion`] (what an outcome event becomes),
//! [`suggestion`] (what a new definition might be), [`outcome_definition`] (labels of pipeline
//! stages), [`seeds`], [`ports`].

pub mod catalogue;
pub mod conversion;
pub mod definition;
pub mod draft;
pub mod outcome_definition;
pub mod ports;
pub mod seeds;
pub mod suggestion;

pub use catalogue::{Catalogue, Conflict, Overlap};
pub use conversion::{Claimed, OutcomeRef, claim, conversion_id};
pub use definition::{Definition, DefinitionError, DefinitionText};
pub use draft::{DefinitionDraft, DefinitionEdit, DefinitionFault, Field, NewDefinition};
pub use outcome_definition::{
    FamilyDraft, FamilyName, LabelDraft, NewFamily, OutcomeDefinition, OutcomeLabel,
};
pub use seeds::{SEEDS, Seed};
pub use suggestion::{Suggestion, suggest};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{ConversionId, DefinitionId, OutcomeEventId, RevenueType};
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
