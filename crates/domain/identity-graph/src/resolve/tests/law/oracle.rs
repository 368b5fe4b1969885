//! The rule, in the words of the documentation and with no thought of speed.

use super::*;

fn named(event: &Event) -> Vec<Subject> {
    let identifiers = normalise(&event.raw(), &Plain).unwrap();
    let persons = identifiers
        .values()
        .iter()
        .filter(|value| value.kind.names_a_person());
    persons.map(crate::Identifier::subject).collect()
}

/// Facts of servers, as the values that they name.
type Facts = Vec<Vec<Subject>>;

pub(super) fn facts(events: &[Event]) -> Facts {
    events
        .iter()
        .filter(|event| !event.is_told)
        .map(named)
        .collect()
}

/// What servers named together with a value.
fn partners(facts: &Facts, value: &Subject) -> BTreeSet<Subject> {
    let with = facts.iter().filter(|named| named.contains(value)).flatten();
    with.filter(|other| *other != value).cloned().collect()
}

pub(super) fn is_shared(facts: &Facts, value: &Subject) -> bool {
    let count = |kind| {
        partners(facts, value)
            .iter()
            .filter(|it| it.kind == kind)
            .count()
    };
    let [ruts, contacts, emails, phones] = [
        IdentifierKind::NationalId,
        IdentifierKind::CrmContactId,
        IdentifierKind::Email,
        IdentifierKind::Phone,
    ]
    .map(count);
    let most_emails = if value.kind == IdentifierKind::Phone {
        1
    } else {
        5
    };
    // There is one CRM here.
    ruts > 1 || contacts > 1 || emails > most_emails || phones > 5
}

fn root(facts: &Facts, value: &Subject) -> Subject {
    let usable = |of: &Subject| -> Vec<Subject> {
        let all = partners(facts, of).into_iter();
        all.filter(|it| !is_shared(facts, it)).collect()
    };
    let above = |of: &Subject| -> BTreeSet<Subject> {
        let more_trusted = usable(of).into_iter().filter(|it| it.kind > value.kind);
        more_trusted.map(|it| root(facts, &it)).collect()
    };
    if is_shared(facts, value) {
        return value.clone();
    }
    let mut leading = vec![above(value)];
    if leading[0].is_empty() {
        let lower = usable(value).into_iter().filter(|it| it.kind < value.kind);
        leading = lower.map(|it| above(&it)).collect();
    }
    let agreed = leading
        .first()
        .filter(|first| first.len() == 1 && leading.iter().all(|it| it == *first));
    agreed
        .and_then(|roots| roots.first().cloned())
        .unwrap_or_else(|| value.clone())
}

/// Which values are one person's. Of what a browser tells, only what decides is a value of anybody.
pub(super) fn persons(events: &[Event]) -> BTreeSet<BTreeSet<Subject>> {
    let facts = &facts(events);
    let mut persons: BTreeMap<Subject, BTreeSet<Subject>> = BTreeMap::new();
    for event in events {
        let mut values = named(event);
        if event.is_told {
            let deciding = values
                .iter()
                .position(|it| !is_shared(facts, it))
                .unwrap_or(0);
            values = values.into_iter().skip(deciding).take(1).collect();
        }
        for value in values {
            persons
                .entry(root(facts, &value))
                .or_default()
                .insert(value);
        }
    }
    persons.into_values().collect()
}
