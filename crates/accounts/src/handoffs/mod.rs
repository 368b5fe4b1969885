//! What a human decides on a page.

pub mod ask;
pub mod decide;
