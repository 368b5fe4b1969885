//! What every port that keeps something can fail with.

/// A store that could not do what it was asked. An unknown failure is never an absence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The store did not answer in time, or said that it cannot be used now: it is stopped, full,
    /// read-only or out of connections. The same may be asked again later.
    #[error("the store did not answer: {0}")]
    Unavailable(String),
    /// Another transaction won a race; nothing was written, and the same work may be run again.
    #[error("another transaction was faster")]
    Conflict,
    /// The store answered with an error that nobody expected, or holds what cannot be read.
    #[error("the store failed: {0}")]
    Inconsistent(String),
}

impl StoreError {
    /// What the store holds or answered cannot be read; `why` says what and where.
    pub fn inconsistent(why: impl std::fmt::Display) -> Self {
        Self::Inconsistent(why.to_string())
    }
}
