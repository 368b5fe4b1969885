//! Where spend comes from, as it is kept in PostgreSQL.
//!
//! Decides: how it is kept how reading of accounts goes, what loaders leave, what is advertised and what is changed at platforms,
//! and how it is found how spend moved. Deliberately does not know: what any of it means, and in which transaction it happens.
//!
//! Reading order: [`syncs`], [`landing`] and [`changes`] (statements on a connection), [`PgSyncs`], [`PgLanding`], [`PgCatalogue`] and
//! [`PgRestatedSpend`] (on a pool).

mod catalogue;
pub mod changes;
mod coverage;
pub mod landing;
mod reader;
mod restated;
pub mod state;
pub mod syncs;

pub use reader::{PgCatalogue, PgLanding, PgSyncs};
pub use restated::PgRestatedSpend;
