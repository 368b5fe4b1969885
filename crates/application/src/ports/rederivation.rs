//! What facts of earlier releases name together.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError};

/// What one turn came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collected {
    /// There is no profile left whose facts were not gone through.
    Nothing,
    /// Others are at what is left.
    ByOthers,
    /// Some facts of a profile; there are more.
    Some {
        /// Which.
        profile_id: ProfileId,
    },
    /// The last facts of a profile: from now on it is settled by them.
    All {
        /// Which.
        profile_id: ProfileId,
    },
}

/// Goes over all tenants, for the operator, and through each profile's facts once.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait RederivationStore: Send {
    /// Goes through at most `limit` facts further, of one profile. Where it is stands in the same
    /// transaction.
    async fn collect(&mut self, limit: u32) -> Result<Collected, StoreError>;
}
