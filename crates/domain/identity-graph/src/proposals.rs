//! Who may be the same person although no fact says so: who is compared with whom, what two customers have in
//! common, and how sure that makes it.
//!
//! The scheme is that of Fellegi and Sunter: whatever agrees or differs counts for or against, in bits, and the
//! sum of the bits is a probability. Whom a proposal names is for people to decide; nothing here joins anybody.
//!
//! Reading order: [`traits`], what is compared of a customer; [`mod@blocks`], who is compared at all; [`comparison`],
//! what agrees and what differs; [`weights`], what that counts; [`score`], what it comes to, with its reasons;
//! [`names`], how names are alike; [`queue`], what people make of it.

pub mod blocks;
pub mod comparison;
pub mod names;
pub mod queue;
pub mod score;
pub mod traits;
pub mod weights;

pub use blocks::{Block, MOST_IN_A_BLOCK, blocks, candidate_pairs, changed_pairs};
pub use comparison::{Comparison, Level, compare};
pub use kernel::ProposalStatus;
pub use names::{Commonness, folded};
pub use queue::{DecidedOtherwise, Decision, QueuedProposal, Verdict};
pub use score::{Agreement, Band, Evidence, Field, Proposal, Score, meaning, propose};
pub use traits::{Candidate, Traits};
pub use weights::{PRIOR, VERSION, weight};

#[cfg(test)]
mod tests;
