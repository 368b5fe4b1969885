//! Which events follow from new results: conversions that appeared, that are credited otherwise, and the first
//! attributed one of a definition.
//!
//! All is told as the default model of reports credits it, `last_touch`: one touch at most.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use attribution_models::ports::{ConversionRow, Results};
use channel_classifier::taxonomy::UNASSIGNED;
use kernel::{ConversionId, Currency, Model, ProfileId, RestatementId, StoreError};
use rust_decimal::Decimal;
use webhook_events::data::{
    Change, ConversionChangeData, ConversionData, FirstAttributionData, RestatementData,
};
use webhook_events::{EventData, EventType};

use super::tell::tell;
use crate::context::Context;
use crate::ports::{
    ConversionChange, Counted, FirstAttribution, RecordedConversion, ReportedConversion,
};
use crate::unit_of_work::UnitOfWork;

/// The model under which all of it is told: the one that reports take when nobody names another.
const MODEL: Model = Model::LastTouch;

/// What changes more conversions is told as one event.
const ONE_BY_ONE: u32 = 1_000;

/// What may be told of conversions.
const TYPES: [EventType; 3] = [
    EventType::ConversionRecorded,
    EventType::ConversionChanged,
    EventType::ReportRestated,
];

/// Whose conversions changed, and which line of the ledger says why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence {
    /// The profile.
    pub(crate) profile_id: ProfileId,
    /// Its currency.
    pub(crate) currency: Currency,
    /// `None` when no reported figure changed.
    pub(crate) restatement_id: Option<RestatementId>,
}

/// Tells what became of the conversions of some people, which were `before` and are `results` now.
pub(crate) async fn tell_replaced(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    occurrence: Occurrence,
    (before, results): (Vec<ReportedConversion>, &Results),
) -> Result<(), StoreError> {
    tell_first_of(work, context, occurrence.profile_id, results).await?;
    let mut changes = changes(before, results);
    if changes.is_empty() {
        return Ok(());
    }
    let wanted = wanted(work, occurrence.profile_id).await?;
    if wanted.is_empty() {
        return Ok(());
    }
    let channels = channels(work, occurrence.profile_id, &changes).await?;
    changes.retain(|change| {
        change.before.is_none()
            || credited_before(change) != credited_after(change)
            || channel(&channels, before_of(change)) != channel(&channels, after_of(change))
    });
    let changes = Counted {
        count: u64::try_from(changes.len()).unwrap_or(u64::MAX),
        first: changes,
    };
    let names = |change: &ConversionChange| Change {
        before: channel(&channels, before_of(change)),
        after: channel(&channels, after_of(change)),
    };
    let data = data(occurrence, &changes, &wanted, names);
    tell(work, context, occurrence.profile_id, &data).await
}

/// Tells what differs between the generation that readers saw and the one that they see now. Amounts of two
/// currencies cannot be compared, so a change of the currency is told as one event.
pub(crate) async fn tell_published(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    occurrence: Occurrence,
    (before, after): (i64, i64),
    is_currency_new: bool,
) -> Result<(), StoreError> {
    let profile_id = occurrence.profile_id;
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
    let channels = channels(work, profile_id, &changes.first).await?;
    let names = |change: &ConversionChange| Change {
        before: channel(&channels, before_of(change)),
        after: channel(&channels, after_of(change)),
    };
    let data = data(occurrence, &changes, &wanted, names);
    tell(work, context, profile_id, &data).await
}

/// Tells which conversions of a generation are credited to another channel, because signatures have other
/// names now: for each, the one before and the one now.
pub(crate) async fn tell_relabelled(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    occurrence: Occurrence,
    generation: i64,
    names: &BTreeMap<i64, (String, String)>,
) -> Result<(), StoreError> {
    let profile_id = occurrence.profile_id;
    let wanted = wanted(work, profile_id).await?;
    if wanted.is_empty() || names.is_empty() {
        return Ok(());
    }
    let signatures: Vec<i64> = names.keys().copied().collect();
    let credited = work
        .reported_conversions()
        .credited_to(profile_id, generation, &signatures, ONE_BY_ONE)
        .await?;
    let data = if credited.count > u64::from(ONE_BY_ONE) {
        restated(occurrence, credited.count, &wanted)
    } else if wanted.contains(&EventType::ConversionChanged) {
        let told = |conversion: &ReportedConversion| {
            let (before, after) = names.get(&conversion.signature?)?;
            let channel = Change {
                before: Some(before.clone()),
                after: Some(after.clone()),
            };
            let credited = (conversion.credited, conversion.credited);
            Some(changed(occurrence, conversion, credited, channel))
        };
        credited.first.iter().filter_map(told).collect()
    } else {
        Vec::new()
    };
    tell(work, context, profile_id, &data).await
}

/// The types of conversions' events that somebody wants.
async fn wanted(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
) -> Result<BTreeSet<EventType>, StoreError> {
    let mut wanted = work.outbox().wanted(profile_id).await?;
    wanted.retain(|event_type| TYPES.contains(event_type));
    Ok(wanted)
}

