//! What can go wrong between a use case and the store.

use reporting::ReadError;

/// A store that could not do what it was asked. An unknown failure is never an absence.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not answer in time, or said that it cannot be used now: it is stopped, full,
    /// read-only or out of connections. The same may be asked again later.
    #[error("the store did not answer: {0}")]
    Unavailable(String),
    /// Another transaction won a race; nothing was written, and the same work may be run again.
    #[error("another transaction was faster")]
    Conflict,
    /// The database answered with an error that nobody expected, or holds what cannot be read.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl From<StoreError> for ReadError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(why) => Self::Unavailable(why),
            StoreError::Failed(why) => Self::Failed(why),
            StoreError::Conflict => Self::Unavailable(error.to_string()),
        }
    }
}
