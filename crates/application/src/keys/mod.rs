//! API keys.

pub mod create;
