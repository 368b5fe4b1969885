//! What can go wrong between a use case and the store.

/// A store that could not do what it was asked. An unknown failure is never an absence.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not answer, or answered with an error that nobody expected.
    #[error("the store did not answer: {0}")]
    Unavailable(String),
    /// Another transaction won a race; nothing was written, and the same work may be run again.
    #[error("another transaction was faster")]
    Conflict,
}
