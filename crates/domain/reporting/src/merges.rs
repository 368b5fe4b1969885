//! What people decided of customers.

use async_trait::async_trait;
use kernel::{Actor, CustomerId, Limit, MergeId, ProfileAccess, StoreError, Timestamp};

/// Which decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergesQuery {
    /// Only into this customer.
    pub customer: Option<CustomerId>,
    /// Rows at most.
    pub limit: Limit<100>,
    /// Only earlier ones than this; ids are ordered by time.
    pub before: Option<MergeId>,
}

/// A decision that two customers are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeRow {
    /// Its id.
    pub id: MergeId,
    /// When it was decided.
    pub decided_at: Timestamp,
    /// By whom.
    pub actor: Actor,
    /// Who goes on under their id.
    pub survivor: CustomerId,
    /// Whose id became an alias.
    pub merged: CustomerId,
    /// When it was taken back, and by whom.
    pub undone: Option<(Timestamp, Actor)>,
}

/// One page, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergesPage {
    /// The rows.
    pub rows: Vec<MergeRow>,
    /// Where the next page begins.
    pub next: Option<MergeId>,
}

/// Reads decisions.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait MergesReader: Send + Sync {
    /// Decisions of a profile.
    async fn merges(
        &self,
        access: &ProfileAccess,
        query: &MergesQuery,
    ) -> Result<MergesPage, StoreError>;
}
