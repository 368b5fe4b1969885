//! Browser events come in.

pub mod collect;
