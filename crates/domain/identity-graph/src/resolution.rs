//! Whose an event is: the decision, as a function of what is known when it comes.
//!
//! The most trusted value of the event decides that is one person's, as far as is known. Its holder is
//! the customer; without one the event founds a customer, who takes all its values that nobody holds.
//!
//! What values say together is a matter of all facts (see [`crate::pairs`]), and is settled soon after:
//! an event only notes which values it names together. A value that is new here goes where it will
//! most likely belong, so that nothing has to move in the usual case.
//!
//! What a browser tells, which anybody can send, decides whose the browser is, by one value: the
//! others are noted and join nobody.
//!
//! An anonymous id leads to its owner only when nothing on the event names a person. A new e-mail
//! address on a shared laptop is another person, whichever of the two events arrives first.

use kernel::{CustomerId, ProfileId, Timestamp};

use crate::device::Ownership;
use crate::identifiers::{Identifier, Identifiers};
use crate::kinds::{IdentifierKind, MOST_RECENT_BROWSERS};
use crate::known::{Known, KnownCustomer, KnownValue, ValueState};
use crate::plan::{Fill, NewPair, Occasion, Origin, Plan, Target, VisitorDecision, VisitorPlan};

/// Decides what is to be written for an event with these identifiers.
pub fn decide(
    profile_id: ProfileId,
    identifiers: &Identifiers,
    known: &Known,
    occasion: Occasion,
) -> Plan {
    let mut plan = match deciding(identifiers, known) {
        Some(value) => plan_for_person(identifiers, value, known, occasion),
        None => plan_for_browser(identifiers, known, occasion),
    };
    let known_as = plan.customer.and_then(|target| known.customer(target.id()));
    plan.epoch = known_as.map_or(0, |customer| customer.epoch);
    let person = plan.customer.filter(|_| plan.names_a_person());
    plan.visitor = visitor(profile_id, identifiers, known, (person, occasion.at));
    plan
}

/// Which value says whose a fact is: the most trusted one that is one person's, or, where all are
/// several people's, the most trusted. `state` is what is stored of a value.
pub(crate) fn deciding<'a>(identifiers: &'a Identifiers, known: &Known) -> Option<&'a Identifier> {
    let state = |value: &Identifier| known.value(value).map(|stored| stored.state);
    let mut persons = identifiers
        .values
        .iter()
        .filter(|value| value.kind.names_a_person() && state(value) != Some(ValueState::Blocked));
    let most_trusted = persons.clone().next();
    persons
        .find(|value| state(value) != Some(ValueState::Demoted))
        .or(most_trusted)
}

fn plan_for_person(
    identifiers: &Identifiers,
    deciding: &Identifier,
    known: &Known,
    occasion: Occasion,
) -> Plan {
    let is_told = occasion.origin == Origin::Browser;
    let target = match known.value(deciding) {
        Some(stored) => Target::Existing(stored.holder),
        None => Some(Target::New(occasion.candidate))
            .filter(|_| is_told)
            .or_else(|| below(identifiers, deciding, known, occasion.origin).map(Target::Existing))
            .unwrap_or(Target::New(occasion.candidate)),
    };
    let mut plan = empty_plan(occasion);
    plan.customer = Some(target);
    plan.subject = Some(deciding.subject());
    for value in &identifiers.values {
        match known.value(value) {
            None if !is_told || value == deciding => plan.claims.push(value.clone()),
            Some(stored) if stored.holder == target.id() => plan.confirmed.push(value.clone()),
            _ => {}
        }
    }
    plan.claims
        .sort_by(|a, b| (a.kind.as_str(), &a.value_key).cmp(&(b.kind.as_str(), &b.value_key)));
    plan.pairs = pairs(identifiers, known, &plan, occasion.origin);
    plan.fill = fill(identifiers, &plan);
    plan
}

/// Whose a fact is that names a more trusted value which is new.
fn below(
    identifiers: &Identifiers,
    deciding: &Identifier,
    known: &Known,
    origin: Origin,
) -> Option<CustomerId> {
    match origin {
        Origin::List => listed_holder(identifiers, known),
        Origin::Server | Origin::Browser => lower_holder(identifiers, deciding, known),
    }
}

