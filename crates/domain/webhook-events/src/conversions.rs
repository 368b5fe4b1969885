//! Which events follow from changed results: conversions that came, went, or are credited otherwise.
//!
//! All is told as the default model of reports credits it, `last_touch`: one touch at most.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kernel::{
    ConversionId, Currency, DefinitionId, Model, OutcomeEventId, RestatementId, RevenueType,
    Timestamp,
};
use rust_decimal::Decimal;

use crate::data::{Change, ConversionChangeData, ConversionData, EventData, RestatementData};
use crate::event_type::EventType;

/// The model under which all of it is told: the one that reports take when nobody names another.
pub const TOLD_MODEL: Model = Model::LastTouch;

/// What changes more conversions is told as one event.
pub const ONE_BY_ONE: u32 = 1_000;

/// What may be told of conversions.
const TYPES: [EventType; 3] = [
    EventType::ConversionRecorded,
    EventType::ConversionChanged,
    EventType::ReportRestated,
];

/// A conversion as far as a change of it is told. Under the default model of reports, `last_touch`, one touch
/// at most is credited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedConversion {
    /// The conversion.
    pub id: ConversionId,
    /// The definition that claims it.
    pub definition_id: DefinitionId,
    /// What the touch is credited with, in the profile's currency; `None` when no touch is credited, or no
    /// value is known.
    pub credited: Option<Decimal>,
    /// The traffic evidence of the touch; `None` when none is credited.
    pub signature: Option<i64>,
}

/// A conversion with all that is told when it appears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedConversion {
    /// As it is reported.
    pub reported: ReportedConversion,
    /// The outcome event that it is made of.
    pub event_id: OutcomeEventId,
    /// What its value means.
    pub revenue_type: RevenueType,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// Its value in the profile's currency.
    pub value: Option<Decimal>,
}

/// A conversion before and after a change; one of both is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionChange {
    /// As it was reported; `None` when it appeared.
    pub before: Option<ReportedConversion>,
    /// As it is reported; `None` when it is gone.
    pub after: Option<RecordedConversion>,
}

/// Some of many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<T> {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Vec<T>,
}

/// Why conversions changed.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// The profile's currency.
    pub currency: Currency,
    /// The line of the ledger that says why; `None` when no reported figure changed.
    pub restatement_id: Option<RestatementId>,
}

impl ConversionChange {
    /// What touches were credited with, and are.
    fn credited(&self) -> Change<Option<Decimal>> {
        Change {
            before: self.before.as_ref().and_then(|it| it.credited),
            after: self.after.as_ref().and_then(|it| it.reported.credited),
        }
    }

    /// The channels, as their signatures are called.
    fn channel(&self, names: &BTreeMap<i64, String>) -> Change<Option<String>> {
        let name = |signature: Option<i64>| names.get(&signature?).cloned();
        let [before, after] = self.signatures();
        Change {
            before: name(before),
            after: name(after),
        }
    }

    /// The traffic evidence before and after.
    pub fn signatures(&self) -> [Option<i64>; 2] {
        [
            self.before.as_ref().and_then(|it| it.signature),
            self.after.as_ref().and_then(|it| it.reported.signature),
        ]
    }

    /// Whether it says anything to somebody who sees channels by these names.
    pub fn is_seen(&self, names: &BTreeMap<i64, String>) -> bool {
        let (credited, channel) = (self.credited(), self.channel(names));
        self.before.is_none()
            || self.after.is_none()
            || credited.before != credited.after
            || channel.before != channel.after
    }
}

/// What differs between conversions before and after, whatever the channels are called: what came or changed in the
/// order in which it is, then what went.
pub fn changes(
    before: Vec<ReportedConversion>,
    after: impl IntoIterator<Item = RecordedConversion>,
) -> Vec<ConversionChange> {
    let mut before: HashMap<ConversionId, ReportedConversion> =
        before.into_iter().map(|it| (it.id, it)).collect();
    let mut changes = Vec::new();
    for after in after {
        let before = before.remove(&after.reported.id);
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

/// The types of conversions' events among those that somebody wants.
pub fn of_conversions(mut wanted: BTreeSet<EventType>) -> BTreeSet<EventType> {
    wanted.retain(|event_type| TYPES.contains(event_type));
    wanted
}

/// What is told of changes, to whoever wants it. Signatures without a name are credited to nobody.
pub fn events(
    occurrence: Occurrence,
    changes: &Counted<ConversionChange>,
    wanted: &BTreeSet<EventType>,
    names: &BTreeMap<i64, String>,
) -> Vec<EventData> {
    let is_complete = u64::try_from(changes.first.len()) == Ok(changes.count);
    if changes.count > u64::from(ONE_BY_ONE) || !is_complete {
        return restated(occurrence, changes.count, wanted);
    }
    let told = |change: &ConversionChange| match (&change.before, &change.after) {
        (None, Some(after)) => wanted
            .contains(&EventType::ConversionRecorded)
            .then(|| recorded(occurrence, after, change.channel(names).after)),
        (None, None) => None,
        (Some(conversion), _) => wanted.contains(&EventType::ConversionChanged).then(|| {
            let (credited, channel) = (change.credited(), change.channel(names));
            changed(occurrence, conversion, credited, channel)
        }),
    };
    changes.first.iter().filter_map(told).collect()
}

/// What is told of conversions whose channels are called otherwise: for each signature, before and now.
pub fn renamed(
    occurrence: Occurrence,
    credited: &Counted<ReportedConversion>,
    wanted: &BTreeSet<EventType>,
    names: &BTreeMap<i64, (String, String)>,
) -> Vec<EventData> {
    if credited.count > u64::from(ONE_BY_ONE) {
        return restated(occurrence, credited.count, wanted);
    }
    if !wanted.contains(&EventType::ConversionChanged) {
        return Vec::new();
    }
    let told = |conversion: &ReportedConversion| {
        let (before, after) = names.get(&conversion.signature?)?;
        let channel = Change {
            before: Some(before.clone()),
            after: Some(after.clone()),
        };
        let credited = Change {
            before: conversion.credited,
            after: conversion.credited,
        };
        Some(changed(occurrence, conversion, credited, channel))
    };
    credited.first.iter().filter_map(told).collect()
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
        model: TOLD_MODEL,
        channel,
    })
}

fn changed(
    occurrence: Occurrence,
    conversion: &ReportedConversion,
    credited: Change<Option<Decimal>>,
    channel: Change<Option<String>>,
) -> EventData {
    EventData::ConversionChanged(ConversionChangeData {
        conversion_id: conversion.id,
        conversion_definition_id: conversion.definition_id,
        restatement_id: occurrence.restatement_id,
        model: TOLD_MODEL,
        credited,
        currency: occurrence.currency,
        channel,
    })
}
