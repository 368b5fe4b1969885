//! Writes events: one, or many, also of several profiles, in one transaction and with statements that
//! write all of them at once. A person enters the queue once a group and cause.
//!
//! Events that have an idempotency key, an
//! identifier, a browser or a person in common, and a sale and its refund, are written one group after
//! the other: what one of them changes, the next has to see.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use event_intake::MatchEvidence;
use event_intake::ports::{OutcomeEventFact, StoredOutcome};
use identity_graph::{Identifiers, Occasion, Resolved, resolve_each};
use kernel::{ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use super::dirty::{add, own_marks, refund_marks};
use super::evidence;
use super::fact::Draft;
use super::late::{fail_on_forgotten, stripped};
use super::record::{RecordError, RecordOutcomeEvent, Recorded, replayed};
use crate::context::Context;
use crate::customers::{self, Named};
use crate::forgotten::Checked;
use crate::known_signatures::KnownSignatures;
use crate::ports::Profile;
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// An event that is ready to be written.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Whose it is.
    pub profile: Arc<Profile>,
    /// As it was read.
    pub command: RecordOutcomeEvent,
    pub(super) named: Named,
    pub(super) draft: Draft,
}

/// Works out everything that needs no store.
pub fn prepare(
    context: &Context<'_>,
    profile: &Arc<Profile>,
    command: RecordOutcomeEvent,
) -> Result<Prepared, RecordError> {
    let named = customers::read(context, &customers::raw(&command.event.person))?;
    let draft = Draft::of(context, profile, &command, &named);
    Ok(Prepared {
        profile: Arc::clone(profile),
        command,
        named,
        draft,
    })
}

/// What became of an event of a group; nothing yet when it has to be recorded later.
pub type Outcome = Option<Result<Recorded, RecordError>>;

/// Records in one transaction all events that have nothing in common: what became of each, in their
/// order. The first of a profile is always among them, unless its browser changes hands in a way
/// that takes a transaction of its own. On an error nothing of any event is written; each can be
/// recorded on its own then.
pub async fn record(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    group: &[&Prepared],
) -> Result<Vec<Outcome>, StoreError> {
    // Nearly every event is new, and its key is unique in the store. So keys are looked up only when
    // the store says that one of them, or something else, was taken.
    match attempt(units, context, known, group, Keys::New).await {
        Err(StoreError::Conflict) => attempt(units, context, known, group, Keys::LookedUp).await,
        outcome => outcome,
    }
}

/// How a group is written.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// How it is known whether keys are taken.
    pub(super) keys: Keys,
    /// Whether the group is one event that may change whose browsers are.
    pub(super) is_alone: bool,
}

/// How it is known whether idempotency keys are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// They are taken to be new, and the transaction fails when one is not.
    New,
    /// The store is asked.
    LookedUp,
}

async fn attempt(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    group: &[&Prepared],
    keys: Keys,
) -> Result<Vec<Outcome>, StoreError> {
    let mut work = units.begin().await?;
    let order = Order {
        keys,
        is_alone: false,
    };
    let outcome = record_in(&mut *work, context, known, group, order).await;
    let (outcomes, signatures) = settle(work, outcome).await?;
    known.add(signatures);
    Ok(outcomes)
}

type Signatures = Vec<(ProfileId, i64)>;

/// Records events inside a transaction: what became of each, in their order, and the signatures that are
/// in the dictionary once it is committed.
pub(super) async fn record_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    group: &[&Prepared],
    order: Order,
) -> Result<(Vec<Outcome>, Signatures), StoreError> {
    let (checked, stripped) = match order.keys {
        Keys::New => Default::default(),
        Keys::LookedUp => stripped(work, context, group).await?,
    };
    let mut outcomes: Vec<Outcome> = group.iter().map(|_| None).collect();
    // In the order of profiles, so that two groups never wait for each other in a circle.
    let mut profiles: BTreeMap<ProfileId, Vec<Member<'_>>> = BTreeMap::new();
    for (place, (outcome, event)) in outcomes.iter_mut().zip(group).enumerate() {
        let event: &Prepared = stripped.get(&place).unwrap_or(event);
        let members = profiles.entry(event.profile.id).or_default();
        members.push(Member { outcome, event });
    }
    let mut signatures = Vec::new();
    for (profile_id, members) in profiles {
        let Some(first) = members.first() else {
            continue;
        };
        let profile = &*first.event.profile;
        let mut writer = ProfileWriter {
            work: &mut *work,
            context,
            known,
            profile,
            order,
            checked: checked.get(&profile_id).copied().unwrap_or_default(),
            now: context.clock.now(),
        };
        let written = writer.record(members).await?;
        signatures.extend(written.into_iter().map(|id| (profile_id, id)));
    }
    Ok((outcomes, signatures))
}

/// An event and the place of its outcome.
struct Member<'a> {
    outcome: &'a mut Outcome,
    event: &'a Prepared,
}

/// Writes what one profile has in the group.
struct ProfileWriter<'a> {
    work: &'a mut dyn UnitOfWork,
    context: &'a Context<'a>,
    known: &'a KnownSignatures,
    profile: &'a Profile,
    order: Order,
    checked: Checked,
    now: Timestamp,
}

