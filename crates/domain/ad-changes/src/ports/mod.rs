//! What this domain needs from platforms and from a store.

mod changes;
mod executor;

pub use changes::ChangeStore;
pub use executor::{AccountPlace, AdExecutor};

#[cfg(feature = "mocks")]
pub use changes::MockChangeStore;
#[cfg(feature = "mocks")]
pub use executor::MockAdExecutor;
