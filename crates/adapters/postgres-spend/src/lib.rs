//! Where spend comes from, as it is kept in PostgreSQL.
//!
//! Decides: how it is kept how reading of accounts goes, what loaders leave and what is advertised, and how it is found how
//! spend moved. Deliberately does not know: what any of it means, and in which transaction it happens.
//!
//! Reading order: [`syncs`] and [`landing`] (statements on a connection), [`PgSyncs`], [`PgLanding`], [`PgCatalogue`] and
//! [`PgRestatedSpend`] (on a pool).

mod catalogue;
mod coverage;
pub mod landing;
mod reader;
mod restated;
pub mod state;
pub mod syncs;

pub use reader::{PgCatalogue, PgLanding, PgSyncs};
pub use restated::PgRestatedSpend;