/// Who holds the most trusted value of a row that somebody holds, unless the row has another national id
/// than they have: those are never one person. A row is about somebody who is known already more often
/// than an event is.
fn listed_holder(identifiers: &Identifiers, known: &Known) -> Option<CustomerId> {
    let own = identifiers.get(IdentifierKind::NationalId);
    let differs = |customer: &KnownCustomer| {
        let mut ids = customer
            .holds
            .iter()
            .filter(|(kind, _)| *kind == IdentifierKind::NationalId);
        own.is_some_and(|own| ids.any(|(_, key)| *key != own.value_key))
    };
    let named = identifiers
        .values
        .iter()
        .filter(|value| value.kind.names_a_person());
    named
        .filter_map(|value| known.value(value))
        .filter(|stored| stored.state == ValueState::Active)
        .filter_map(|stored| known.customer(stored.holder))
        .find(|holder| !differs(holder))
        .map(|holder| holder.id)
}

/// Who holds a less trusted value of the event as the most trusted one of all that they hold, so that a
/// more trusted one that is new most likely leads the same person.
fn lower_holder(
    identifiers: &Identifiers,
    deciding: &Identifier,
    known: &Known,
) -> Option<CustomerId> {
    let below = identifiers
        .values
        .iter()
        .filter(|value| value.kind.names_a_person() && value.kind < deciding.kind);
    let stored = below.filter_map(|value| known.value(value));
    let mut leading = stored.filter(|stored| stored.state == ValueState::Active);
    let stored = leading.next()?;
    known
        .customer(stored.holder)
        .filter(|holder| is_led_by(holder, stored))
        .map(|holder| holder.id)
}

/// Whether nothing that the customer holds is as trusted as this value.
fn is_led_by(holder: &KnownCustomer, value: &KnownValue) -> bool {
    holder
        .holds
        .iter()
        .all(|(kind, key)| *kind < value.kind || *key == value.value_key)
}

/// Every two values that the event names together. Where all of them are new to the store, they are
/// where they belong already.
fn pairs(identifiers: &Identifiers, known: &Known, plan: &Plan, origin: Origin) -> Vec<NewPair> {
    let state = |value: &Identifier| known.value(value).map(|stored| stored.state);
    let named: Vec<_> = identifiers
        .values
        .iter()
        .filter(|value| value.kind.names_a_person() && state(value) != Some(ValueState::Blocked))
        .collect();
    let is_settled = !origin.connects()
        || named.iter().all(|value| plan.claims.contains(value))
            && plan.customer.is_some_and(Target::is_new);
    let mut pairs = Vec::new();
    for (position, upper) in named.iter().enumerate() {
        for lower in named.iter().skip(position + 1) {
            pairs.push(NewPair {
                upper: upper.subject(),
                lower: lower.subject(),
                is_settled,
            });
        }
    }
    pairs
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
        occasion,
        customer: None,
        epoch: 0,
        subject: None,
        claims: Vec::new(),
        confirmed: Vec::new(),
        pairs: Vec::new(),
        visitor: None,
        fill: Fill::default(),
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
        Some(target) => browser_of(target.id(), at, known),
    };
    Some(VisitorPlan {
        id,
        anonymous_id,
        decision,
    })
}

/// Whose a browser becomes on which a customer was identified.
fn browser_of(customer: CustomerId, at: Timestamp, known: &Known) -> VisitorDecision {
    let share = || VisitorDecision::Share {
        customer,
        before: known.visitor.clone(),
    };
    if known.is_parted {
        return share();
    }
    // Being identified again during one's own time moves no boundary.
    if known.visitor.owner_at(at) == Some(customer) {
        return VisitorDecision::AlreadyLinked;
    }
    let owns_it = known.visitor.owners().contains(&customer);
    let full = known
        .customer(customer)
        .is_some_and(|known| known.recent_visitors >= MOST_RECENT_BROWSERS);
    match &known.visitor {
        _ if full && !owns_it => VisitorDecision::OverLimit,
        Ownership::Unowned => VisitorDecision::Link(customer),
        _ => share(),
    }
}

#[cfg(test)]
mod tests;