/// What is told of changes whose channels are named.
fn data(
    occurrence: Occurrence,
    changes: &Counted<ConversionChange>,
    wanted: &BTreeSet<EventType>,
    names: impl Fn(&ConversionChange) -> Change<Option<String>>,
) -> Vec<EventData> {
    let is_complete = u64::try_from(changes.first.len()) == Ok(changes.count);
    if changes.count > u64::from(ONE_BY_ONE) || !is_complete {
        return restated(occurrence, changes.count, wanted);
    }
    let told = |change: &ConversionChange| {
        let channel = names(change);
        match (&change.before, &change.after) {
            (None, Some(after)) => wanted
                .contains(&EventType::ConversionRecorded)
                .then(|| recorded(occurrence, after, channel.after)),
            (None, None) => None,
            (Some(conversion), _) => wanted.contains(&EventType::ConversionChanged).then(|| {
                let credited = (credited_before(change), credited_after(change));
                changed(occurrence, conversion, credited, channel)
            }),
        }
    };
    changes.first.iter().filter_map(told).collect()
}

fn restated(
    occurrence: Occurrence,
    conversions: u64,
    wanted: &BTreeSet<EventType>,
) -> Vec<EventData> {
    if conversions == 0 || !wanted.contains(&EventType::ReportRestated) {
        return Vec::new();
    }
    vec![EventData::ReportRestated(RestatementData {
        restatement_id: occurrence.restatement_id,
        conversions,
    })]
}

fn recorded(
    occurrence: Occurrence,
    conversion: &RecordedConversion,
    channel: Option<String>,
) -> EventData {
    EventData::ConversionRecorded(ConversionData {
        conversion_id: conversion.reported.id,
        outcome_event_id: conversion.event_id,
        conversion_definition_id: conversion.reported.definition_id,
        revenue_type: conversion.revenue_type,
        converted_at: conversion.occurred_at,
        value: conversion.value,
        currency: occurrence.currency,
        model: MODEL,
        channel,
    })
}

fn changed(
    occurrence: Occurrence,
    conversion: &ReportedConversion,
    (before, after): (Option<Decimal>, Option<Decimal>),
    channel: Change<Option<String>>,
) -> EventData {
    EventData::ConversionChanged(ConversionChangeData {
        conversion_id: conversion.id,
        conversion_definition_id: conversion.definition_id,
        restatement_id: occurrence.restatement_id,
        model: MODEL,
        credited: Change { before, after },
        currency: occurrence.currency,
        channel,
    })
}

fn before_of(change: &ConversionChange) -> Option<&ReportedConversion> {
    change.before.as_ref()
}

fn after_of(change: &ConversionChange) -> Option<&ReportedConversion> {
    change.after.as_ref().map(|after| &after.reported)
}

fn credited_before(change: &ConversionChange) -> Option<Decimal> {
    before_of(change).and_then(|conversion| conversion.credited)
}

fn credited_after(change: &ConversionChange) -> Option<Decimal> {
    after_of(change).and_then(|conversion| conversion.credited)
}

/// The channel that a conversion is credited to.
fn channel(
    names: &BTreeMap<i64, String>,
    conversion: Option<&ReportedConversion>,
) -> Option<String> {
    let signature = conversion?.signature?;
    let name = names.get(&signature).map_or(UNASSIGNED, String::as_str);
    Some(name.to_owned())
}

async fn channels(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    changes: &[ConversionChange],
) -> Result<BTreeMap<i64, String>, StoreError> {
    let both = |change: &ConversionChange| {
        [before_of(change), after_of(change)].map(|conversion| conversion?.signature)
    };
    let signatures: BTreeSet<i64> = changes.iter().flat_map(both).flatten().collect();
    if signatures.is_empty() {
        return Ok(BTreeMap::new());
    }
    let signatures: Vec<i64> = signatures.into_iter().collect();
    work.reported_conversions()
        .channels(profile_id, &signatures)
        .await
}

/// What differs between the conversions before and those of results, whatever the channels are called.
fn changes(before: Vec<ReportedConversion>, results: &Results) -> Vec<ConversionChange> {
    let mut before: HashMap<ConversionId, ReportedConversion> = before
        .into_iter()
        .map(|conversion| (conversion.id, conversion))
        .collect();
    let mut changes = Vec::new();
    for row in &results.conversions {
        let after = of_row(row);
        let before = before.remove(&row.attributed.id);
        if before.as_ref() != Some(&after.reported) {
            changes.push(ConversionChange {
                before,
                after: Some(after),
            });
        }
    }
    let mut gone: Vec<_> = before.into_values().collect();
    gone.sort_unstable_by_key(|conversion| conversion.id);
    changes.extend(gone.into_iter().map(|conversion| ConversionChange {
        before: Some(conversion),
        after: None,
    }));
    changes
}

fn of_row(row: &ConversionRow) -> RecordedConversion {
    let credited = row.attributed.credits.iter().find(|credit| {
        let share = credit.share(MODEL);
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
