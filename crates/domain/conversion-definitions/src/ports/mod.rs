//! What this domain needs from a store: definitions of both kinds.

mod definitions;
mod outcome_definitions;

pub use definitions::{Catalogues, CataloguesReader, DefinitionStore, StoredDefinition};
pub use outcome_definitions::OutcomeDefinitionStore;

#[cfg(feature = "mocks")]
pub use definitions::{MockCataloguesReader, MockDefinitionStore};
#[cfg(feature = "mocks")]
pub use outcome_definitions::MockOutcomeDefinitionStore;
