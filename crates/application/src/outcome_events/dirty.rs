//! Whom an outcome event makes dirty.

use std::collections::BTreeSet;

use attribution_models::refunds::LONGEST_CHAIN;
use event_intake::ports::{OutcomeEventFact, StoredOutcome};
use identity_graph::Resolved;
use kernel::{PersonId, StoreError, Timestamp};
use reporting::causes::Cause;

use crate::context::Context;
use crate::customers;
use crate::ports::{Mark, MarkTarget, Profile};
use crate::unit_of_work::UnitOfWork;

/// Who has to be replayed, and why.
pub(super) type Due = (MarkTarget, Cause);

/// Whom the event itself makes dirty: its own person, or itself when nobody is known.
pub(super) fn own_marks(
    profile: &Profile,
    fact: &OutcomeEventFact,
    resolved: &Resolved,
) -> BTreeSet<Due> {
    let cause = cause(profile, fact);
    let people = customers::marks(resolved, resolved.customer.is_none(), cause);
    let mut due: BTreeSet<Due> = people
        .into_iter()
        .map(|mark| (mark.target, cause))
        .collect();
    if fact.subject.is_none() {
        due.insert((MarkTarget::Event(fact.id), cause));
    }
    due
}

/// Whom the event makes dirty through refunds: for a refund the person of what it refunds, and the
/// people of refunds that came before it, who wait for it.
pub(super) async fn refund_marks(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    fact: &OutcomeEventFact,
) -> Result<BTreeSet<Due>, StoreError> {
    let cause = cause(profile, fact);
    let mut due = BTreeSet::new();
    for event in related(work, profile, fact).await? {
        let owners = work.outcome_events().owners(profile.id, &event).await?;
        due.extend(owners.into_iter().map(|owner| (target(owner), cause)));
    }
    Ok(due)
}

fn target(person: PersonId) -> MarkTarget {
    match person {
        PersonId::Customer(id) => MarkTarget::Customer(id),
        PersonId::Visitor(id) => MarkTarget::Visitor(id),
        PersonId::Event(id) => MarkTarget::Event(id),
    }
}

/// Puts them into the queue.
pub(super) async fn add(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    due: BTreeSet<Due>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let mark = |(target, cause)| Mark::new(target, cause);
    let marks: Vec<Mark> = due.into_iter().map(mark).collect();
    let ids = context.ids;
    work.marks().add(profile.id, &marks, ids, now).await
}

/// By what a refund may name the event.
fn references(fact: &OutcomeEventFact) -> Vec<String> {
    let mut references = vec![fact.id.to_string()];
    references.extend(fact.idempotency_key.clone());
    references
}

/// Why figures may change: an event of a day that is over is late.
fn cause(profile: &Profile, fact: &OutcomeEventFact) -> Cause {
    let day = |at| profile.timezone.local_date(at);
    if fact.refund_of.is_some() {
        Cause::Refund
    } else if day(fact.occurred_at) < day(fact.received_at) {
        Cause::LateEvent
    } else {
        Cause::OutcomeEvent
    }
}

/// Refunds among themselves are followed this far, should somebody refund one event very often.
const MOST_REFUNDS: usize = 1_000;

/// What the event refunds, up to the sale, and what refunds the event, however indirectly.
async fn related(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    fact: &OutcomeEventFact,
) -> Result<Vec<StoredOutcome>, StoreError> {
    let mut related = Vec::new();
    let mut reference = fact.refund_of.clone();
    for _ in 0..LONGEST_CHAIN {
        let Some(name) = reference.take() else { break };
        let original = work
            .outcome_events()
            .by_reference(profile.id, &name)
            .await?;
        reference = original
            .as_ref()
            .and_then(|original| original.refund_of.clone());
        related.extend(original);
    }
    let mut level = references(fact);
    for _ in 0..LONGEST_CHAIN {
        let refunds = work.outcome_events().refunds_of(profile.id, &level).await?;
        level = refunds
            .iter()
            .flat_map(|refund| [Some(refund.id.to_string()), refund.idempotency_key.clone()])
            .flatten()
            .collect();
        related.extend(refunds);
        if level.is_empty() || related.len() > MOST_REFUNDS {
            break;
        }
    }
    Ok(related)
}
