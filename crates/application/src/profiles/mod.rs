//! Profiles.

pub mod create;
