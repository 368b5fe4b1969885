//! Looks at the links of profiles and at how they are measured: what they count, what they found, and what is known of
//! signals of trust.

mod instrumentation;
mod json;
mod measured;
mod reader;
mod store;
mod trust_states;

pub use reader::PgQualityReader;
