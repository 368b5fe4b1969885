//! Many events at once: those that have nothing in common are resolved together, as if one came
//! after the other.

use std::collections::HashSet;

use kernel::{CustomerId, ProfileId, VisitorId};

use crate::identifiers::Identifiers;
use crate::kinds::IdentifierKind;
use crate::known::Known;
use crate::plan::{Occasion, Plan, VisitorDecision};
use crate::ports::{Applied, IdentityStore};
use crate::resolution::decide;
use crate::resolve::{ResolveError, Resolved, outcome, sole_change};
use crate::value_key::ValueKey;

/// Resolves the identifiers of many events of one profile inside the store's transaction, with one
/// look-up and one write.
///
/// `None` for an event that has to be resolved later and apart, by
/// [`resolve`](crate::resolve()) or in another group: it has a value, a browser or a customer in
/// common with one that comes before it here, or it takes all identifications of its browser to say
/// whose that is.
pub async fn resolve_each(
    store: &mut dyn IdentityStore,
    profile_id: ProfileId,
    people: &[(&Identifiers, Occasion)],
) -> Result<Vec<Option<Resolved>>, ResolveError> {
    let named: Vec<_> = people
        .iter()
        .filter(|(identifiers, _)| !identifiers.is_empty())
        .map(|(identifiers, occasion)| (*identifiers, occasion.at))
        .collect();
    let mut known = if named.is_empty() {
        Vec::new().into_iter()
    } else {
        store.look_up_each(profile_id, &named).await?.into_iter()
    };
    let mut met = Met::default();
    let mut plans = Vec::new();
    let mut resolved = Vec::with_capacity(people.len());
    for (identifiers, occasion) in people {
        if identifiers.is_empty() {
            resolved.push(Some(outcome(None, None)));
            continue;
        }
        let plan = known
            .next()
            .filter(|known| met.is_apart(profile_id, identifiers, known))
            .map(|known| decide(profile_id, identifiers, &known, *occasion))
            .filter(|plan| !is_shared(plan));
        resolved.push(plan.as_ref().map(|plan| {
            let change = sole_change(plan);
            outcome(Some(plan.clone()), change.as_ref())
        }));
        plans.extend(plan);
    }
    let lost = !plans.is_empty() && store.apply_each(profile_id, &plans).await? == Applied::Lost;
    if lost {
        return Err(ResolveError::Contended);
    }
    Ok(resolved)
}

fn is_shared(plan: &Plan) -> bool {
    let decision = plan.visitor.as_ref().map(|visitor| &visitor.decision);
    matches!(decision, Some(VisitorDecision::Share { .. }))
}

/// What the events so far have looked at, and may change.
#[derive(Default)]
struct Met {
    values: HashSet<(IdentifierKind, ValueKey)>,
    customers: HashSet<CustomerId>,
    visitors: HashSet<VisitorId>,
}

impl Met {
    /// Whether an event has nothing in common with those before it. From then on it is one of them:
    /// also when it is put off, so that nobody who comes after it sees less than it would have.
    fn is_apart(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        known: &Known,
    ) -> bool {
        let mut apart = true;
        for value in identifiers.values() {
            apart &= self.values.insert((value.kind, value.value_key.clone()));
        }
        // A customer may be named more than once by one event.
        let customers: HashSet<_> = known.customers.iter().map(|customer| customer.id).collect();
        for customer in customers {
            apart &= self.customers.insert(customer);
        }
        if let Some(visitor) = identifiers.visitor_id(profile_id) {
            apart &= self.visitors.insert(visitor);
        }
        apart
    }
}
