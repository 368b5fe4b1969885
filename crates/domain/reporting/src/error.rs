//! What can go wrong when a report is read.

/// The store could not answer; nothing is known about the figures.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// No answer, or one that nobody expected.
    #[error("the store did not answer: {0}")]
    Unavailable(String),
}
