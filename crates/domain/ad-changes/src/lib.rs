//! What is changed at ad platforms.
//!
//! Decides: what can be changed (pausing, and what may be spent a day), that it is an absolute value; what is done with
//! what a platform says before something is written and after a crash; who of several processes makes a change, and
//! when a platform that did not answer is asked again.
//!
//! Deliberately does not know: how platforms are asked (that is [`AdExecutor`](ports::AdExecutor), which an adapter
//! implements), why something is changed and who may, how changes are kept. Time and ids are handed in.
//!
//! Reading order: [`target`] and [`change`] (what is changed how), [`decision`] (what is done with what the platform
//! says), [`failure`] (why it is not), [`intent`] (what is kept of it), [`ports`].

pub mod change;
pub mod decision;
pub mod failure;
pub mod intent;
pub mod ports;
pub mod target;

pub use change::{Change, Order, OrderError, Status, Value};
pub use decision::{Budget, State, Step, next_step};
pub use failure::{ExecutorFailure, FailureCode};
pub use intent::{Intent, IntentId, IntentState, Lease, NotMine, RecommendationId, week_of};
pub use target::{ObjectId, ObjectKind, Target};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{
    AccessToken, ConnectionId, Currency, Date, Exact, ProfileId, StoreError, TimeZone, Timestamp,
};
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
