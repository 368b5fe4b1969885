//! The incremental path: replays the people who are marked.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{PersonId, ProfileId, StoreError, Timestamp, VisitorId};
use reporting::causes::ChangeCause;
use webhook_events::conversions::Occurrence;

use crate::attribution::ledger::{self, Occasion};
use crate::attribution::replay::{self, Lens};
use crate::attribution::sessions;
use crate::context::Context;
use crate::ports::{AttributionState, Book, Mark, MarkTarget, Profile};
use crate::tracking::exclude;
use crate::unit_of_work::UnitOfWork;
use crate::webhooks::conversions::tell_replaced;

use super::exports;

/// What one round did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// Nothing was marked.
    Idle,
    /// A full replay is running, or waits to run; the marks wait for it.
    Waiting,
    /// So many people were replayed; there may be more.
    Replayed(usize),
}

/// Replays at most `limit` marks' worth of people of one profile.
///
/// While a full replay waits, nobody is replayed: what it will change everywhere at once must not
/// show in some people's results first.
pub async fn refresh(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    limit: u32,
) -> Result<Refreshed, StoreError> {
    let now = context.clock.now();
    let Some(state) = work.attribution().lock(profile_id).await? else {
        return Ok(Refreshed::Idle);
    };
    if state.is_being_rebuilt() {
        return Ok(Refreshed::Waiting);
    }
    if work.marks().newest_full(profile_id).await?.is_some() {
        return Ok(Refreshed::Waiting);
    }
    let marks = work.marks().take(profile_id, limit).await?;
    let profile = work.attribution().profile(profile_id).await?;
    let Some(profile) = profile.filter(|_| !marks.is_empty()) else {
        return Ok(Refreshed::Idle);
    };
    // Who joins whom while this waited is settled in the next look, for which something has to be left.
    if let Some(mark) = marks.first()
        && !work.joins().unsettled(profile_id, 1).await?.is_empty()
    {
        let left = std::slice::from_ref(mark);
        work.marks().add(profile_id, left, context.ids, now).await?;
    }
    let people = touched_people(work, &profile, &marks).await?;
    renew(
        work,
        context,
        &profile,
        &state,
        &people,
        causes(&marks, now),
    )
    .await?;
    // After the ledger's entry, so that whoever asks for the figures of this instant gets these.
    let done = context.clock.now();
    work.attribution().recomputed(profile_id, done).await?;
    Ok(Refreshed::Replayed(people.len()))
}

/// Replays people at once, in the transaction that changes whose something is: what readers see, the ledger and what
/// is told follow with it. By how much reported figures change; `None`, and nothing done, while a full replay runs or
/// waits. The caller does not hold more of anybody than that transaction locked.
pub async fn renew_at_once(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    people: &[PersonId],
    cause: ChangeCause,
) -> Result<Option<Book>, StoreError> {
    let Some(state) = work.attribution().lock(profile_id).await? else {
        return Ok(None);
    };
    let waits = work.marks().newest_full(profile_id).await?.is_some();
    let profile = work.attribution().profile(profile_id).await?;
    let Some(profile) = profile.filter(|_| !waits && !state.is_being_rebuilt()) else {
        return Ok(None);
    };
    let change = renew(work, context, &profile, &state, people, vec![cause]).await?;
    let done = context.clock.now();
    work.attribution().recomputed(profile_id, done).await?;
    Ok(Some(change))
}

/// Replaces the results of the people in what readers see, and writes down what that changes, which it returns.
async fn renew(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    state: &AttributionState,
    people: &[PersonId],
    causes: Vec<ChangeCause>,
) -> Result<Book, StoreError> {
    if people.is_empty() {
        return Ok(Book::new());
    }
    let lens = Lens::load(work, profile).await?;
    let facts = replay::facts_of(work, &lens.profile, people).await?;
    let results = lens.results_of(&facts);
    let replaced = replay::replace(work, &lens, state.generation, people, &results).await?;
    let occasion = Occasion::of(state, causes);
    let restatement_id =
        ledger::change(work, context, profile.id, replaced.change.clone(), occasion).await?;
    let occurrence = Occurrence {
        currency: state.seen.currency,
        restatement_id,
    };
    tell_replaced(
        work,
        context,
        (profile.id, occurrence),
        (replaced.before, &results),
    )
    .await?;
    let outcomes = facts.values().flat_map(|facts| &facts.outcomes);
    let happened = outcomes.map(|outcome| (outcome.id, outcome.occurred_at));
    exports::mark(work, context, profile.id, happened).await?;
    Ok(replaced.change)
}

/// One cause for each different reason, with how many marks gave it, by their words.
fn causes(marks: &[Mark], at: Timestamp) -> Vec<ChangeCause> {
    let mut counts: BTreeMap<_, ChangeCause> = BTreeMap::new();
    for mark in marks {
        let key = (
            mark.cause.as_str(),
            mark.subject,
            mark.actor.kind(),
            mark.actor.id(),
        );
        let cause = counts.entry(key).or_insert(ChangeCause {
            cause: mark.cause,
            subject: mark.subject,
            actor: mark.actor,
            at,
            count: 0,
        });
        cause.count += 1;
    }
    counts.into_values().collect()
}

/// Everybody whom the marks concern, after bringing the marked visitors' sessions up to date. A
/// visitor is named beside its owner, so that what it had on its own goes away.
async fn touched_people(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    marks: &[Mark],
) -> Result<Vec<PersonId>, StoreError> {
    let mut people = BTreeSet::new();
    let mut visitors: BTreeSet<VisitorId> = BTreeSet::new();
    for mark in marks {
        match mark.target {
            MarkTarget::Visitor(id) => {
                visitors.insert(id);
                people.insert(PersonId::Visitor(id));
            }
            MarkTarget::Customer(id) => {
                people.insert(PersonId::Customer(id));
            }
            MarkTarget::Event(id) => {
                people.insert(PersonId::Event(id));
            }
            MarkTarget::Browser(id) => {
                people.insert(PersonId::Visitor(id));
            }
            MarkTarget::Profile => {}
        }
    }
    let visitors: Vec<_> = visitors.into_iter().collect();
    // Before sessions are cut: of what came in something may count for nothing.
    let parted = exclude::look_at(work, profile.id, &visitors).await?;
    people.extend(parted.into_iter().map(PersonId::Customer));
    sessions::resession(work, profile, &visitors).await?;
    if !visitors.is_empty() {
        people.extend(work.attribution().owners(profile.id, &visitors).await?);
    }
    Ok(people.into_iter().collect())
}
