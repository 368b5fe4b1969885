//! Writes down how requests went, and what follows.

use std::ops::Range;

use application::{Context, UnitOfWork};
use export_rules::ports::Attempt;
use export_rules::{Answer, Answered, DestinationKind, LedgerLine, RunFailure, retry};
use kernel::{ConnectionId, StoreError, Timestamp};
use platform_connections::ReconnectReason;

use super::finish::finish;
use super::{HeldLane, jitter, lane};
use crate::connections::stop::{Stopping, stop};

/// Meta's code for a permission that was taken back; any other refusal of access is about the token.
const PERMISSION_MISSING: i64 = 200;

/// How a batch went.
#[derive(Clone, Debug)]
pub struct SentBatch {
    /// The lines that were claimed.
    pub lines: Vec<LedgerLine>,
    /// How the last request of each part of them went; what was not asked of any more is in no part.
    pub parts: Vec<(Range<usize>, Attempt)>,
    /// Of which kind the destination is.
    pub kind: DestinationKind,
    /// Through what it was sent.
    pub connection_id: ConnectionId,
    /// When the token was got that it was sent with.
    pub token_obtained_at: Timestamp,
}

/// Writes down how a batch went; whether more is due at once. A lane that is somebody else's by now stays as it is,
/// and of lines what is known is written where nobody has tried them again.
pub async fn record(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    held: HeldLane,
    sent: &SentBatch,
) -> Result<bool, StoreError> {
    let lane = lane(work, held).await?;
    let mut lines = tried(context, sent);
    if lane.is_some() {
        lines.extend(rest(context, sent));
    }
    work.export_ledger()
        .put(held.profile_id, &lines, true)
        .await?;
    let Some(mut lane) = lane else {
        return Ok(false);
    };
    let now = context.clock.now();
    let mut failure = None;
    for (_, attempt) in &sent.parts {
        failure = lane.answered(attempt.answer, now).or(failure);
        if attempt.answer == Answer::Auth {
            let reason = match attempt.platform_code {
                Some(PERMISSION_MISSING) => ReconnectReason::PermissionMissing,
                _ => ReconnectReason::TokenExpired,
            };
            let stopping = Stopping {
                id: sent.connection_id,
                reason,
                obtained_at: sent.token_obtained_at,
            };
            stop(work, context, held.profile_id, stopping).await?;
        }
    }
    if let Some(failure) = failure {
        warn(held, failure);
    }
    finish(work, context, (&mut lane, sent.kind), failure).await
}

fn warn(held: HeldLane, failure: RunFailure) {
    let destination = held.destination_id;
    match failure {
        RunFailure::Auth => tracing::warn!(
            destination.id = %destination,
            "exports to destination {destination} wait: its account has to be connected anew"
        ),
        RunFailure::Configuration => tracing::warn!(
            destination.id = %destination,
            "exports to destination {destination} fail: the platform says that it is set to something wrong"
        ),
    }
}

/// The lines of the parts, each after its answer.
fn tried(context: &Context<'_>, sent: &SentBatch) -> Vec<LedgerLine> {
    let now = context.clock.now();
    let mut lines = Vec::with_capacity(sent.lines.len());
    for (part, attempt) in &sent.parts {
        let of_part = sent.lines.get(part.clone()).unwrap_or_default();
        for (place, line) in of_part.iter().enumerate() {
            let answer = attempt.answer_of(place);
            let after = retry::after(&line.sending(now), answer, now, jitter(context));
            let line = line.clone().after(after, Some(Answered::from(attempt)));
            let mut line = line.taken_in(place, now);
            if let Some(of) = attempt.of_event(place) {
                line.tried.platform_code = of.platform_code;
                line.tried.response.clone_from(&of.excerpt);
            }
            lines.push(line);
        }
    }
    lines
}

/// The lines that were in a refused batch only, or in none, when the platform could not be asked any more: it has
/// none of them.
fn rest(context: &Context<'_>, sent: &SentBatch) -> Vec<LedgerLine> {
    let now = context.clock.now();
    let is_tried = |place: usize| sent.parts.iter().any(|(part, _)| part.contains(&place));
    let answer = match sent.parts.last().map(|(_, attempt)| attempt.answer) {
        Some(answer @ (Answer::Auth | Answer::Throttled { .. })) => answer,
        _ => Answer::Transient { wait: None },
    };
    let untried = sent.lines.iter().enumerate();
    untried
        .filter(|(place, _)| !is_tried(*place))
        .map(|(_, line)| {
            let after = retry::after(&line.sending(now), answer, now, jitter(context));
            line.clone().after(after, None)
        })
        .collect()
}
