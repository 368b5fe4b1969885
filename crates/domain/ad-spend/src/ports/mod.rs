//! What this domain needs from platforms and from a store.

mod catalogue;
mod landing;
mod restated;
mod source;
mod syncs;

pub use catalogue::CatalogueReader;
pub use landing::{LandingReader, LandingStore};
pub use restated::RestatedSpendReader;
pub use source::{MOST_ROWS, SpendSource};
pub use syncs::{SyncReader, SyncStore};

#[cfg(feature = "mocks")]
pub use catalogue::MockCatalogueReader;
#[cfg(feature = "mocks")]
pub use landing::{MockLandingReader, MockLandingStore};
#[cfg(feature = "mocks")]
pub use restated::MockRestatedSpendReader;
#[cfg(feature = "mocks")]
pub use source::MockSpendSource;
#[cfg(feature = "mocks")]
pub use syncs::{MockSyncReader, MockSyncStore};
