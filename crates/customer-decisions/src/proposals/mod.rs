//! Finds customers who may be one, and takes what people decide of it.
//!
//! Reading order: [`scan`](mod@scan) (who is compared with whom, a few hundred customers at a time),
//! [`decide`](mod@decide) (what becomes of a proposal), [`decide_several`](mod@decide_several) (of several at once).

pub mod decide;
pub mod decide_several;
pub mod scan;

pub use decide::{ProposalError, decide};
pub use decide_several::{MOST_AT_ONCE, decide_several};
pub use scan::{Scanned, request, scan};
