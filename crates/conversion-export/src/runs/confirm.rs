//! Asks a search engine what it made of a request that it accepted, and writes down what it says.

use application::{Context, UnitOfWork};
use export_rules::{
    AfterAsking, Answer, Asked, LaneLease, LedgerLine, RequestStatus, after_asking,
};
use kernel::{ConnectionId, StoreError, Timestamp};
use platform_connections::ReconnectReason;

use super::finish::finish;
use super::{HeldLane, LEASE, jitter, lane};
use crate::connections::stop::{Stopping, stop};

/// A request that a platform accepted.
#[derive(Clone, Debug)]
pub struct AcceptedRequest {
    /// By what the platform finds it.
    pub id: String,
    /// Its lines, in their places.
    pub lines: Vec<LedgerLine>,
}

/// What a platform said of a request.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The request.
    pub request: AcceptedRequest,
    /// What it says.
    pub said: RequestStatus,
    /// Through what it was asked.
    pub connection_id: ConnectionId,
    /// When the token was got that it was asked with.
    pub token_obtained_at: Timestamp,
}

/// The request that is to be asked after first, and holds the lane for longer; `None` when none is, or the lane is
/// somebody else's by now.
pub async fn next_request(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    held: HeldLane,
) -> Result<Option<AcceptedRequest>, StoreError> {
    let Some(mut lane) = lane(work, held).await? else {
        return Ok(None);
    };
    let now = context.clock.now();
    lane.has_access();
    lane.lease = Some(LaneLease {
        holder: held.holder,
        until: now.plus_micros(LEASE),
    });
    work.export_lanes().put(&lane).await?;
    let lines = work
        .export_ledger()
        .unconfirmed(held.profile_id, held.destination_id, now)
        .await?;
    let id = lines.first().and_then(|line| line.tried.trace_id.clone());
    Ok(id.map(|id| AcceptedRequest { id, lines }))
}

/// Writes down what a platform said; whether more is to be done on the lane at once. When the lane is somebody else's
/// by now, they ask for themselves.
pub async fn confirm(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    held: HeldLane,
    heard: &Heard,
) -> Result<bool, StoreError> {
    let Some(mut lane) = lane(work, held).await? else {
        return Ok(false);
    };
    let destinations = work.destinations().all(held.profile_id).await?;
    let found = destinations.iter().find(|it| it.id == held.destination_id);
    let Some(destination) = found else {
        return Ok(false);
    };
    let lines = confirmed(context, heard);
    work.export_ledger()
        .put(held.profile_id, &lines, false)
        .await?;
    let mut failure = None;
    // Who asks to wait is neither asked nor told meanwhile.
    if let RequestStatus::NoAnswer { wait: Some(wait) } = heard.said {
        let wait = Some(wait);
        lane.answered(Answer::Throttled { wait }, context.clock.now());
    }
    if heard.said == RequestStatus::Auth {
        failure = lane.answered(Answer::Auth, context.clock.now());
        let stopping = Stopping {
            id: heard.connection_id,
            reason: ReconnectReason::TokenExpired,
            obtained_at: heard.token_obtained_at,
        };
        stop(work, context, held.profile_id, stopping).await?;
    }
    finish(work, context, (&mut lane, destination.kind()), failure).await
}

/// The lines, each after what was said of it.
fn confirmed(context: &Context<'_>, heard: &Heard) -> Vec<LedgerLine> {
    let lines = &heard.request.lines;
    let places = lines.iter().filter_map(place).max();
    let events = places.map_or(0, |last| last + 1);
    let confirming = lines.first().and_then(|line| line.tried.confirming);
    let Some(confirming) = confirming else {
        return Vec::new();
    };
    let asked = Asked {
        accepted_at: confirming.accepted_at,
        events,
        count: confirming.asked + 1,
    };
    let now = context.clock.now();
    let after = after_asking(asked, &heard.said, now, jitter(context));
    let line = |line: &LedgerLine| {
        let verdict = match &after {
            AfterAsking::Again(_) => None,
            AfterAsking::Settled(verdicts) => place(line).and_then(|at| verdicts.get(at)),
        };
        let next = match &after {
            AfterAsking::Again(at) => Some(*at),
            AfterAsking::Settled(_) => None,
        };
        line.clone().asked(next, verdict)
    };
    lines.iter().map(line).collect()
}

fn place(line: &LedgerLine) -> Option<usize> {
    let place = line.tried.confirming?.place;
    usize::try_from(place).ok()
}
