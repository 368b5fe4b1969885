//! Server-side events come in.

pub mod record;
