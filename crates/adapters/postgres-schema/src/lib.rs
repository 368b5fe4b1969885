//! The generated table definitions, whose each table is, in which order a profile's rows go, and the embedded
//! migrations; nothing else.
//!
//! Decides: nothing. Deliberately does not know: any query. It is a crate of its own because
//! editing a query next to the generated schema would rebuild the schema each time.

pub mod removal;
pub mod schema;
pub mod tables;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};

/// Every migration, in order, as it was when the binary was built.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../../migrations");

/// What finds customers by any part of their name, address or number, where the server has what it takes: the
/// service tries it at every start until it is there.
pub const CONTAINED_TEXT: &str = concat!(
    "CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin; ",
    include_str!("index_contained.sql")
);
