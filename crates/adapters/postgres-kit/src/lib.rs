//! What every adapter over PostgreSQL stands on.
//!
//! Decides: how connections are made, kept and given up, what a failure of the server means, how
//! statements are prepared, and how the rows that several adapters share are read. Deliberately does not
//! know: any port.
//!
//! Reading order: [`pool`], [`error`], [`statement`], [`rows`], [`rollups`] (days of columns that reports
//! are added up from), then what is shared of one table; [`queue_state`] is what the operator is told of queues.

pub mod brief_look;
pub mod coalesced_reads;
pub mod definition_rows;
pub mod error;
pub mod exclusion_rows;
pub mod generation;
pub mod json_columns;
pub mod months;
pub mod pool;
pub mod queue_state;
pub mod restatement_causes;
pub mod rollups;
pub mod rows;
pub mod signature_rows;
pub mod statement;
pub mod statistics;
pub mod visitor_hits;

pub use pool::{PgPool, PoolStatus};
