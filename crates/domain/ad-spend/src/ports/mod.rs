//! What this domain needs from platforms and from a store.

mod source;
mod syncs;

pub use source::{MOST_ROWS, SpendSource};
pub use syncs::{SyncReader, SyncStore};

#[cfg(feature = "mocks")]
pub use source::MockSpendSource;
#[cfg(feature = "mocks")]
pub use syncs::{MockSyncReader, MockSyncStore};
