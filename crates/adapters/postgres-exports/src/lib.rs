//! What conversions are sent with and to, as it is kept in PostgreSQL.
//!
//! Decides: how connections with ad platforms and their sealed tokens are stored, how browsers that are on
//! their way to a platform are found again, how destinations, rules and what a profile decides for all of its
//! exports are kept, what is known of outcome events that may be told, how what browsers said beside them is sealed, and
//! how events that are to be looked at, what was told of them and who tells are. Deliberately does not know: what any of
//! it means, and in which transaction it happens.
//!
//! Reading order: [`connections`], [`tokens`] (of a connection), [`pending`] (on the way to one); [`compliance`],
//! [`destinations`], [`rules`]; [`candidates`] and [`evidence`]; [`marks`], [`lanes`] and [`ledger`] (of runs),
//! [`deliveries`] (the ledger as people see it).

pub mod candidates;
pub mod compliance;
pub mod connections;
pub mod deliveries;
pub mod destinations;
pub mod evidence;
pub mod lanes;
pub mod ledger;
pub mod marks;
pub mod pending;
mod rows;
mod rule_rows;
pub mod rules;
pub mod state;
mod statistics;
pub mod tokens;

pub use connections::PgConnections;
pub use deliveries::PgExportDeliveries;
pub use pending::PgPendingAuthorizations;
pub use state::{ExportsState, PgExportsState};
pub use statistics::PgExportStatistics;
