//! The pure parts of the benchmark: the history that it measures on, and the table that it prints.
//!
//! Decides: who visits when and from where, what they buy, what is spent on advertisements, and how
//! the rows look that the service would have written of it; how samples become a line of a table.
//! The same seed, size and last day give the same rows. Deliberately does not know: a database, a
//! process, a clock. What measures is in `measure/`.
//!
//! Reading order: [`dice`]; [`traffic`] (where visits come from); [`people`] (who comes when);
//! [`rows`] (rows as COPY reads them); [`sessions`], [`outcomes`], [`identities`] and [`spend`] (one
//! kind of rows each); [`samples`] and [`table`]; [`paired`]
//! (two builds beside one another).

pub mod dice;
pub mod history;
pub mod identities;
pub mod outcomes;
pub mod paired;
pub mod people;
pub mod rows;
pub mod samples;
pub mod sessions;
pub mod spend;
pub mod table;
pub mod traffic;
