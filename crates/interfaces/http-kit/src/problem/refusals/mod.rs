//! What the refusals of use cases are to a caller, whichever interface they came through: one file an
//! area.

mod checkouts;
pub mod collect;
pub mod definitions;
mod deletions;
mod events;
mod outcome_definitions;
mod profiles;
mod retention;
