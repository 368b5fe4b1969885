//! Profiles.

pub mod audit;
pub mod create;
pub mod show;
pub mod update;
pub mod windows;
