//! Rows that loaders leave.
//!
//! Reading order: [`next`](mod@next) (one batch, wholly or not at all), [`judge`](mod@judge) (what is wrong with it),
//! [`write`](mod@write).

mod judge;
pub mod next;
mod write;
