//! Looks at a lane that was just taken: what somebody left who vanished, what is too old, whether anything is due.

use application::{Context, UnitOfWork};
use export_rules::{Lane, retry};
use kernel::{ConnectionId, StoreError, Timestamp};

use super::finish::finish;
use super::{HeldLane, jitter, lane};

/// Lines that are taken up at once of what somebody left.
const LEFT: u32 = 500;

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// Nothing, or the lane is somebody else's by now.
    Nothing,
    /// Something is due; it is sent through this connection.
    Due(ConnectionId),
    /// The platform is to be asked, through this connection, what it made of a request that it accepted.
    Unconfirmed(ConnectionId),
}

/// Looks at a lane. Where nothing is due, it is given back, and the run that was under way ends.
pub async fn look(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    held: HeldLane,
) -> Result<Looked, StoreError> {
    let Some(mut lane) = lane(work, held).await? else {
        return Ok(Looked::Nothing);
    };
    let now = context.clock.now();
    take_up(work, context, held).await?;
    work.export_ledger()
        .expire(held.profile_id, held.destination_id, now)
        .await?;
    let destinations = work.destinations().all(held.profile_id).await?;
    let found = destinations.iter().find(|it| it.id == held.destination_id);
    let next = work
        .export_ledger()
        .next_due(held.profile_id, held.destination_id)
        .await?;
    match found {
        Some(destination) if is_due(&lane, next.send, now) => {
            Ok(Looked::Due(destination.connection_id))
        }
        Some(destination) if is_due(&lane, next.ask, now) => {
            Ok(Looked::Unconfirmed(destination.connection_id))
        }
        Some(destination) => {
            finish(work, context, (&mut lane, destination.kind()), None).await?;
            Ok(Looked::Nothing)
        }
        // Destinations are never deleted; a lane without one has nothing to do.
        None => {
            (lane.lease, lane.due_at) = (None, None);
            work.export_lanes().put(&lane).await?;
            Ok(Looked::Nothing)
        }
    }
}

/// Gives a lane back with what is due on it: the process ends.
pub async fn give_back(work: &mut dyn UnitOfWork, held: HeldLane) -> Result<(), StoreError> {
    let Some(mut lane) = lane(work, held).await? else {
        return Ok(());
    };
    lane.lease = None;
    work.export_lanes().put(&lane).await
}

fn is_due(lane: &Lane, next: Option<Timestamp>, now: Timestamp) -> bool {
    next.is_some_and(|at| at <= now) && lane.held_until.is_none_or(|held| held <= now)
}

/// What a sender left in the middle of a request may have arrived: it is sent again under the same id, or nobody can
/// know.
async fn take_up(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    held: HeldLane,
) -> Result<(), StoreError> {
    let left = work
        .export_ledger()
        .sending(held.profile_id, held.destination_id, LEFT)
        .await?;
    if left.is_empty() {
        return Ok(());
    }
    let now = context.clock.now();
    let lines: Vec<_> = left
        .into_iter()
        .map(|line| {
            let after = retry::abandoned(&line.sending(now), now, jitter(context));
            line.after(after, None)
        })
        .collect();
    work.export_ledger()
        .put(held.profile_id, &lines, false)
        .await
}
