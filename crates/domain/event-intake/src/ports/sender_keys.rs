//! Keys under which network addresses become names that are good for a day.

use async_trait::async_trait;
use kernel::{Date, StoreError, Timestamp};

/// Keys of days, the same for all processes.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SenderKeys: Send + Sync {
    /// The key of the day: the one that is stored, or `candidate`, which is stored then until
    /// `forget_at`. Of several who ask at once, all get the same.
    async fn of_day(
        &self,
        day: Date,
        candidate: [u8; 32],
        forget_at: Timestamp,
    ) -> Result<[u8; 32], StoreError>;
}
