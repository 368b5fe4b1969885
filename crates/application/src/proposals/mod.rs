//! Finds customers who may be one, and takes what people decide of it.
//!
//! Reading order: [`scan`](mod@scan) (who is compared with whom, a few hundred customers at a time),
//! [`decide`](mod@decide) (what becomes of a proposal).

pub mod decide;
pub mod scan;

pub use decide::{ProposalError, decide};
pub use scan::{Scanned, request, scan};
