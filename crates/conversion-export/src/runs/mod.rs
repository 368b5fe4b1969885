//! Runs: what was marked is planned, what is due is sent, and what came of it is written down.
//!
//! [`plan`](mod@plan) looks at events that are marked and writes into the ledger what is to be told of them. Whoever
//! holds the lane of a destination [looks](mod@look) at it, [claims](mod@claim) what is due (everything is decided
//! anew from what is known by now), [announces](mod@announce) each request before it is sent, and
//! [writes down](mod@record) how it went. [`finish`](mod@finish) ends a run and tells of it. What a platform accepted
//! and checks later it is asked after: [`confirm`](mod@confirm).
//!
//! No platform is asked inside a transaction, and no line holds what is sent.

pub mod announce;
pub mod claim;
pub mod confirm;
mod finish;
pub mod look;
pub mod plan;
pub mod record;

use application::{Context, UnitOfWork};
use export_rules::{DestinationId, Jitter, Lane};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ProfileId, StoreError};
use uuid::Uuid;

/// How long a lane is held without a sign of life: several times what a request may take.
pub const LEASE: i64 = 60 * MICROS_PER_SECOND;

/// A lane that somebody holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldLane {
    /// Whose.
    pub profile_id: ProfileId,
    /// Of which destination.
    pub destination_id: DestinationId,
    /// Under which name it is held.
    pub holder: Uuid,
}

/// The lane, when it is still held under the name.
async fn lane(work: &mut dyn UnitOfWork, held: HeldLane) -> Result<Option<Lane>, StoreError> {
    let destinations = [held.destination_id];
    let lanes = work
        .export_lanes()
        .hold(held.profile_id, &destinations)
        .await?;
    let mut lanes = lanes.into_iter();
    Ok(lanes.find(|lane| lane.is_held_by(held.holder)))
}

/// Ids end in chance.
fn jitter(context: &Context<'_>) -> Jitter {
    let [.., a, b] = context.ids.new_id().into_bytes();
    Jitter(u16::from_be_bytes([a, b]))
}

#[cfg(test)]
mod use_case_tests;
