//! Ad spend comes in.

pub mod put;
