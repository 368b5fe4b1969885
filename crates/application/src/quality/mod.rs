//! What is wrong with the data of a profile.

pub mod check;
pub mod mute;
pub mod refresh;
