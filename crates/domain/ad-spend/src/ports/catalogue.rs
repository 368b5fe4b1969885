//! What is advertised, as it is kept.

use async_trait::async_trait;
use kernel::{ProfileAccess, StoreError};

use crate::catalogue::{CatalogueEntry, CatalogueLevel};

/// The catalogue, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CatalogueReader: Send + Sync {
    /// Those of the profile with these ids, in no order. Of an id that several accounts have, the first by platform and
    /// account.
    async fn entries(
        &self,
        access: &ProfileAccess,
        level: CatalogueLevel,
        ids: &[String],
    ) -> Result<Vec<CatalogueEntry>, StoreError>;
}
