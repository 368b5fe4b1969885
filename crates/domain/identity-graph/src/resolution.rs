//! Whose an event is: the decision, as a function of what is known.
//!
//! The holder of the most trusted value wins. The other values stay with their holders and are
//! noted as seen with the winner; two customers that exist are never made one here.
//!
//! Two rules keep different people apart:
//!
//! - A value that would break one of the winner's limits cannot join the winner. If it is more
//!   trusted than what led to the winner, the winner was the wrong one: what led there is left out
//!   and the decision starts again (so an event whose RUT differs from that of the customer found
//!   by e-mail gets a customer of its own). Otherwise the value itself is left out.
//! - An anonymous id leads to its owner only when nothing on the event names a person. A new e-mail
//!   address on a shared laptop is another person, whichever of the two events arrives first.

use std::collections::BTreeSet;

use kernel::{CustomerId, ProfileId, Timestamp};

use crate::device::Ownership;
use crate::identifiers::{Identifier, Identifiers, Subject};
use crate::kinds::{CustomerLimit, IdentifierKind, ValueCap};
use crate::known::{Known, KnownCustomer, KnownValue, ValueState};
use crate::plan::{Fill, Occasion, Plan, Rivals, Target, VisitorDecision, VisitorPlan};

/// Decides what is to be written for an event with these identifiers.
pub fn decide(
    profile_id: ProfileId,
    identifiers: &Identifiers,
    known: &Known,
    occasion: Occasion,
) -> Plan {
    let usable: Vec<Value<'_>> = identifiers
        .values
        .iter()
        .filter_map(|value| Value::usable(value, known))
        .collect();
    let choice = choose(&usable, known, occasion.candidate);
    let mut plan = match choice.target {
        Some(target) => plan_for_person(&usable, &choice, target, occasion),
        None => plan_for_browser(identifiers, known, occasion),
    };
    if choice.target.is_some() {
        plan.fill = fill(identifiers, &plan);
    }
    plan.visitor = visitor(profile_id, identifiers, known, (choice.target, occasion.at));
    plan
}

/// A value of the event that is neither demoted nor blocked, with what is stored of it.
#[derive(Clone, Copy)]
struct Value<'a> {
    identifier: &'a Identifier,
    known: Option<&'a KnownValue>,
}

impl<'a> Value<'a> {
    fn usable(identifier: &'a Identifier, known: &'a Known) -> Option<Self> {
        let known = known.value(identifier);
        let usable = known.is_none_or(|value| value.state == ValueState::Active);
        usable.then_some(Self { identifier, known })
    }

    fn holder(&self) -> Option<CustomerId> {
        self.known.map(|value| value.holder)
    }
}

/// Who the event's customer is, and which of the unheld values may join that customer.
struct Choice<'a> {
    target: Option<Target>,
    claims: Vec<&'a Identifier>,
}

/// Leaves values out until what is left fits its winner. Each round leaves out one, so it ends.
fn choose<'a>(usable: &[Value<'a>], known: &Known, candidate: CustomerId) -> Choice<'a> {
    let mut left: Vec<Value<'a>> = usable.to_vec();
    loop {
        let mut persons = left
            .iter()
            .filter(|value| value.identifier.kind.names_a_person());
        let guide = persons.clone().find(|value| value.known.is_some()).copied();
        let target = match guide.and_then(|value| value.holder()) {
            Some(holder) => Some(Target::Existing(holder)),
            None => persons.next().map(|_| Target::New(candidate)),
        };
        let unheld = left.iter().filter(|value| value.known.is_none());
        let misfit = target
            .and_then(|target| known.customer(target.id()))
            .and_then(|winner| {
                unheld
                    .clone()
                    .find(|value| breaks_limit(winner, value.identifier))
            })
            .copied();
        let Some(misfit) = misfit else {
            let claims = target.map(|_| unheld.map(|value| value.identifier).collect());
            return Choice {
                target,
                claims: claims.unwrap_or_default(),
            };
        };
        let out = match guide {
            Some(guide) if guide.identifier.kind < misfit.identifier.kind => guide.identifier,
            _ => misfit.identifier,
        };
        left.retain(|value| value.identifier != out);
    }
}

/// Whether the customer holds as many values of the kind as one may.
fn breaks_limit(customer: &KnownCustomer, value: &Identifier) -> bool {
    let held = customer
        .holds
        .iter()
        .filter(|(kind, _)| *kind == value.kind);
    match value.kind.customer_limit() {
        CustomerLimit::Total(most) => u32::try_from(held.count()).is_ok_and(|held| held >= most),
        CustomerLimit::OnePerSource => held
            .into_iter()
            .any(|(_, key)| key.source() == value.value_key.source()),
        CustomerLimit::Recent { count, .. } => customer.recent_visitors >= count,
    }
}

