//! Facts become sessions, touches, conversions and credits.
//!
//! [`refresh`] replays the people who are marked (the incremental path), [`rebuild`] everybody into
//! a new generation (the full path). Both load facts with the same statements, give them to the
//! same pure function and write what it says: [`replay`](mod@replay). [`recomputes`] queues a full
//! replay, [`ledger`] writes down what changes. [`renew`](mod@renew) is for a
//! release that derives otherwise.

pub mod ledger;
pub mod rebuild;
pub mod recompute;
pub mod recomputes;
pub mod refresh;
pub mod renew;
pub mod replay;
pub mod sessions;
