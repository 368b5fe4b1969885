//! From the identifiers of one event to the stored graph: look up, decide, write, and again when
//! somebody else was faster.

use std::collections::BTreeSet;

use kernel::{CustomerId, ProfileId, StoreError, VisitorId};

use crate::device::{Identification, Ownership};
use crate::identifiers::{Identifiers, Subject};
use crate::plan::{Occasion, Plan, Target, VisitorDecision};
use crate::ports::{Applied, IdentityStore};
use crate::resolution::decide;

/// How often a lost race is run again before giving up.
const TRIES: usize = 3;

/// Who is behind an event, and what changed because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Whose the event is; `None` when it names nobody.
    pub customer: Option<CustomerId>,
    /// Whether the event founded the customer.
    pub is_new: bool,
    /// The identifier that decided, to be kept with the fact.
    pub subject: Option<Subject>,
    /// The browser, when an anonymous id was given.
    pub visitor: Option<VisitorId>,
    /// Whether the browser, as a whole or for a part of the time, has another owner than before.
    pub ownership_changed: bool,
    /// Everybody whose history may have changed: the customer, and the browser's owners before and
    /// after if it has others now.
    pub affected: BTreeSet<CustomerId>,
}

/// Why nobody was resolved.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Other transactions were faster three times; the whole event may be tried again.
    #[error("other events took the identifiers three times in a row")]
    Contended,
}

impl From<ResolveError> for StoreError {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Store(failure) => failure,
            ResolveError::Contended => Self::Conflict,
        }
    }
}

/// Resolves the identifiers of one event inside the store's transaction. The event itself may be
/// stored before or after; `unstored` says who was identified on its browser by events that come with
/// it and are not stored yet.
pub async fn resolve(
    store: &mut dyn IdentityStore,
    profile_id: ProfileId,
    identifiers: &Identifiers,
    occasion: Occasion,
    unstored: &[Identification],
) -> Result<Resolved, ResolveError> {
    if identifiers.is_empty() {
        return Ok(outcome(None, None));
    }
    for _ in 0..TRIES {
        let known = store.look_up(profile_id, identifiers, occasion.at).await?;
        let plan = decide(profile_id, identifiers, &known, occasion);
        if store.apply(profile_id, &plan).await? == Applied::Done {
            let change = hand_over(store, profile_id, &plan, unstored).await?;
            return Ok(outcome(Some(plan), change.as_ref()));
        }
    }
    Err(ResolveError::Contended)
}

/// Whose a browser was and is now.
pub(crate) struct Change {
    before: Ownership,
    after: Ownership,
}

/// What a plan alone says about the browser's hands: nobody's becomes somebody's.
pub(crate) fn sole_change(plan: &Plan) -> Option<Change> {
    match plan.visitor.as_ref().map(|visitor| &visitor.decision)? {
        VisitorDecision::Link(customer) => Some(Change {
            before: Ownership::Unowned,
            after: Ownership::Owned(*customer),
        }),
        _ => None,
    }
}

/// Whether the browser changed hands. Where one event alone cannot say it, this is worked out anew
/// from all identifications.
async fn hand_over(
    store: &mut dyn IdentityStore,
    profile_id: ProfileId,
    plan: &Plan,
    unstored: &[Identification],
) -> Result<Option<Change>, StoreError> {
    let Some(visitor) = &plan.visitor else {
        return Ok(None);
    };
    let VisitorDecision::Share { customer, before } = &visitor.decision else {
        return Ok(sole_change(plan));
    };
    let own = plan.subject.clone().map(|subject| Identification {
        at: plan.occasion.at,
        subject,
        customer: *customer,
    });
    let unstored = unstored.iter().cloned().chain(own).collect();
    let facts = store.identifications(profile_id, visitor.id, unstored);
    let facts = facts.await?;
    let after = Ownership::from_identifications(facts);
    if after == *before {
        return Ok(None);
    }
    store
        .write_ownership(profile_id, visitor.id, &after)
        .await?;
    Ok(Some(Change {
        before: before.clone(),
        after,
    }))
}

pub(crate) fn outcome(plan: Option<Plan>, change: Option<&Change>) -> Resolved {
    let target = plan.as_ref().and_then(|plan| plan.customer);
    let mut affected: BTreeSet<_> = target.map(Target::id).into_iter().collect();
    for ownership in change
        .iter()
        .flat_map(|change| [&change.before, &change.after])
    {
        affected.extend(ownership.owners());
    }
    Resolved {
        customer: target.map(Target::id),
        is_new: target.is_some_and(Target::is_new),
        visitor: plan
            .as_ref()
            .and_then(|plan| plan.visitor.as_ref())
            .map(|visitor| visitor.id),
        ownership_changed: change.is_some(),
        affected,
        subject: plan.and_then(|plan| plan.subject),
    }
}

#[cfg(test)]
mod tests;
