//! Looks at the links of profiles: what they count, and what they found.

mod json;
mod reader;
mod store;

pub use reader::PgQualityReader;
