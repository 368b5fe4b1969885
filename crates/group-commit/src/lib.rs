//! Writes the events that come in at once in groups: one transaction for many requests.
//!
//! Decides: which events are written together and how many may wait. Deliberately does not know: what
//! writing them means (that is `application`), and how they came.
//!
//! Reading order: `group_commit` (the queue and its writers), [`TrackerGroups`] and
//! [`OutcomeGroups`] (what goes through it), [`ViewBuffer`] (what nobody waits for), [`Ports`].

mod group_commit;
mod outcome_events;
mod owners;
mod remembered;
mod tracker_events;
mod turns;
mod views;

use std::sync::Arc;

use application::ports::ProfileStore;
use application::{Context, Sealing, UnitsOfWork};
use identity_graph::ValueKeys;
use kernel::{Clock, IdSource};

pub use group_commit::Bounds;
pub use outcome_events::OutcomeGroups;
pub use tracker_events::TrackerGroups;
pub use views::ViewBuffer;

/// What the writers need.
#[derive(Clone)]
pub struct Ports {
    /// Transactions.
    pub units: Arc<dyn UnitsOfWork>,
    /// Profiles and their settings.
    pub profiles: Arc<dyn ProfileStore>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdSource>,
    /// Keys that identifiers are looked up by.
    pub keys: Arc<dyn ValueKeys>,
    /// Encryption at rest.
    pub sealing: Arc<dyn Sealing>,
}

impl Ports {
    /// What use cases are given.
    pub fn context(&self) -> Context<'_> {
        Context {
            clock: &*self.clock,
            ids: &*self.ids,
            keys: &*self.keys,
            sealing: &*self.sealing,
        }
    }
}
