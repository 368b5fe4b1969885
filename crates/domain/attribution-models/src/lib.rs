//! Splits a conversion's value over the touches before it, exactly.
//!
//! Decides: which touches a window admits, what each model weighs them, how weights become credit
//! shares that add up, what a synthetic touch is, how a refund follows what it refunds. Everything
//! is a pure function of its input, in integers: the same facts give the same credits on every
//! machine.
//!
//! ```
//! use attribution_models::{
//!     ConversionFact, ConversionId, CustomerFacts, Decimal, Model, Settings, Timestamp, Touch, Uuid,
//!     credited_amount, replay_customer,
//! };
//!
//! let at = |text| Timestamp::parse(text).unwrap();
//! let (news, search) = (Uuid::from_u128(1).into(), Uuid::from_u128(2).into());
//! let sold: ConversionId = Uuid::from_u128(3).into();
//! let facts = CustomerFacts {
//!     touches: vec![
//!         Touch::click(news, at("2026-03-01T10:00:00Z")),
//!         Touch::click(search, at("2026-03-03T10:00:00Z")),
//!     ],
//!     conversions: vec![ConversionFact::sale(sold, at("2026-03-05T10:00:00Z"), Decimal::from(25))],
//!     is_identified: true,
//! };
//! let replay = replay_customer(&facts, Settings::default());
//! let shares = replay.conversions[0].credits.iter().map(|credit| credit.share(Model::Linear).unwrap());
//! let amounts: Vec<String> = shares.map(|share| credited_amount(Decimal::from(25), share).to_string()).collect();
//! assert_eq!(amounts, ["12.5", "12.5"]);
//! ```
//!
//! Deliberately does not know: who the person is, which channel a touch has (only whether it is
//! direct), which events are conversions, where anything is stored.
//!
//! Reading order: [`touch`], [`conversion`], [`windows`], [`path`] (which touches count),
//! [`models`] (weights), [`share`] (weights become billionths), [`synthetic`], [`refunds`]
//! (whose a refund is, and of which sale), [`replay`] (one person's history at once),
//! [`mod@explain`] (why a credit is what it is), [`ports`] (where the facts of many people come from).

pub mod conversion;
mod credit;
pub mod explain;
pub mod models;
pub mod path;
pub mod ports;
pub mod refunds;
pub mod replay;
pub mod share;
pub mod synthetic;
pub mod touch;
pub mod windows;

pub use conversion::{ConversionFact, Origin, Value, convert};
pub use credit::{Credit, Settings, UnattributedReason};
pub use explain::{CandidateTouch, ConversionExplanation, LastTouches, explain};
pub use path::Admission;
pub use replay::{AttributedConversion, CustomerFacts, Replay, replay_customer};
pub use share::{CreditShare, credited_amount};
pub use touch::{AdEvidence, Touch, TouchKind};
pub use windows::{WindowDays, Windows};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{ConversionId, Exact, Model, RevenueType, Timestamp, TouchId};
pub use rust_decimal::Decimal;
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
