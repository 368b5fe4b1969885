//! Records many batches, also of several profiles, in one transaction and with statements that
//! write all of them at once.
//!
//! The rows are those that [`collect_in`](super::collect::collect_in) would write batch by batch,
//! but that a browser and its owner enter the queue once a group and cause. Batches that identify
//! somebody are not for groups: what one of them changes, the next may have to see.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use channel_classifier::Evidence;
use event_intake::ports::{TrackerEventFact, Visit};
use event_intake::{TrackerBatch, TrackerEventKind};
use identity_graph::RawIdentifiers;
use kernel::{CustomerId, ProfileId, StoreError, Timestamp, TrackerEventId, VisitorId};

use super::collect::{
    CollectError, Collected, Sender, cause, evidence_of, fact_of, name, put_evidence,
};
use super::count::{Counted, count_in};
use crate::context::Context;
use crate::known_signatures::KnownSignatures;
use crate::ports::{Mark, MarkTarget, Profile};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// A batch that is ready to be written.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Whose it is.
    pub profile: Arc<Profile>,
    /// As it was read.
    pub batch: TrackerBatch,
    /// Who sent it.
    pub sender: Sender,
    visitor_id: VisitorId,
    anonymous_id: String,
    events: Vec<(TrackerEventFact, Option<Evidence>)>,
}

impl Prepared {
    /// How many events it has.
    pub const fn events(&self) -> usize {
        self.events.len()
    }
}

/// What a batch is, as to how it is written.
#[derive(Clone, Debug)]
pub enum Preparation {
    /// Nobody is identified: it may be written with others.
    Groupable(Box<Prepared>),
    /// Nobody is recognised: its page views are counted, with others.
    Counted(Box<Counted>),
    /// Somebody is identified: it is recorded on its own.
    Alone(TrackerBatch, Box<Sender>),
}

/// Whether the batch identifies somebody.
fn identifies(batch: &TrackerBatch) -> bool {
    let is_identify = |kind: &TrackerEventKind| matches!(kind, TrackerEventKind::Identify { .. });
    batch.events.iter().any(|event| is_identify(&event.kind))
}

/// Works out everything that needs no store.
pub fn prepare(
    context: &Context<'_>,
    profile: &Arc<Profile>,
    batch: TrackerBatch,
    sender: Sender,
) -> Result<Preparation, CollectError> {
    if batch.anonymous_id.is_none() {
        let counted = Counted::of(profile, &batch, &sender);
        return Ok(Preparation::Counted(Box::new(counted)));
    }
    if identifies(&batch) {
        return Ok(Preparation::Alone(batch, Box::new(sender)));
    }
    let refuse = |error| CollectError::Identifier { position: 0, error };
    let named = name(context, &batch, RawIdentifiers::default()).map_err(refuse)?;
    let anonymous_id = named.identifiers.anonymous_id();
    let anonymous_id = anonymous_id.map(|id| id.value.as_str().to_owned());
    let visitor_id = named.identifiers.visitor_id(profile.id);
    let Some((visitor_id, anonymous_id)) = visitor_id.zip(anonymous_id) else {
        return Ok(Preparation::Alone(batch, Box::new(sender)));
    };
    let events = batch.events.iter().map(|event| {
        let mut fact = fact_of(profile, event, (visitor_id, event.occurred_at), &sender);
        let evidence = evidence_of(profile, event);
        if let Some(evidence) = &evidence {
            fact.signature_id = Some(evidence.signature().id());
            put_evidence(&mut fact, evidence);
        }
        (fact, evidence)
    });
    let events = events.collect();
    Ok(Preparation::Groupable(Box::new(Prepared {
        profile: Arc::clone(profile),
        batch,
        sender,
        visitor_id,
        anonymous_id,
        events,
    })))
}

/// What became of the batches of a group, in their orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Of those that were recorded.
    pub recorded: Vec<Collected>,
    /// Of those that were counted.
    pub counted: Vec<Collected>,
}

/// Records and counts all batches in one transaction: what became of each, in their order. On an error
/// nothing of any batch is written; each can be recorded on its own then.
pub async fn record(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    group: &mut [&mut Prepared],
    counted: &[&Counted],
) -> Result<Group, StoreError> {
    let mut work = units.begin().await?;
    let outcome = write_in(&mut *work, context, known, group, counted).await;
    let (written, signatures) = settle(work, outcome).await?;
    known.add(signatures);
    Ok(written)
}

async fn write_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    group: &mut [&mut Prepared],
    counted: &[&Counted],
) -> Result<(Group, Vec<(ProfileId, i64)>), StoreError> {
    let (recorded, mut signatures) = record_in(work, context, known, group).await?;
    let (counted, more) = count_in(work, context, known, counted).await?;
    signatures.extend(more);
    Ok((Group { recorded, counted }, signatures))
}

type Recorded = (Vec<Collected>, Vec<(ProfileId, i64)>);