impl ProfileWriter<'_> {
    /// The signatures that the facts have, all in the dictionary once this is committed.
    async fn record(&mut self, members: Vec<Member<'_>>) -> Result<BTreeSet<i64>, StoreError> {
        let new = self.new_ones(members).await?;
        let resolved = self.resolve(&new).await?;
        let (mut drafts, mut people, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
        let mut ids = Vec::new();
        for (member, (id, resolved)) in new.into_iter().zip(resolved) {
            if let Some(resolved) = resolved {
                drafts.push(member.event.draft.clone());
                people.push(resolved);
                ids.push(id);
                outcomes.push(member.outcome);
            }
        }
        let signed = drafts.iter_mut().filter_map(Draft::source).collect();
        let (work, context) = (&mut *self.work, self.context);
        self.known.sign(work, context, self.profile, signed).await?;
        let said: Vec<MatchEvidence> = drafts.iter_mut().map(Draft::take_evidence).collect();
        let mut facts = Vec::with_capacity(drafts.len());
        let whose = people.iter().zip(ids);
        for ((draft, whose), outcome) in drafts.into_iter().zip(whose).zip(outcomes) {
            let (fact, recorded) = draft.complete(self.context, whose, self.now);
            facts.push(fact);
            *outcome = Some(Ok(recorded));
        }
        if !facts.is_empty() {
            let id = self.profile.id;
            let refunded = self.work.outcome_events().insert(id, &facts).await?;
            evidence::settle(&mut *self.work, id, &facts, (&people, said)).await?;
            self.mark(&facts, &people, &refunded).await?;
            let at = facts.iter().map(|fact| fact.occurred_at);
            let latest = self.checked.verify(&mut *self.work, id, at).await?;
            let has_keys = latest.is_some_and(|latest| latest.has_keys);
            if has_keys && self.checked == Checked::Nothing {
                let keys = facts
                    .iter()
                    .flat_map(|fact| [&fact.idempotency_key, &fact.refund_of]);
                let keys = keys.flatten().map(String::as_str).collect();
                fail_on_forgotten(&mut *self.work, self.context, id, keys).await?;
            }
        }
        Ok(facts.iter().filter_map(|fact| fact.signature_id).collect())
    }

    /// Those whose keys are free. The others are answered, or wait: for the one before them that has
    /// the same key, or for the one that they refund.
    async fn new_ones<'m>(
        &mut self,
        members: Vec<Member<'m>>,
    ) -> Result<Vec<Member<'m>>, StoreError> {
        let keys: BTreeSet<&str> = members
            .iter()
            .filter_map(|member| member.event.draft.key())
            .collect();
        let stored = if keys.is_empty() || self.order.keys == Keys::New {
            Vec::new()
        } else {
            let asked: Vec<&str> = keys.iter().copied().collect();
            let store = self.work.outcome_events();
            store.by_keys(self.profile.id, &asked).await?
        };
        let stored: HashMap<&str, &StoredOutcome> = stored
            .iter()
            .filter_map(|stored| Some((stored.idempotency_key.as_deref()?, stored)))
            .collect();
        let mut seen = HashSet::new();
        let mut new = Vec::with_capacity(members.len());
        for member in members {
            let draft = &member.event.draft;
            let key = draft.key();
            if let Some(stored) = key.and_then(|key| stored.get(key)) {
                *member.outcome = Some(replayed(stored, draft));
            } else if key.is_none_or(|key| seen.insert(key))
                && (self.order.is_alone
                    || draft.refund_of().is_none_or(|sale| !keys.contains(&sale)))
            {
                new.push(member);
            }
        }
        Ok(new)
    }

    /// Each event's id, and whose it is.
    async fn resolve(
        &mut self,
        members: &[Member<'_>],
    ) -> Result<Vec<(Uuid, Option<Resolved>)>, StoreError> {
        let people: Vec<_> = members
            .iter()
            .map(|member| {
                let occasion = member.event.draft.occasion(self.context, self.now);
                (&member.event.named.identifiers, occasion)
            })
            .collect();
        let resolved = if self.order.is_alone {
            self.resolve_alone(&people).await?
        } else {
            resolve_each(self.work.identity(), self.profile.id, &people).await?
        };
        let ids = people.iter().map(|(_, occasion)| occasion.fact);
        Ok(ids.zip(resolved).collect())
    }

    /// One after the other, each with all that it changes.
    async fn resolve_alone(
        &mut self,
        people: &[(&Identifiers, Occasion)],
    ) -> Result<Vec<Option<Resolved>>, StoreError> {
        let mut all = Vec::with_capacity(people.len());
        for (identifiers, occasion) in people {
            let (work, profile) = (&mut *self.work, self.profile);
            let resolved = customers::identify(work, profile, identifiers, *occasion, &[]).await?;
            all.push(Some(resolved));
        }
        Ok(all)
    }

    /// Everybody whom the events make dirty; `refunded` says whom refunds that came before name.
    async fn mark(
        &mut self,
        facts: &[OutcomeEventFact],
        people: &[Resolved],
        refunded: &[bool],
    ) -> Result<(), StoreError> {
        let mut due = BTreeSet::new();
        for ((fact, resolved), is_refunded) in facts.iter().zip(people).zip(refunded) {
            due.extend(own_marks(self.profile, fact, resolved));
            if fact.refund_of.is_some() || *is_refunded {
                due.extend(refund_marks(&mut *self.work, self.profile, fact).await?);
            }
        }
        add(&mut *self.work, self.context, self.profile, due, self.now).await
    }
}
