//! Why there is no test database.

/// A failure to provide a database. Tests see it as a panic's message.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The private server cannot be had.
    #[error(transparent)]
    Server(#[from] local_postgres::Error),
    /// The file system or the system refused.
    #[error("cannot prepare a test server: {0}")]
    System(#[from] std::io::Error),
    /// A migration failed, or its connection did.
    #[error("cannot migrate the template database: {0}")]
    Migration(String),
}
