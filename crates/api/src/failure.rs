//! Why a command failed, in one line for the person who ran it.

use kernel::StoreError;

/// A command that failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Something that the person can mend.
    #[error("{0}")]
    Usage(String),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The private database server.
    #[error(transparent)]
    LocalPostgres(#[from] local_postgres::Error),
    /// Files and sockets.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Failure {
    /// An input or output failure with what was tried.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }

    /// Something that the person can mend.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }
}
