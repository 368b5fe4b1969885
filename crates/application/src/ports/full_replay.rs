//! The bulk path of a full replay: facts stream out of the store, results stream into a generation.
//!
//! The store knows how to read everybody's facts at once and how to write many rows; what facts
//! come to is a function that it is given.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{PersonId, ProfileId};

use crate::attribution::replay::{PersonFacts, Results};
use crate::store_error::StoreError;

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
    /// What facts come to.
    pub derive: Derive,
}

/// How far a full replay has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayStep {
    /// It waits for its turn, or has read some facts.
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
#[async_trait]
pub trait FullReplay: Send {
    /// Waits until it has come a step further: seconds at most while the store answers, so that the
    /// caller can show in between that it is alive.
    async fn step(&mut self) -> Result<ReplayStep, StoreError>;
}