async fn record_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    group: &mut [&mut Prepared],
) -> Result<Recorded, StoreError> {
    let nothing = Collected {
        accepted: 0,
        duplicates: 0,
    };
    let mut collected = vec![nothing; group.len()];
    let mut signatures = Vec::new();
    // In the order of profiles, so that two groups never wait for each other in a circle.
    let mut profiles: BTreeMap<ProfileId, Vec<(&mut Collected, &mut Prepared)>> = BTreeMap::new();
    for (outcome, batch) in collected.iter_mut().zip(group.iter_mut()) {
        let members = profiles.entry(batch.profile.id).or_default();
        members.push((outcome, &mut **batch));
    }
    for (profile_id, mut members) in profiles {
        let Some((_, first)) = members.first() else {
            continue;
        };
        let profile = Arc::clone(&first.profile);
        let mut scribe = Scribe {
            work: &mut *work,
            context,
            known,
            profile: &profile,
        };
        let written = scribe.record(&mut members).await?;
        signatures.extend(written.into_iter().map(|id| (profile_id, id)));
    }
    Ok((collected, signatures))
}

/// Writes what one profile has in the group.
struct Scribe<'a> {
    work: &'a mut dyn UnitOfWork,
    context: &'a Context<'a>,
    known: &'a KnownSignatures,
    profile: &'a Profile,
}

/// The new events of one batch.
struct Fresh<'a> {
    visitor_id: VisitorId,
    anonymous_id: &'a str,
    first_at: Timestamp,
    cause: &'static str,
}

impl Scribe<'_> {
    /// The signatures that the facts have now, all in the dictionary once this is committed.
    async fn record(
        &mut self,
        members: &mut [(&mut Collected, &mut Prepared)],
    ) -> Result<BTreeSet<i64>, StoreError> {
        let mut new = self.claim(members).await?;
        let received_at = self.context.clock.now();
        let mut facts = Vec::new();
        let mut evidence = Vec::new();
        let mut fresh = Vec::new();
        for (outcome, batch) in members {
            let before = facts.len();
            // An id counts for the first batch that has it.
            for (mut fact, seen) in std::mem::take(&mut batch.events) {
                if new.remove(&fact.id) {
                    fact.received_at = received_at;
                    facts.push(fact);
                    evidence.push(seen);
                }
            }
            outcome.accepted = facts.len() - before;
            outcome.duplicates = batch.batch.events.len() - outcome.accepted;
            if let Some(first) = facts.get(before) {
                fresh.push(Fresh {
                    visitor_id: batch.visitor_id,
                    anonymous_id: &batch.anonymous_id,
                    first_at: first.occurred_at,
                    cause: cause(self.profile, first.occurred_at, received_at),
                });
            }
        }
        if facts.is_empty() {
            return Ok(BTreeSet::new());
        }
        let marks = self.meet(&fresh).await?;
        let signed = facts.iter_mut().zip(&evidence);
        let signed = signed
            .filter_map(|(fact, evidence)| Some((&mut fact.signature_id, evidence.as_ref()?)));
        let signed = signed.collect();
        let (work, context) = (&mut *self.work, self.context);
        self.known.sign(work, context, self.profile, signed).await?;
        let id = self.profile.id;
        self.work.tracker_events().insert(id, &facts).await?;
        let ids = self.context.ids;
        self.work.marks().add(id, &marks, ids, received_at).await?;
        Ok(facts.iter().filter_map(|fact| fact.signature_id).collect())
    }

    async fn claim(
        &mut self,
        members: &[(&mut Collected, &mut Prepared)],
    ) -> Result<HashSet<TrackerEventId>, StoreError> {
        let events = members.iter().flat_map(|(_, batch)| &batch.batch.events);
        let ids: BTreeSet<TrackerEventId> = events.map(|event| event.id).collect();
        let ids: Vec<TrackerEventId> = ids.into_iter().collect();
        let store = self.work.tracker_events();
        let new = store.claim_ids(self.profile.id, &ids).await?;
        Ok(new.into_iter().collect())
    }

    /// Everybody whom the events make dirty: browsers, and who owned them then.
    async fn meet(&mut self, fresh: &[Fresh<'_>]) -> Result<Vec<Mark>, StoreError> {
        let visits: Vec<Visit<'_>> = fresh
            .iter()
            .map(|fresh| Visit {
                visitor_id: fresh.visitor_id,
                anonymous_id: fresh.anonymous_id,
                at: fresh.first_at,
            })
            .collect();
        let store = self.work.tracker_events();
        let owners: Vec<Option<CustomerId>> = store.meet(self.profile.id, &visits).await?;
        let mut dirty: BTreeSet<(MarkTarget, &'static str)> = BTreeSet::new();
        for (fresh, owner) in fresh.iter().zip(owners) {
            dirty.insert((MarkTarget::Visitor(fresh.visitor_id), fresh.cause));
            dirty.extend(owner.map(|owner| (MarkTarget::Customer(owner), fresh.cause)));
        }
        let mark = |(target, cause)| Mark::new(target, cause);
        Ok(dirty.into_iter().map(mark).collect())
    }
}
