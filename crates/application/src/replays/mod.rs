//! When facts become results anew: [`mod@refresh`] for the people who are marked (the incremental path),
//! [`rebuild`](mod@rebuild) for everybody, into a new generation (the full path), [`renew`](mod@renew) for a
//! release that derives otherwise; [`recompute`](mod@recompute) is somebody's wish for a full replay.
//!
//! Each loads facts in a way that suits how many they are, and all give them to the same pure function and
//! write what it says: [`attribution::replay`](crate::attribution::replay).

mod exports;
pub mod rebuild;
pub mod recompute;
pub mod refresh;
pub mod renew;
