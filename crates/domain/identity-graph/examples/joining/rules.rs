//! Rules: which person each value of the events belongs to.

use std::collections::{BTreeMap, BTreeSet};

use identity_graph::{IdentifierKind, Pairs, Subject};

use crate::people::Event;

/// Persons by the number of one of their values, in the order of values.
type Persons = Vec<usize>;

fn values(events: &[Event]) -> usize {
    let most = events.iter().filter_map(|event| event.values.iter().max());
    most.max().map_or(0, |most| most + 1)
}

/// What earlier releases did: a value that nobody holds joins the holder of the most trusted one that
/// somebody holds, within the limits of a customer.
pub(crate) fn as_it_came(events: &[Event]) -> Persons {
    first_held(events.iter())
}

/// The same, had all events come in their order.
pub(crate) fn by_event_time(events: &[Event]) -> Persons {
    let mut sorted: Vec<&Event> = events.iter().collect();
    sorted.sort_by_key(|event| event.at);
    first_held(sorted.into_iter())
}

fn first_held<'a>(events: impl Iterator<Item = &'a Event> + Clone) -> Persons {
    let most = events.clone().filter_map(|event| event.values.iter().max());
    let count = most.max().map_or(0, |most| most + 1);
    let mut holder: Vec<Option<usize>> = vec![None; count];
    let mut holds: BTreeMap<usize, BTreeMap<IdentifierKind, usize>> = BTreeMap::new();
    let mut shown: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut demoted = vec![false; count];
    for event in events {
        let mut left: Vec<(usize, IdentifierKind)> = event
            .values
            .iter()
            .zip(&event.named)
            .filter(|(value, _)| !demoted[**value])
            .map(|(value, named)| (*value, named.kind))
            .collect();
        let found = loop {
            let Some(first) = left.first().copied() else {
                break None;
            };
            let guide = left
                .iter()
                .copied()
                .find(|(value, _)| holder[*value].is_some());
            let person = guide.map_or(first.0, |(value, _)| holder[value].unwrap_or(value));
            let held = holds.get(&person);
            let misfit = left.iter().copied().find(|(value, kind)| {
                let most = match kind {
                    IdentifierKind::NationalId | IdentifierKind::CrmContactId => 1,
                    _ => 5,
                };
                let has = held.and_then(|held| held.get(kind)).copied().unwrap_or(0);
                holder[*value].is_none() && has >= most
            });
            let Some(misfit) = misfit else {
                break Some(person);
            };
            let out = match guide {
                Some(guide) if guide.1 < misfit.1 => guide.0,
                _ => misfit.0,
            };
            left.retain(|(value, _)| *value != out);
        };
        let Some(person) = found else { continue };
        for (value, kind) in left {
            match holder[value] {
                None => {
                    holder[value] = Some(person);
                    *holds.entry(person).or_default().entry(kind).or_default() += 1;
                }
                Some(other) if other != person => {
                    let shown = shown.entry(value).or_default();
                    shown.extend([other, person]);
                    demoted[value] |= match kind {
                        IdentifierKind::Email => shown.len() > 3,
                        IdentifierKind::Phone => shown.len() > 4,
                        _ => false,
                    };
                }
                Some(_) => {}
            }
        }
    }
    let own = |(value, holder): (usize, Option<usize>)| holder.unwrap_or(value);
    holder.into_iter().enumerate().map(own).collect()
}

/// All values that events name together, unless they are named with too many.
pub(crate) fn components_of_four(events: &[Event]) -> Persons {
    components(events, 4)
}

/// The same, where a phone with two e-mail addresses joins nothing.
pub(crate) fn components_of_one(events: &[Event]) -> Persons {
    components(events, 1)
}

fn components(events: &[Event], emails: usize) -> Persons {
    let count = values(events);
    let mut kinds = vec![IdentifierKind::Email; count];
    let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
    for event in events {
        for (number, one) in event.values.iter().enumerate() {
            kinds[*one] = event.named[number].kind;
            let others = &event.values[number + 1..];
            edges.extend(others.iter().map(|other| (*one, *other)));
        }
    }
    let mut named = vec![BTreeSet::new(); count];
    for (one, other) in &edges {
        named[*one].insert(*other);
        named[*other].insert(*one);
    }
    let with = |value: usize, kind| named[value].iter().filter(|it| kinds[**it] == kind).count();
    let mut alone: Vec<bool> = (0..count)
        .map(|value| match kinds[value] {
            IdentifierKind::Phone => with(value, IdentifierKind::Email) > emails,
            IdentifierKind::Email => with(value, IdentifierKind::Phone) > 5,
            _ => false,
        })
        .collect();
    // Whoever breaks a guard loses phones first, then e-mail addresses.
    for fallback in [IdentifierKind::Phone, IdentifierKind::Email] {
        let found = united(count, &edges, &alone);
        let mut held: BTreeMap<usize, BTreeMap<IdentifierKind, usize>> = BTreeMap::new();
        for (value, person) in found.iter().enumerate() {
            *held
                .entry(*person)
                .or_default()
                .entry(kinds[value])
                .or_default() += 1;
        }
        for (value, person) in found.iter().enumerate() {
            let breaks = held[person].iter().any(|(kind, count)| match kind {
                IdentifierKind::NationalId | IdentifierKind::CrmContactId => *count > 1,
                _ => *count > 5,
            });
            alone[value] |= breaks && kinds[value] == fallback;
        }
    }
    united(count, &edges, &alone)
}

fn find(parent: &mut [usize], mut value: usize) -> usize {
    while parent[value] != value {
        parent[value] = parent[parent[value]];
        value = parent[value];
    }
    value
}

fn united(count: usize, edges: &BTreeSet<(usize, usize)>, alone: &[bool]) -> Persons {
    let mut parent: Vec<usize> = (0..count).collect();
    for (one, other) in edges {
        if !alone[*one] && !alone[*other] {
            let (one, other) = (find(&mut parent, *one), find(&mut parent, *other));
            parent[one] = other;
        }
    }
    (0..count).map(|value| find(&mut parent, value)).collect()
}

/// The rule of this crate.
pub(crate) fn trees(events: &[Event]) -> Persons {
    let mut pairs = Pairs::default();
    let mut numbers: BTreeMap<&Subject, usize> = BTreeMap::new();
    for event in events {
        for (number, one) in event.named.iter().enumerate() {
            numbers.insert(one, event.values[number]);
            for other in &event.named[number + 1..] {
                pairs.add(one, other);
            }
        }
    }
    let mut persons: Persons = (0..values(events)).collect();
    for (value, number) in &numbers {
        persons[*number] = numbers[pairs.root(value)];
    }
    persons
}
