//! Outcome definitions as they are kept.

use crate::{FamilyName, OutcomeDefinition};
use async_trait::async_trait;
use kernel::{OutcomeDefinitionId, ProfileId, StoreError};

/// Outcome definitions inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait OutcomeDefinitionStore: Send {
    /// Keeps everybody else from changing the profile's outcome definitions until the transaction
    /// ends.
    async fn lock(&mut self, profile_id: ProfileId) -> Result<(), StoreError>;

    /// One of the profile's; `None` when there is none of this id.
    async fn find(
        &mut self,
        profile_id: ProfileId,
        id: OutcomeDefinitionId,
    ) -> Result<Option<OutcomeDefinition>, StoreError>;

    /// A group by position; empty when nobody has made it.
    async fn family(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
    ) -> Result<Vec<OutcomeDefinition>, StoreError>;

    /// How many the profile has in groups other than this one.
    async fn count_outside(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
    ) -> Result<u64, StoreError>;

    /// Makes the group exactly these definitions, each of which names it: those of a known id are
    /// updated, keep when they were made, and leave the group that they were in; others are new, and
    /// what is not among them is removed.
    async fn replace(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
        definitions: &[OutcomeDefinition],
    ) -> Result<(), StoreError>;
}
