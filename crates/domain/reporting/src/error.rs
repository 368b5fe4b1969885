//! What can go wrong when a report is read.

/// The store could not answer; nothing is known about the figures.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// No answer, or one that says that the database cannot be used now.
    #[error("the store did not answer: {0}")]
    Unavailable(String),
    /// An answer that nobody expected.
    #[error("the store failed: {0}")]
    Failed(String),
}
