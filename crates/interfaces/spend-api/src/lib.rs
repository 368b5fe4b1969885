//! The JSON operations of where spend comes from and what it was spent on: one file an endpoint.
//!
//! Decides: what requests must look like, how they are answered, and what the `OpenAPI` document says of them.
//! Deliberately does not know: any rule of them (those are in `ad-spend` and `spend-intake`).
//!
//! Reading order: [`warnings`] (what reports say of spend that comes in by itself).

pub mod warnings;
