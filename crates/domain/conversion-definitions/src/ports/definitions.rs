//! Conversion definitions as they are kept.

use crate::{Definition, OutcomeDefinition};
use async_trait::async_trait;
use kernel::{DefinitionId, ProfileId, StoreError, Timestamp};

/// A definition with when it was made and last changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDefinition {
    /// The definition.
    pub definition: Definition,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// Both catalogues of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogues {
    /// Conversion definitions, oldest first.
    pub conversion_definitions: Vec<StoredDefinition>,
    /// Outcome definitions, by family and position.
    pub outcome_definitions: Vec<OutcomeDefinition>,
}

/// Reads both catalogues from one snapshot.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CataloguesReader: Send + Sync {
    /// Both; empty for a profile without any, or that does not exist.
    async fn catalogues(&self, profile_id: ProfileId) -> Result<Catalogues, StoreError>;
}

/// Conversion definitions inside a transaction that holds the profile's attribution lock, so that
/// what is read stays true until it ends. [`hold`](DefinitionStore::hold) is for one that does not.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DefinitionStore: Send {
    /// All of the profile's, oldest first, those of one instant by id.
    async fn list(&mut self, profile_id: ProfileId) -> Result<Vec<StoredDefinition>, StoreError>;

    /// Whether the profile has one of this id. Until the unit of work ends, whoever removes that one waits.
    async fn hold(&mut self, profile_id: ProfileId, id: DefinitionId) -> Result<bool, StoreError>;

    /// Writes a new one, which was made and last changed at `at`.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        definition: &Definition,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Replaces every field of the profile's definition of the same id, which last changed at `at`; when
    /// it was made stays. Does nothing when there is none.
    async fn update(
        &mut self,
        profile_id: ProfileId,
        definition: &Definition,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Removes one of the profile's, if there is one of this id.
    async fn delete(&mut self, profile_id: ProfileId, id: DefinitionId) -> Result<(), StoreError>;
}
