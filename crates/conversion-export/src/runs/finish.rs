//! Ends a run when nothing is due any more, and tells of it.

use std::collections::BTreeMap;

use application::webhooks::tell::tell;
use application::{Context, UnitOfWork};
use export_rules::ports::RunCounts;
use export_rules::{DestinationKind, Lane, Run, RunFailure, Word};
use kernel::{ProfileId, StoreError};
use webhook_events::data::ExportData;
use webhook_events::{EventData, Provider};

/// Writes a lane down after something was done on it; whether more is to be done at once, for which it stays held. A
/// run ends when nothing is to be sent, or when it cannot go on.
pub(super) async fn finish(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (lane, kind): (&mut Lane, DestinationKind),
    failure: Option<RunFailure>,
) -> Result<bool, StoreError> {
    let now = context.clock.now();
    let next = work
        .export_ledger()
        .next_due(lane.profile_id, lane.destination_id)
        .await?;
    let is_due = next.send.is_some_and(|at| at <= now);
    let is_to_do = is_due || next.ask.is_some_and(|at| at <= now);
    let goes_on = is_to_do && failure.is_none() && lane.held_until.is_none_or(|held| held <= now);
    lane.due_at = [next.send, next.ask].into_iter().flatten().min();
    if !goes_on {
        lane.lease = None;
    }
    if (failure.is_some() || !is_due)
        && let Some(run) = lane.run.take()
    {
        tell_of(work, context, (lane.profile_id, kind), (run, failure)).await?;
    }
    work.export_lanes().put(lane).await?;
    Ok(goes_on)
}

async fn tell_of(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, kind): (ProfileId, DestinationKind),
    (run, failure): (Run, Option<RunFailure>),
) -> Result<(), StoreError> {
    let counts = work.export_ledger().counts(profile_id, run.id).await?;
    let data = ExportData {
        provider: Provider::new(kind.provider()).map_err(StoreError::inconsistent)?,
        run_id: run.id.uuid().into(),
        counts: summed(counts),
    };
    let event = match failure {
        None => EventData::ExportCompleted(data),
        Some(_) => EventData::ExportFailed(data),
    };
    tell(work, context, profile_id, &[event]).await
}

/// By the words of statuses and of reasons: what is skipped counts under both.
fn summed(counts: RunCounts) -> BTreeMap<String, u64> {
    let mut summed = BTreeMap::new();
    for (status, reason, count) in counts {
        let words = [Some(status.as_str()), reason.map(Word::as_str)];
        for word in words.into_iter().flatten() {
            *summed.entry(word.to_owned()).or_default() += count;
        }
    }
    summed
}
