//! What reports add up, day by day and column by column.
//!
//! Decides: how the visits, the touches and the credits of a local day are laid out in bytes, how changes are
//! folded into a day, and how days are added up by a key under filters, with exact distinct
//! visitors. Deliberately does not know: where the bytes are kept, and who changes them when.
//!
//! A **day** is settled: a set of columns, each of which can be read alone, or several such sets
//! ([pieces](Piece)) when it has very many rows. A **change** is a batch
//! of rows with a count, which is negative for rows that are gone; changes of many days stand beside
//! the days until they are [folded](fold) into them. A report reads both, and sees the same before
//! and after folding.
//!
//! Rows are multisets: two visits that are alike in everything are one row with the count two, and
//! taking away what was never there is a [`Corrupt`] day, never a wrong figure.
//!
//! Reading order: [`batch`] (rows), [`visits`], [`touched`] and [`credits`] (their measures and columns),
//! [`selection`] (what a report asks of rows), [`tally`] (the answer, day by day: what a day came to
//! can be kept and given again in the place of its columns).

pub mod batch;
mod bytes;
mod column;
pub mod credits;
pub mod dimension;
mod distinct;
pub mod fold;
pub mod gather;
mod packed;
pub mod recent;
pub mod selection;
pub mod tally;
pub mod touched;
pub mod visits;

pub use batch::{Batch, Row};
pub use column::Columns;
pub use dimension::Dim;
pub use fold::Piece;

/// Bytes that are no column, or changes that take away what is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rollup is broken: {0}")]
pub struct Corrupt(pub &'static str);
