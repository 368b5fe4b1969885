//! Looks at the links of profiles and at how they are measured: what they count, and what they found.

mod instrumentation;
mod json;
mod measured;
mod reader;
mod store;

pub use reader::PgQualityReader;
