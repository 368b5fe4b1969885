//! What conversions are sent with and to, as it is kept in PostgreSQL.
//!
//! Decides: how connections with ad platforms and their sealed tokens are stored, how browsers that are on
//! their way to a platform are found again, how destinations, rules and what a profile decides for all of its
//! exports are kept, and what is known of outcome events that may be told. Deliberately does not know: what any of it
//! means, and in which transaction it happens.
//!
//! Reading order: [`connections`], [`tokens`] (of a connection), [`pending`] (on the way to one); [`compliance`],
//! [`destinations`], [`rules`]; [`candidates`].

pub mod candidates;
pub mod compliance;
pub mod connections;
pub mod destinations;
pub mod pending;
mod rows;
mod rule_rows;
pub mod rules;
pub mod tokens;

pub use connections::PgConnections;
pub use pending::PgPendingAuthorizations;
