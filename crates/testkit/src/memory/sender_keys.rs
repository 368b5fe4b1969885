//! Keys of days in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use event_intake::ports::SenderKeys;
use kernel::{Date, StoreError, Timestamp};

/// Keys of days, which are never forgotten.
#[derive(Debug, Default)]
pub struct MemorySenderKeys(Mutex<BTreeMap<Date, [u8; 32]>>);

#[async_trait]
impl SenderKeys for MemorySenderKeys {
    async fn of_day(
        &self,
        day: Date,
        candidate: [u8; 32],
        _: Timestamp,
    ) -> Result<[u8; 32], StoreError> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(*keys.entry(day).or_insert(candidate))
    }
}