fn plan_for_person(
    usable: &[Value<'_>],
    choice: &Choice<'_>,
    target: Target,
    occasion: Occasion,
) -> Plan {
    let customer = target.id();
    let mut plan = empty_plan(occasion);
    plan.customer = Some(target);
    plan.claims = choice.claims.iter().map(|value| (*value).clone()).collect();
    plan.claims
        .sort_by(|a, b| (a.kind.as_str(), &a.value_key).cmp(&(b.kind.as_str(), &b.value_key)));
    for value in usable {
        match value.known {
            Some(stored) if stored.holder == customer => {
                plan.confirmed.push(value.identifier.clone());
            }
            Some(stored) => note_sighting(&mut plan, value.identifier, stored, customer),
            None => {}
        }
    }
    plan.subject = subject(&plan);
    plan
}

/// The most trusted identifier that leads to the plan's customer.
fn subject(plan: &Plan) -> Option<Subject> {
    let leading = plan.claims.iter().chain(&plan.confirmed);
    let named = leading.filter(|value| value.kind.names_a_person());
    named
        .max_by_key(|value| value.kind)
        .map(Identifier::subject)
}

/// The customer shows a value of somebody else's.
fn note_sighting(plan: &mut Plan, value: &Identifier, stored: &KnownValue, customer: CustomerId) {
    plan.rivals.extend(Rivals::new(stored.holder, customer));
    if stored.sighted_with.contains(&customer) {
        return;
    }
    plan.sightings.push((value.clone(), customer));
    let mut shown_by: BTreeSet<_> = stored.sighted_with.iter().copied().collect();
    shown_by.extend([stored.holder, customer]);
    if let ValueCap::DemotedAbove(most) = value.kind.value_cap()
        && u32::try_from(shown_by.len()).is_ok_and(|count| count > most)
    {
        plan.demotions.push(value.clone());
    }
}

/// Nothing names a person: the event is the browser's owner's, if there is one by then.
fn plan_for_browser(identifiers: &Identifiers, known: &Known, occasion: Occasion) -> Plan {
    let mut plan = empty_plan(occasion);
    if let Some(anonymous_id) = &identifiers.anonymous_id {
        plan.subject = Some(anonymous_id.subject());
        plan.customer = known.visitor.owner_at(occasion.at).map(Target::Existing);
    }
    plan
}

fn empty_plan(occasion: Occasion) -> Plan {
    Plan {
        at: occasion.at,
        customer: None,
        subject: None,
        claims: Vec::new(),
        confirmed: Vec::new(),
        sightings: Vec::new(),
        demotions: Vec::new(),
        visitor: None,
        fill: Fill::default(),
        rivals: BTreeSet::new(),
    }
}

/// Names as given; a primary value only if the customer holds it.
fn fill(identifiers: &Identifiers, plan: &Plan) -> Fill {
    let held = |kind: IdentifierKind| {
        let mut values = plan.claims.iter().chain(&plan.confirmed);
        values
            .find(|value| value.kind == kind)
            .map(|value| value.value.clone())
    };
    Fill {
        first_name: identifiers.first_name.clone(),
        last_name: identifiers.last_name.clone(),
        primary_email: held(IdentifierKind::Email),
        primary_phone: held(IdentifierKind::Phone),
    }
}

fn visitor(
    profile_id: ProfileId,
    identifiers: &Identifiers,
    known: &Known,
    (person, at): (Option<Target>, Timestamp),
) -> Option<VisitorPlan> {
    let anonymous_id = identifiers.anonymous_id.clone()?;
    let id = identifiers.visitor_id(profile_id)?;
    let decision = match person {
        None => VisitorDecision::Unidentified,
        Some(target) => browser_of(target.id(), at, &anonymous_id, known),
    };
    Some(VisitorPlan {
        id,
        anonymous_id,
        decision,
    })
}

/// Whose a browser becomes on which a customer was identified.
fn browser_of(
    customer: CustomerId,
    at: Timestamp,
    browser: &Identifier,
    known: &Known,
) -> VisitorDecision {
    // Being identified again during one's own time moves no boundary.
    if known.visitor.owner_at(at) == Some(customer) {
        return VisitorDecision::AlreadyLinked;
    }
    let owns_it = known.visitor.owners().contains(&customer);
    let full = known
        .customer(customer)
        .is_some_and(|known| breaks_limit(known, browser));
    match &known.visitor {
        _ if full && !owns_it => VisitorDecision::OverLimit,
        Ownership::Unowned => VisitorDecision::Link(customer),
        before => VisitorDecision::Share {
            customer,
            before: before.clone(),
        },
    }
}

#[cfg(test)]
mod tests;
