//! Use cases of how spend comes in, beside those of `application`: one file each, free functions over ports
//! and a unit of work.
//!
//! Decides: which rules of `ad-spend` and which writes belong together. Deliberately does not know: HTTP, SQL, the
//! clock, and how platforms are asked.
//!
//! Reading order: [`spend`] (what is written of it, and what platforms are called), [`syncs`] (accounts that are read), [`files`], [`landing`] (what loaders leave).

pub mod files;
pub mod landing;
mod parts;
mod seen;
pub mod spend;
pub mod syncs;
