//! Where spend comes from, as it is kept in PostgreSQL.
//!
//! Decides: how it is kept how reading of accounts goes, and how it is found how spend moved. Deliberately does not know: what any of it means, and in which
//! transaction it happens.
//!
//! Reading order: [`syncs`] (statements on a connection), [`PgSyncs`] and [`PgRestatedSpend`] (on a pool).

mod coverage;
mod reader;
mod restated;
pub mod syncs;

pub use reader::PgSyncs;
pub use restated::PgRestatedSpend;
