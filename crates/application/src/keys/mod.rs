//! API keys.

pub mod create;
pub mod issue;
pub mod revoke;
