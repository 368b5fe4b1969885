//! Files of spend.
//!
//! Reading order: [`mapping`] (which column of a file is which), [`presets`] (those that come with the program),
//! [`survey`](mod@survey) (what is in a file, and what is wrong with it), [`write`](mod@write) (all of it, or nothing).

pub mod mapping;
pub mod presets;
mod reader;
pub mod survey;
pub mod write;
