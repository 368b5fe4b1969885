//! What conversions are sent with, as it is kept in PostgreSQL.
//!
//! Decides: how connections with ad platforms and their sealed tokens are stored, and how browsers that are on
//! their way to a platform are found again. Deliberately does not know: what any of it means, and in which
//! transaction it happens.
//!
//! Reading order: [`connections`], [`tokens`] (of a connection), [`pending`] (on the way to one).

pub mod connections;
pub mod pending;
mod rows;
pub mod tokens;

pub use connections::PgConnections;
pub use pending::PgPendingAuthorizations;
