//! Splits a conversion's value over the touches before it, exactly.
//!
//! Decides: which touches a window admits, what each model weighs them, how weights become credit
//! shares that add up, what a synthetic touch is, how a refund follows what it refunds. Everything
//! is a pure function of its input, in integers: the same facts give the same credits on every
//! machine.
//!
//! Deliberately does not know: who the person is, which channel a touch has (only whether it is
//! direct), which events are conversions, where anything is stored.
//!
//! Reading order: [`touch`], [`conversion`], [`windows`], [`path`] (which touches count),
//! [`models`] (weights), [`share`] (weights become billionths), [`synthetic`], [`replay`] (one
//! person's history at once), [`explain`] (why a credit is what it is).

pub mod conversion;
mod credit;
pub mod explain;
pub mod models;
pub mod path;
pub mod replay;
pub mod share;
pub mod synthetic;
pub mod touch;
pub mod windows;

pub use conversion::{ConversionFact, Value, convert};
pub use explain::{CandidateTouch, ConversionExplanation, explain};
pub use path::Admission;
pub use replay::{
    AttributedConversion, Credit, CustomerFacts, Replay, Settings, UnattributedReason,
    replay_customer,
};
pub use share::{CreditShare, credited_amount};
pub use touch::{AdEvidence, Touch, TouchKind};
pub use windows::{WindowDays, Windows};
