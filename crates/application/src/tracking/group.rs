//! Writes batches: one, or many, also of several profiles, in one transaction and with statements that
//! write all of them at once.
//!
//! A batch that identifies somebody is a group of its own: what one of them changes, the next may have to
//! see. A browser and its owner enter the queue once a group and cause.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use channel_classifier::Evidence;
use event_intake::ports::{TrackerEventFact, Visit};
use event_intake::{TrackerBatch, TrackerEvent, TrackerEventKind};
use identity_graph::{
    Identification, IdentifierError, Identifiers, Occasion, Origin, RawIdentifiers, Resolved,
};
use kernel::{CustomerId, ProfileId, StoreError, Timestamp, TrackerEventId, VisitorId};
use reporting::causes::Cause;

use super::collect::{CollectError, Collected, Sender};
use super::cookies;
use super::count::{Counted, count_in};
use super::fact::{evidence_of, fact_of, put_evidence};
use crate::context::Context;
use crate::customers::{self, Named};
use crate::forgotten::Checked;
use crate::known_signatures::KnownSignatures;
use crate::ports::{Mark, MarkTarget, Profile};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// A batch of one browser that is ready to be written.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Whose it is.
    pub profile: Arc<Profile>,
    /// As it was read.
    pub batch: TrackerBatch,
    /// Who sent it.
    pub sender: Sender,
    pub(super) browser: Browser,
    pub(super) events: Vec<Event>,
}

/// What a browser calls itself.
#[derive(Clone, Debug)]
pub(super) struct Browser {
    id: VisitorId,
    anonymous_id: String,
    pub(super) identifiers: Identifiers,
}

/// An event that is ready to be written.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) fact: TrackerEventFact,
    evidence: Option<Evidence>,
    /// Who it says that the browser's user is.
    pub(super) names: Option<Named>,
}

impl Prepared {
    /// How many events it has.
    pub const fn events(&self) -> usize {
        self.events.len()
    }

    /// Whether it says who the browser's user is: then it is written without others.
    pub fn identifies(&self) -> bool {
        self.events.iter().any(|event| event.names.is_some())
    }
}

/// What a batch is, as to what is written of it.
#[derive(Clone, Debug)]
pub enum Preparation {
    /// Its events are recorded.
    Recorded(Box<Prepared>),
    /// Nobody is recognised: its page views are counted.
    Counted(Box<Counted>),
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
    let browser = browser(context, profile, &batch).map_err(|error| refused(0, error))?;
    let mut events = Vec::with_capacity(batch.events.len());
    for (position, event) in batch.events.iter().enumerate() {
        let names = names(context, &batch, event).map_err(|error| refused(position, error))?;
        let mut fact = fact_of(profile, event, (browser.id, event.occurred_at), &sender);
        let evidence = evidence_of(profile, event);
        if let Some(evidence) = &evidence {
            fact.signature_id = Some(evidence.signature().id());
            put_evidence(&mut fact, evidence);
        }
        events.push(Event {
            fact,
            evidence,
            names,
        });
    }
    Ok(Preparation::Recorded(Box::new(Prepared {
        profile: Arc::clone(profile),
        batch,
        sender,
        browser,
        events,
    })))
}

fn refused(position: usize, error: IdentifierError) -> CollectError {
    CollectError::Identifier { position, error }
}

/// The browser that a batch is of.
fn browser(
    context: &Context<'_>,
    profile: &Profile,
    batch: &TrackerBatch,
) -> Result<Browser, IdentifierError> {
    let identifiers = name(context, batch, RawIdentifiers::default())?.identifiers;
    let anonymous_id = identifiers.anonymous_id();
    let anonymous_id = anonymous_id.map(|id| id.value.as_str().to_owned());
    let id = identifiers.visitor_id(profile.id);
    let (id, anonymous_id) = id.zip(anonymous_id).ok_or(IdentifierError {
        field: "anonymous_id",
        reason: "is a placeholder, not an id",
    })?;
    Ok(Browser {
        id,
        anonymous_id,
        identifiers,
    })
}

/// Who an event says that the browser's user is.
fn names(
    context: &Context<'_>,
    batch: &TrackerBatch,
    event: &TrackerEvent,
) -> Result<Option<Named>, IdentifierError> {
    match &event.kind {
        TrackerEventKind::Identify { person } => {
            name(context, batch, customers::raw(person)).map(Some)
        }
        _ => Ok(None),
    }
}

