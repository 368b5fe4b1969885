//! Takes out of stored facts what is not stored any more.

use async_trait::async_trait;
use kernel::StoreError;

/// What one batch came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Redacted {
    /// Facts that were looked at.
    pub looked: u64,
    /// Facts whose addresses lost something.
    pub changed: u64,
}

/// The only way in which a fact loses text; nothing else of it ever changes.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait Redaction: Send + Sync {
    /// Goes through at most `limit` facts further, of one profile and in one transaction: what of their
    /// addresses would not be stored today goes. `None` when all have been gone through, or somebody
    /// else is at what is left.
    async fn addresses(&self, limit: u32) -> Result<Option<Redacted>, StoreError>;
}
