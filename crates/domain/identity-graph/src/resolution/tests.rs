use kernel::Timestamp;
use uuid::Uuid;

use super::*;
use kernel::Personal;

use crate::value_key::ValueKey;

mod browsers;
mod persons;
mod properties;

const CANDIDATE: u128 = 99;

fn customer(number: u128) -> CustomerId {
    CustomerId::new(Uuid::from_u128(number))
}

fn profile() -> ProfileId {
    ProfileId::new(Uuid::from_u128(7))
}

fn occasion() -> Occasion {
    Occasion {
        at: Timestamp::from_micros(1_000),
        origin: Origin::Server,
        candidate: customer(CANDIDATE),
        fact: Uuid::nil(),
    }
}

fn identifier(kind: IdentifierKind, key: &str) -> Identifier {
    Identifier {
        kind,
        value_key: ValueKey::new(key),
        value: Personal::new(key),
    }
}

/// The identifiers of an event, by kind word and key.
fn event(values: &[(&str, &str)]) -> Identifiers {
    let mut parsed: Vec<_> = values
        .iter()
        .map(|(kind, key)| identifier(IdentifierKind::parse(kind).unwrap(), key))
        .collect();
    parsed.sort_by_key(|value| std::cmp::Reverse(value.kind));
    let (anonymous, values): (Vec<_>, Vec<_>) = parsed
        .into_iter()
        .partition(|value| value.kind == IdentifierKind::AnonymousId);
    Identifiers {
        values,
        anonymous_id: anonymous.into_iter().next(),
        first_name: Some(Personal::new("Ana")),
        last_name: None,
        dropped: Vec::new(),
    }
}

/// A store with these values: kind word, key, holder.
fn held(values: &[(&str, &str, u128)]) -> Known {
    let mut known = Known {
        values: Vec::new(),
        customers: (1..=6)
            .map(|number| KnownCustomer {
                id: customer(number),
                holds: Vec::new(),
                epoch: 0,
                recent_visitors: 0,
            })
            .collect(),
        visitor: Ownership::Unowned,
        is_parted: false,
    };
    for (kind, key, holder) in values {
        hold(
            &mut known,
            IdentifierKind::parse(kind).unwrap(),
            key,
            *holder,
        );
    }
    known
}

fn hold(known: &mut Known, kind: IdentifierKind, key: &str, holder: u128) {
    known.values.push(KnownValue {
        kind,
        value_key: ValueKey::new(key),
        holder: customer(holder),
        state: ValueState::Active,
    });
    let holds = &mut known.customers[usize::try_from(holder).unwrap() - 1].holds;
    holds.push((kind, ValueKey::new(key)));
}

fn plan(values: &[(&str, &str)], known: &Known) -> Plan {
    decide(profile(), &event(values), known, occasion())
}

fn keys(values: &[Identifier]) -> Vec<&str> {
    values
        .iter()
        .map(|value| value.value_key.as_str())
        .collect()
}

/// What a browser tells.
fn told(values: &[(&str, &str)], known: &Known) -> Plan {
    let occasion = Occasion {
        origin: Origin::Browser,
        ..occasion()
    };
    decide(profile(), &event(values), known, occasion)
}

/// The pairs of a plan, as keys, and whether something is left to be settled.
fn paired(plan: &Plan) -> (Vec<(&str, &str)>, bool) {
    let keys = plan
        .pairs
        .iter()
        .map(|pair| (pair.upper.value_key.as_str(), pair.lower.value_key.as_str()));
    let open = plan.pairs.iter().any(|pair| !pair.is_settled);
    (keys.collect(), open)
}

fn decided_by(plan: &Plan) -> Option<&str> {
    plan.subject
        .as_ref()
        .map(|subject| subject.value_key.as_str())
}

const NEW: Option<Target> = Some(Target::New(CustomerId::new(Uuid::from_u128(CANDIDATE))));

fn existing(number: u128) -> Target {
    Target::Existing(customer(number))
}