/// What is told besides, and the browser's id.
fn name(
    context: &Context<'_>,
    batch: &TrackerBatch,
    mut raw: RawIdentifiers,
) -> Result<Named, IdentifierError> {
    raw.anonymous_id.clone_from(&batch.anonymous_id);
    customers::read(context, &raw)
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
    let (recorded, mut signatures) =
        record_in(work, context, known, group, Checked::Nothing).await?;
    let (counted, more) = count_in(work, context, known, counted).await?;
    signatures.extend(more);
    Ok((Group { recorded, counted }, signatures))
}

type Recorded = (Vec<Collected>, Vec<(ProfileId, i64)>);

/// Records all batches inside a transaction: what became of each, in their order, and the signatures
/// that are in the dictionary once it is committed. Of several nobody has looked who was forgotten.
pub(super) async fn record_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    group: &mut [&mut Prepared],
    checked: Checked,
) -> Result<Recorded, StoreError> {
    let mut collected = vec![Collected::NONE; group.len()];
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
        let mut writer = ProfileWriter {
            work: &mut *work,
            context,
            known,
            profile: &profile,
            checked,
        };
        let written = writer.record(&mut members).await?;
        signatures.extend(written.into_iter().map(|id| (profile_id, id)));
    }
    Ok((collected, signatures))
}

/// Writes what one profile has in the group.
struct ProfileWriter<'a> {
    work: &'a mut dyn UnitOfWork,
    context: &'a Context<'a>,
    known: &'a KnownSignatures,
    profile: &'a Profile,
    checked: Checked,
}

/// The new events of one batch.
struct Fresh<'a> {
    browser: &'a Browser,
    first_at: Timestamp,
    cause: Cause,
    /// Where the events begin among those of the group, and who they say that their browser's user is.
    first: usize,
    names: Vec<Option<Named>>,
}

impl Fresh<'_> {
    /// Whether the first of the events says who the browser's user is.
    fn begins_named(&self) -> bool {
        self.names.first().is_some_and(Option::is_some)
    }

    fn visit(&self) -> Visit<'_> {
        Visit {
            visitor_id: self.browser.id,
            anonymous_id: &self.browser.anonymous_id,
            at: self.first_at,
        }
    }
}

