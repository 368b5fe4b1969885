//! What of a customer is missing, doubled or joined by little, and what can be filled in without asking anybody.
//!
//! Only what somebody holds alone is filled in, and only where there is nothing: so filling in twice is filling in once.
//! Who shares a value with whom, and which value alone joins two halves of somebody, is told for people to look at.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{CustomerId, Personal, Timestamp};

use crate::identifiers::Subject;
use crate::kinds::IdentifierKind;
use crate::known::ValueState;
use crate::plan::Origin;

/// What is shown of a customer as theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Primary {
    /// The e-mail address.
    Email,
    /// The phone number.
    Phone,
}

impl Primary {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Email, Self::Phone];

    /// The field: `primary_email` or `primary_phone`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "primary_email",
            Self::Phone => "primary_phone",
        }
    }

    /// Of which kind its values are.
    pub const fn kind(self) -> IdentifierKind {
        match self {
            Self::Email => IdentifierKind::Email,
            Self::Phone => IdentifierKind::Phone,
        }
    }
}

/// A value that a customer holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedValue {
    /// The value.
    pub value: Subject,
    /// What may be shown of it.
    pub shown: Option<Personal>,
    /// Whether it is theirs alone.
    pub state: ValueState,
    /// The most trusted one who told of it; nothing of what an earlier release stored.
    pub origin: Option<Origin>,
    /// When it was named last.
    pub last_seen_at: Timestamp,
}

/// A value of one customer that others were named with, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedValue {
    /// The value.
    pub value: Subject,
    /// With whom, in the order of ids.
    pub with: Vec<CustomerId>,
}

/// A customer as they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// Who.
    pub customer_id: CustomerId,
    /// The e-mail address that is shown.
    pub primary_email: Option<Personal>,
    /// The phone number that is shown.
    pub primary_phone: Option<Personal>,
    /// What they hold that names a person.
    pub values: Vec<AuditedValue>,
    /// Which of these facts name together.
    pub pairs: Vec<(Subject, Subject)>,
}

/// What is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backfill {
    /// Where there is nothing.
    pub field: Primary,
    /// With what.
    pub value: Personal,
}

/// What was found of one customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Who.
    pub customer_id: CustomerId,
    /// What is not shown of them.
    pub missing: Vec<Primary>,
    /// What of that can be filled in.
    pub backfills: Vec<Backfill>,
    /// Addresses and numbers that others were named with, too.
    pub shared: Vec<SharedValue>,
    /// Values that alone join two groups of others.
    pub bridges: Vec<Subject>,
}

impl Audit {
    /// How much was found; 0 of whom nothing is to be said.
    pub fn score(&self) -> usize {
        self.missing.len() + self.shared.len() + self.bridges.len()
    }
}

impl Audited {
    /// What is not shown.
    pub fn missing(&self) -> Vec<Primary> {
        let is_missing = |field: &Primary| match field {
            Primary::Email => self.primary_email.is_none(),
            Primary::Phone => self.primary_phone.is_none(),
        };
        Primary::ALL.into_iter().filter(is_missing).collect()
    }

    /// What is filled in where something is missing: of the values that they hold alone the most trusted one, of equals
    /// the one that was named last, and of those the smallest. What others were `shared` with a moment ago may not be
    /// settled yet.
    pub fn backfills(&self, shared: &[SharedValue]) -> Vec<Backfill> {
        let missing = self.missing().into_iter();
        missing
            .filter_map(|field| {
                let fitting = self.values.iter().filter(|held| {
                    held.value.kind == field.kind()
                        && held.state == ValueState::Active
                        && held.shown.is_some()
                        && shared.iter().all(|it| it.value != held.value)
                });
                let best = fitting.max_by_key(|held| {
                    let value = std::cmp::Reverse(held.value.clone());
                    (trust(held.origin), held.last_seen_at, value)
                })?;
                let value = best.shown.clone()?;
                Some(Backfill { field, value })
            })
            .collect()
    }

    /// Values without which the others fall into groups of two and more that nothing else joins: what a wrong join
    /// looks like, and also somebody with a new address and a new number.
    pub fn bridges(&self) -> Vec<Subject> {
        let mut beside: BTreeMap<&Subject, Vec<&Subject>> = BTreeMap::new();
        for (one, other) in &self.pairs {
            beside.entry(one).or_default().push(other);
            beside.entry(other).or_default().push(one);
        }
        let joins = |value: &&Subject| {
            let mut seen = BTreeSet::from([*value]);
            let starts = beside.get(*value).into_iter().flatten();
            let groups = starts.filter(|start| group(start, &beside, &mut seen) > 1);
            groups.count() > 1
        };
        let bridges = beside.keys().copied().filter(joins);
        bridges.cloned().collect()
    }

    /// All that is found of them.
    pub fn audit(&self, shared: Vec<SharedValue>) -> Audit {
        Audit {
            customer_id: self.customer_id,
            missing: self.missing(),
            backfills: self.backfills(&shared),
            shared,
            bridges: self.bridges(),
        }
    }
}

