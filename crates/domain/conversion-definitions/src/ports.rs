//! What this crate needs from a store.

use async_trait::async_trait;
use kernel::ProfileId;

use crate::catalogue::Catalogue;

/// The store could not be asked; nothing is known about the answer.
#[derive(Debug, thiserror::Error)]
#[error("the definition store did not answer: {0}")]
pub struct DefinitionStoreError(pub String);

/// Reads a profile's definitions.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DefinitionReader: Send + Sync {
    /// All definitions of the profile; empty for a profile without any, or that does not exist.
    async fn catalogue(&self, profile_id: ProfileId) -> Result<Catalogue, DefinitionStoreError>;
}
