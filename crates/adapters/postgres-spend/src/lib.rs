//! Where spend comes from and what it was spent on, as it is kept in PostgreSQL.
//!
//! Decides: how reading of accounts is kept. Deliberately does not know: what any of it means, and in which transaction
//! it happens.