/// How many values hang together with one, none of which was seen before.
fn group<'a>(
    start: &'a Subject,
    beside: &BTreeMap<&'a Subject, Vec<&'a Subject>>,
    seen: &mut BTreeSet<&'a Subject>,
) -> usize {
    let (mut found, mut waiting) = (0, vec![start]);
    while let Some(next) = waiting.pop() {
        if !seen.insert(next) {
            continue;
        }
        found += 1;
        waiting.extend(beside.get(next).into_iter().flatten());
    }
    found
}

const fn trust(origin: Option<Origin>) -> u8 {
    match origin {
        Some(Origin::Server) => 3,
        Some(Origin::List) => 2,
        Some(Origin::Browser) => 1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::value_key::ValueKey;

    fn subject(kind: IdentifierKind, key: &str) -> Subject {
        Subject {
            kind,
            value_key: ValueKey::new(key.to_owned()),
        }
    }

    fn email(key: &str, origin: Option<Origin>, at: i64) -> AuditedValue {
        AuditedValue {
            value: subject(IdentifierKind::Email, key),
            shown: Some(Personal::new(key)),
            state: ValueState::Active,
            origin,
            last_seen_at: Timestamp::from_micros(at),
        }
    }

    fn customer(values: Vec<AuditedValue>, pairs: &[(&str, &str)]) -> Audited {
        let of = |key: &str| {
            let kind = if key.contains('@') {
                IdentifierKind::Email
            } else {
                IdentifierKind::Phone
            };
            subject(kind, key)
        };
        let pairs = pairs.iter().map(|(one, other)| (of(one), of(other)));
        Audited {
            customer_id: CustomerId::new(Uuid::from_u128(1)),
            primary_email: None,
            primary_phone: None,
            values,
            pairs: pairs.collect(),
        }
    }

    fn filled(values: Vec<AuditedValue>) -> Vec<String> {
        let filled = customer(values, &[]).backfills(&[]).into_iter();
        filled.map(|it| it.value.as_str().to_owned()).collect()
    }

    #[test]
    fn the_most_trusted_value_is_filled_in_and_of_equals_the_latest() {
        let (server, list, browser) = (Origin::Server, Origin::List, Origin::Browser);
        let all = vec![
            email("old@x.cl", None, 9),
            email("browser@x.cl", Some(browser), 8),
            email("list@x.cl", Some(list), 7),
            email("first@x.cl", Some(server), 1),
            email("b-last@x.cl", Some(server), 2),
            email("a-last@x.cl", Some(server), 2),
        ];
        assert_eq!(filled(all.clone()), ["a-last@x.cl"]);
        let mut reversed = all.clone();
        reversed.reverse();
        assert_eq!(filled(reversed), ["a-last@x.cl"]);
        for (left, best) in [(3, "list@x.cl"), (2, "browser@x.cl"), (1, "old@x.cl")] {
            assert_eq!(filled(all[..left].to_vec()), [best]);
        }
    }

    #[test]
    fn what_is_shown_what_is_several_peoples_and_what_may_not_be_shown_is_left_alone() {
        let mut shared = email("shared@x.cl", Some(Origin::Server), 1);
        shared.state = ValueState::Demoted;
        let mut hidden = email("hidden@x.cl", Some(Origin::Server), 1);
        hidden.shown = None;
        assert!(filled(vec![shared, hidden]).is_empty());
        let mut known = customer(vec![email("a@x.cl", None, 1)], &[]);
        known.primary_email = Some(Personal::new("b@x.cl"));
        assert!(known.backfills(&[]).is_empty());
        let told = customer(vec![email("a@x.cl", None, 1)], &[]);
        let others = SharedValue {
            value: subject(IdentifierKind::Email, "a@x.cl"),
            with: vec![CustomerId::new(Uuid::from_u128(2))],
        };
        assert!(told.backfills(&[others]).is_empty());
        assert_eq!(known.missing(), [Primary::Phone]);
    }

    #[test]
    fn a_value_that_alone_joins_two_groups_is_a_bridge() {
        let bridges = |pairs: &[(&str, &str)]| {
            let bridges = customer(Vec::new(), pairs).bridges().into_iter();
            bridges
                .map(|it| it.value_key.as_str().to_owned())
                .collect::<Vec<_>>()
        };
        let halves = [
            ("ann@x.cl", "1"),
            ("ann@x.cl", "2"),
            ("2", "bob@x.cl"),
            ("bob@x.cl", "3"),
        ];
        assert_eq!(bridges(&halves), ["2"]);
        let mut round = halves.to_vec();
        round.push(("ann@x.cl", "3"));
        assert!(bridges(&round).is_empty());
        // Somebody with three numbers.
        let star = [("ann@x.cl", "1"), ("ann@x.cl", "2"), ("ann@x.cl", "3")];
        assert!(bridges(&star).is_empty());
    }

    #[test]
    fn the_score_counts_what_was_found() {
        let audit = customer(Vec::new(), &[]).audit(vec![SharedValue {
            value: subject(IdentifierKind::Phone, "1"),
            with: vec![CustomerId::new(Uuid::from_u128(2))],
        }]);
        assert_eq!(audit.score(), 3);
    }
}
