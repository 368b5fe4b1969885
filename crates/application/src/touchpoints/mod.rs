//! Files of sessions and purchases come in.

pub mod import;
pub mod mapping;
