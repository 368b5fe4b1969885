//! The bulk paths of a full replay: browser events stream out of the store and come back as
//! sessions, facts stream out and come back as results of a generation.
//!
//! The store knows how to read everybody's facts at once and how to write many rows; what facts
//! come to is a function that it is given.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use attribution_models::ports::{PersonFacts, Results, TouchRow};
use kernel::{PersonId, ProfileId, StoreError};

use super::attribution::{SessionRow, VisitorHit, VisitorRange};

/// Turns the facts of some people into their results: pure, and called from several threads at
/// once.
pub type Derive = Arc<dyn Fn(&HashMap<PersonId, PersonFacts>) -> Results + Send + Sync>;

/// What a full replay of one profile has to do.
#[derive(Clone)]
pub struct ReplayOrder {
    /// Whose facts.
    pub profile_id: ProfileId,
    /// The generation that the results are written into; nothing is in it yet.
    pub generation: i64,
    /// How many microseconds before an outcome event a touch can matter. Earlier touches, and those
    /// after the person's last outcome event, need not be given to `derive`.
    pub reach_micros: i64,
    /// Whether `derive` is to get what people were shown.
    pub reads_views: bool,
    /// What facts come to.
    pub derive: Derive,
}

/// How far a full replay has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayStep {
    /// It waits for its turn, or reads facts.
    Underway,
    /// The results of so many more people are written, though not for good.
    Replayed {
        /// People since the step before.
        people: u64,
    },
    /// All results are written for good, in a generation that no reader sees yet.
    Done,
}

/// A full replay that is underway. Dropping it ends it; no reader sees what it has written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait FullReplay: Send {
    /// Waits until it has come a step further: seconds at most while the store answers, so that the
    /// caller can show in between that it is alive.
    async fn step(&mut self) -> Result<ReplayStep, StoreError>;
}

/// Turns the events of some browsers into their sessions and touches: pure, and called on a thread
/// of its own.
pub type Cut = Arc<dyn Fn(Vec<VisitorHit>) -> (Vec<SessionRow>, Vec<TouchRow>) + Send + Sync>;

/// What browsers did, as it is stored.
#[derive(Clone, Debug)]
pub struct CutVisitors {
    /// Which browsers; those of them without a session have none.
    pub visitors: VisitorRange,
    /// Their sessions.
    pub sessions: Vec<SessionRow>,
    /// Their touches.
    pub touches: Vec<TouchRow>,
}

/// How far the sessions of a profile are derived.
#[derive(Clone, Debug)]
pub enum CutStep {
    /// Events are being read.
    Underway,
    /// The next browsers in the order of their ids, after those of the step before; nothing of
    /// them is written yet.
    Cut(CutVisitors),
    /// The step before was the last.
    Done,
}

/// The derivation of all sessions of a profile from the events of one instant. Dropping it ends it.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait SessionCut: Send {
    /// Waits until it has come a step further: seconds at most while the store answers.
    async fn step(&mut self) -> Result<CutStep, StoreError>;
}
