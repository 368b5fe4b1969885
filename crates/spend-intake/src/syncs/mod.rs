//! Accounts at ad platforms whose spend is read.
//!
//! Reading order: [`set_up`](mod@set_up) and [`ask`](mod@ask) (what people do), [`due`](mod@due), [`serve`](mod@serve)
//! (what a worker does), [`warn`](mod@warn) (what readers of figures are told).

pub mod ask;
pub mod due;
pub mod serve;
pub mod set_up;
pub mod warn;

use application::Contended;
use kernel::StoreError;

/// Why something about reading an account was not changed.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The profile has no such connection, or it is removed.
    #[error("there is no such connection")]
    NotFound,
    /// Its spend is not read.
    #[error("the account's spend is not read")]
    NotEnabled,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for SyncError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}