impl ProfileWriter<'_> {
    /// The signatures that the facts have now, all in the dictionary once this is committed.
    async fn record(
        &mut self,
        members: &mut [(&mut Collected, &mut Prepared)],
    ) -> Result<BTreeSet<i64>, StoreError> {
        let mut new = self.claim(members).await?;
        let received_at = self.context.clock.now();
        let (mut facts, mut evidence, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
        let mut said = Vec::new();
        for (outcome, batch) in members {
            let first = facts.len();
            let mut names = Vec::new();
            // An id counts for the first batch that has it.
            for mut event in std::mem::take(&mut batch.events) {
                if new.remove(&event.fact.id) {
                    event.fact.received_at = received_at;
                    facts.push(event.fact);
                    evidence.push(event.evidence);
                    names.push(event.names);
                }
            }
            outcome.accepted = facts.len() - first;
            outcome.duplicates = batch.batch.events.len() - outcome.accepted;
            if let Some(fact) = facts.get(first) {
                // Of a group that is not kept, each batch is written again alone, with all that it has.
                let cookies = batch.batch.evidence.clone();
                said.extend((!cookies.is_empty()).then_some((batch.browser.id, cookies)));
                fresh.push(Fresh {
                    browser: &batch.browser,
                    first_at: fact.occurred_at,
                    cause: cause(self.profile, fact.occurred_at, received_at),
                    first,
                    names,
                });
            }
        }
        if facts.is_empty() {
            return Ok(BTreeSet::new());
        }
        let marks = self.meet(&fresh, &mut facts).await?;
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
        cookies::keep(self.work, id, said, received_at).await?;
        let at = facts.iter().map(|fact| fact.occurred_at);
        self.checked.verify(&mut *self.work, id, at).await?;
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

    /// Everybody whom the events make dirty: browsers, who owned them then, and whom events that identify
    /// somebody concern.
    async fn meet(
        &mut self,
        fresh: &[Fresh<'_>],
        facts: &mut [TrackerEventFact],
    ) -> Result<Vec<Mark>, StoreError> {
        for batch in fresh {
            self.hold(batch, facts).await?;
        }
        // An event that identifies somebody meets its browser itself.
        let (met, named): (Vec<_>, Vec<_>) = fresh.iter().partition(|batch| !batch.begins_named());
        let visits: Vec<Visit<'_>> = met.iter().map(|batch| batch.visit()).collect();
        let store = self.work.tracker_events();
        let owners: Vec<Option<CustomerId>> = store.meet(self.profile.id, &visits).await?;
        let owners = owners.into_iter().chain(named.iter().map(|_| None));
        let mut dirty: BTreeSet<(MarkTarget, Cause)> = BTreeSet::new();
        for (batch, owner) in met.iter().chain(&named).zip(owners) {
            // Of one batch, everybody has one cause: the first.
            let mut causes = BTreeMap::new();
            if !batch.begins_named() {
                causes.insert(MarkTarget::Visitor(batch.browser.id), batch.cause);
                causes.extend(owner.map(|owner| (MarkTarget::Customer(owner), batch.cause)));
            }
            let of_batch = facts.get_mut(batch.first..).unwrap_or_default();
            self.identify(batch, of_batch, &mut causes).await?;
            dirty.extend(causes);
        }
        let mark = |(target, cause)| Mark::new(target, cause);
        Ok(dirty.into_iter().map(mark).collect())
    }

    /// Locks what the events that say who somebody is will change, before the first of them changes
    /// anything. A single event takes its locks in their order by itself.
    async fn hold(
        &mut self,
        batch: &Fresh<'_>,
        facts: &[TrackerEventFact],
    ) -> Result<(), StoreError> {
        if batch.names.len() < 2 || batch.names.iter().all(Option::is_none) {
            return Ok(());
        }
        let of_batch = facts.get(batch.first..).unwrap_or_default();
        let events = batch.names.iter().zip(of_batch);
        let people: Vec<_> = events
            .map(|(names, fact)| {
                let named = names.as_ref().map(|named| &named.identifiers);
                (
                    named.unwrap_or(&batch.browser.identifiers),
                    fact.occurred_at,
                )
            })
            .collect();
        self.work.identity().hold(self.profile.id, &people).await
    }

    /// Resolves the events of a batch that say who their browser's user is, in their order.
    async fn identify(
        &mut self,
        batch: &Fresh<'_>,
        facts: &mut [TrackerEventFact],
        causes: &mut BTreeMap<MarkTarget, Cause>,
    ) -> Result<(), StoreError> {
        // Of this batch, so that who is named first in it is not forgotten when somebody else is.
        let mut identified: Vec<Identification> = Vec::new();
        for (names, fact) in batch.names.iter().zip(facts) {
            let Some(named) = names else { continue };
            let occasion = Occasion {
                at: fact.occurred_at,
                origin: Origin::Browser,
                candidate: self.context.ids.new_id().into(),
                fact: fact.id.uuid(),
            };
            let (work, profile) = (&mut *self.work, self.profile);
            let who = &named.identifiers;
            let resolved = customers::identify(work, profile, who, occasion, &identified).await?;
            let cause = if resolved.ownership_changed {
                Cause::Identify
            } else {
                cause(profile, fact.occurred_at, fact.received_at)
            };
            for mark in customers::marks(&resolved, true, cause) {
                causes.entry(mark.target).or_insert(cause);
            }
            fact.subject = resolved.subject.as_ref().map(customers::subject_key);
            fact.identifiers = Some(named.kept.clone());
            identified.extend(identification(&resolved, fact.occurred_at));
        }
        Ok(())
    }
}

/// Who an event says that its browser's user is.
fn identification(resolved: &Resolved, at: Timestamp) -> Option<Identification> {
    let named = resolved.subject.clone().zip(resolved.customer);
    let (subject, customer) = named.filter(|(subject, _)| subject.kind.names_a_person())?;
    Some(Identification {
        at,
        subject,
        customer,
    })
}

/// Why figures may change: an event of a day that is over is late.
fn cause(profile: &Profile, occurred_at: Timestamp, received_at: Timestamp) -> Cause {
    let day = |at| profile.timezone.local_date(at);
    if day(occurred_at) < day(received_at) {
        Cause::LateEvent
    } else {
        Cause::TrackerEvent
    }
}
