//! Room for events, made ahead of time.

use async_trait::async_trait;
use kernel::{StoreError, Timestamp};

/// Makes the monthly partitions of the events table.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait EventPartitions: Send + Sync {
    /// Makes sure that events between the two instants, inclusive, can be written. Partitions
    /// that exist are left alone; at most 1,200 months are made at once.
    async fn ensure(&self, from: Timestamp, to: Timestamp) -> Result<(), StoreError>;
}
