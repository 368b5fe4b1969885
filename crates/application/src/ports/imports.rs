//! How far files were imported.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};

/// Progress of imports, inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait ImportStore: Send {
    /// Lines of the file that are done; 0 for a file that was never seen.
    async fn done_lines(
        &mut self,
        profile_id: ProfileId,
        digest: &[u8; 32],
    ) -> Result<u64, StoreError>;

    /// Notes that so many lines are done; it never goes back.
    async fn advance(
        &mut self,
        profile_id: ProfileId,
        digest: &[u8; 32],
        done_lines: u64,
        at: Timestamp,
    ) -> Result<(), StoreError>;
}
