//! Tells of new results: conversions that came, went or are credited otherwise, and the first attributed one of a
//! definition. What is told of what is said by [`webhook_events::conversions`].

use std::collections::{BTreeMap, BTreeSet};

use attribution_models::ports::{ConversionRow, Results};
use channel_classifier::taxonomy::UNASSIGNED;
use kernel::{ProfileId, StoreError};
use webhook_events::conversions::{
    ConversionChange, Counted, ONE_BY_ONE, Occurrence, RecordedConversion, ReportedConversion,
    TOLD_MODEL, changes, events, of_conversions, renamed,
};
use webhook_events::data::FirstAttributionData;
use webhook_events::ports::FirstAttribution;
use webhook_events::{EventData, EventType};

use super::tell::tell;
use crate::context::Context;
use crate::unit_of_work::UnitOfWork;

/// Tells what became of the conversions of some people, which were `before` and are `results` now.
pub(crate) async fn tell_replaced(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, occurrence): (ProfileId, Occurrence),
    (before, results): (Vec<ReportedConversion>, &Results),
) -> Result<(), StoreError> {
    tell_first_of(work, context, profile_id, results).await?;
    let mut changes = changes(before, results.conversions.iter().map(of_row));
    if changes.is_empty() {
        return Ok(());
    }
    let wanted = wanted(work, profile_id).await?;
    if wanted.is_empty() {
        return Ok(());
    }
    let names = names(work, profile_id, &changes).await?;
    changes.retain(|change| change.is_seen(&names));
    let changes = Counted {
        count: u64::try_from(changes.len()).unwrap_or(u64::MAX),
        first: changes,
    };
    let data = events(occurrence, &changes, &wanted, &names);
    tell(work, context, profile_id, &data).await
}

/// Tells what differs between the generation that readers saw and the one that they see now. Amounts of two
/// currencies cannot be compared, so a change of the currency is told as one event.
pub(crate) async fn tell_published(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, occurrence): (ProfileId, Occurrence),
    (before, after): (i64, i64),
    is_currency_new: bool,
) -> Result<(), StoreError> {
    let now = context.clock.now();
    let first = work
        .reported_conversions()
        .note_first_of(profile_id, after, now)
        .await?;
    tell_first(work, context, profile_id, first).await?;
    let wanted = wanted(work, profile_id).await?;
    if wanted.is_empty() {
        return Ok(());
    }
    let mut changes = work
        .reported_conversions()
        .differing(profile_id, before, after, ONE_BY_ONE)
        .await?;
    if is_currency_new {
        changes.first.clear();
    }
    let names = names(work, profile_id, &changes.first).await?;
    let data = events(occurrence, &changes, &wanted, &names);
    tell(work, context, profile_id, &data).await
}

/// Tells which conversions of a generation are credited to another channel, because signatures have other
/// names now: for each, the one before and the one now.
pub(crate) async fn tell_relabelled(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, occurrence): (ProfileId, Occurrence),
    generation: i64,
    names: &BTreeMap<i64, (String, String)>,
) -> Result<(), StoreError> {
    let wanted = wanted(work, profile_id).await?;
    if wanted.is_empty() || names.is_empty() {
        return Ok(());
    }
    let signatures: Vec<i64> = names.keys().copied().collect();
    let credited = work
        .reported_conversions()
        .credited_to(profile_id, generation, &signatures, ONE_BY_ONE)
        .await?;
    let data = renamed(occurrence, &credited, &wanted, names);
    tell(work, context, profile_id, &data).await
}

async fn wanted(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
) -> Result<BTreeSet<EventType>, StoreError> {
    Ok(of_conversions(work.outbox().wanted(profile_id).await?))
}

/// What the signatures of the changes are called.
async fn names(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    changes: &[ConversionChange],
) -> Result<BTreeMap<i64, String>, StoreError> {
    let both = changes.iter().flat_map(ConversionChange::signatures);
    let signatures: BTreeSet<i64> = both.flatten().collect();
    if signatures.is_empty() {
        return Ok(BTreeMap::new());
    }
    let signatures: Vec<i64> = signatures.into_iter().collect();
    let mut names = work
        .reported_conversions()
        .channels(profile_id, &signatures)
        .await?;
    for signature in signatures {
        names
            .entry(signature)
            .or_insert_with(|| UNASSIGNED.to_owned());
    }
    Ok(names)
}

fn of_row(row: &ConversionRow) -> RecordedConversion {
    let credited = row.attributed.credits.iter().find(|credit| {
        let share = credit.share(TOLD_MODEL);
        share.is_some_and(|share| share.billionths() > 0)
    });
    RecordedConversion {
        reported: ReportedConversion {
            id: row.attributed.id,
            definition_id: row.definition_id,
            credited: credited.and(row.value_reporting),
            signature: credited.map(|credit| credit.signature),
        },
        event_id: row.event_id,
        revenue_type: row.revenue_type,
        occurred_at: row.occurred_at,
        value: row.value_reporting,
    }
}

/// Tells of definitions that have an attributed conversion for the first time ever.
async fn tell_first_of(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    results: &Results,
) -> Result<(), StoreError> {
    let mut candidates = BTreeMap::new();
    let attributed = results
        .conversions
        .iter()
        .filter(|row| row.attributed.unattributed.is_none());
    for row in attributed {
        let at = (row.occurred_at, row.attributed.id);
        let earliest = candidates.entry(row.definition_id).or_insert(at);
        *earliest = at.min(*earliest);
    }
    if candidates.is_empty() {
        return Ok(());
    }
    let candidates: Vec<FirstAttribution> = candidates
        .into_iter()
        .map(|(definition, (_, conversion))| (definition, conversion))
        .collect();
    let now = context.clock.now();
    let first = work
        .reported_conversions()
        .note_first(profile_id, &candidates, now)
        .await?;
    tell_first(work, context, profile_id, first).await
}

async fn tell_first(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    first: Vec<FirstAttribution>,
) -> Result<(), StoreError> {
    let data = |(definition, conversion)| {
        EventData::ConversionAttributed(FirstAttributionData {
            conversion_definition_id: definition,
            conversion_id: conversion,
        })
    };
    let data: Vec<EventData> = first.into_iter().map(data).collect();
    tell(work, context, profile_id, &data).await
}
