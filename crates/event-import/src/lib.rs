//! Events that other programs exported.
//!
//! Decides: which files can be read, which field of a row is which of an event, whose it is, which id it has in
//! every import, what is skipped and why. Deliberately does not know: where facts are kept, what a channel is,
//! how files come to this machine.
//!
//! Reading order: [`source`] (rows of a file), [`mapping`] and [`presets`] (which field is which), [`reader`] (from
//! rows to facts) with [`fact`] (what comes of it) and `people` (whose an id is), [`survey`] (what would be
//! written), [`feed`] (all of it, some rows at a time), [`write`] (writes facts in groups, by the use cases that those of browsers and servers go through),
//! [`touchpoints`] (files of sessions and purchases of our own shape), [`compare`] (what the source said of channels beside the credit).

mod address;
mod amount;
mod columns;
pub mod compare;
pub mod fact;
pub mod feed;
mod instant;
pub mod mapping;
mod people;
pub mod presets;
pub mod reader;
mod row;
pub mod source;
pub mod survey;
pub mod touchpoints;
mod value;
pub mod write;
