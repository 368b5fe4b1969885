//! Where spend comes from, as it is kept in PostgreSQL.
//!
//! Decides: how it is kept how reading of accounts goes. Deliberately does not know: what any of it means, and in which
//! transaction it happens.
//!
//! Reading order: [`syncs`] (statements on a connection), [`PgSyncs`] (on a pool).

mod coverage;
mod reader;
pub mod syncs;

pub use reader::PgSyncs;
