//! A profile's own channel rules.
//!
//! [`configuration`] is what a change is made on, [`create`], [`update`], [`delete`] and [`reorder`] say what
//! a change writes, [`change`](mod@change) writes it and labels history anew. [`match_count`],
//! [`diff`] and [`suggestions`] are previews: they run on one read-only state of the database,
//! judge every signature as the change would, and count with what readers see ([`projection`]).

pub mod add_channel;
pub mod change;
pub mod configuration;
pub mod create;
pub mod delete;
pub mod diff;
mod error;
pub mod list;
pub mod match_count;
pub mod preview;
mod projection;
pub mod reorder;
pub mod suggestions;
pub mod update;

pub use error::{RuleError, RuleFault};
