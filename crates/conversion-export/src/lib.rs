//! Use cases of conversion export, beside those of `application`: one file each, free functions over ports and a
//! unit of work.
//!
//! Decides: which rules of `platform-connections` and `export-rules` and which writes belong together. Deliberately
//! does not know: HTTP, SQL, the clock, and how platforms are asked.
//!
//! Reading order: [`connections`]; [`compliance`], [`destinations`], [`rules`]; [`dry_run`]; [`runs`],
//! [`explain`](mod@explain), [`test_send`](mod@test_send); [`reports`].

pub mod compliance;
pub mod connections;
pub mod destinations;
pub mod dry_run;
pub mod explain;
pub mod reports;
pub mod rules;
pub mod runs;
pub mod test_send;
pub mod trail;
