//! Whose browser it is, and when: a family's laptop has several owners over time.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use kernel::{CustomerId, Timestamp};

use crate::identifiers::Subject;
use crate::kinds::IdentifierKind;
use crate::value_key::ValueKey;

/// From when on a browser is somebody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment {
    /// Inclusive; `None` means since ever.
    pub from: Option<Timestamp>,
    /// Whose it is from then on.
    pub customer: CustomerId,
}

/// Somebody was identified on a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identification {
    /// When.
    pub at: Timestamp,
    /// By what: of a kind that names a person.
    pub subject: Subject,
    /// Who holds that identifier.
    pub customer: CustomerId,
}

/// People decided that on a browser somebody is somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartedOn {
    /// Whoever went on without the browser: them, whom they were merged into, and who was made of them since.
    pub customers: BTreeSet<CustomerId>,
    /// Whose it is instead.
    pub parted: CustomerId,
}

impl PartedOn {
    /// Whom facts on the browser are of by several decisions, in the order in which they were made: who was parted may
    /// have been parted again.
    pub fn decide(facts: &mut [Identification], decisions: &[Self]) {
        for fact in facts {
            for decision in decisions {
                if decision.customers.contains(&fact.customer) {
                    fact.customer = decision.parted;
                }
            }
        }
    }
}

/// Whose a browser is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// Nobody was identified on it yet.
    Unowned,
    /// One person's, its whole past included.
    Owned(CustomerId),
    /// Several people's in turn: at least two segments, sorted by time, the first since ever,
    /// neighbours different.
    Shared(Vec<Segment>),
}

impl Identification {
    fn rank(&self) -> (Timestamp, Reverse<IdentifierKind>, &ValueKey) {
        let Subject { kind, value_key } = &self.subject;
        (self.at, Reverse(*kind), value_key)
    }
}

impl Ownership {
    /// Reads the stored form: the segments where there are any, otherwise the single owner.
    pub fn from_stored(owner: Option<CustomerId>, segments: Vec<Segment>) -> Self {
        if segments.is_empty() {
            owner.map_or(Self::Unowned, Self::Owned)
        } else {
            of(segments)
        }
    }

    /// Works out the owners from everybody who was identified on the browser, in any order. The
    /// first by event time owns the past; later ones own it from their event on. Of two people at
    /// the very same instant the one counts who was named by the more trusted identifier, and of two of
    /// one kind by the smaller: facts, which are the same whatever arrived first and whatever ids
    /// the people were given.
    pub fn from_identifications(mut facts: Vec<Identification>) -> Self {
        facts.sort_unstable_by(|one, other| one.rank().cmp(&other.rank()));
        facts.dedup_by_key(|fact| fact.at);
        of(facts
            .iter()
            .map(|fact| Segment {
                from: Some(fact.at),
                customer: fact.customer,
            })
            .collect())
    }

    /// Whose the browser is at an instant.
    pub fn owner_at(&self, at: Timestamp) -> Option<CustomerId> {
        match self {
            Self::Unowned => None,
            Self::Owned(customer) => Some(*customer),
            Self::Shared(segments) => segments
                .iter()
                .rev()
                .find(|segment| segment.from.is_none_or(|from| from <= at))
                .map(|segment| segment.customer),
        }
    }

    /// Everybody who owns it at some time, without repetition.
    pub fn owners(&self) -> Vec<CustomerId> {
        let mut owners = match self {
            Self::Unowned => Vec::new(),
            Self::Owned(customer) => vec![*customer],
            Self::Shared(segments) => segments.iter().map(|segment| segment.customer).collect(),
        };
        owners.sort_unstable();
        owners.dedup();
        owners
    }
}

/// Sorts, keeps one owner for each instant, joins equal neighbours and gives the past to the first.
fn of(mut segments: Vec<Segment>) -> Ownership {
    segments.sort_unstable();
    segments.dedup_by_key(|segment| segment.from);
    segments.dedup_by_key(|segment| segment.customer);
    if let Some(first) = segments.first_mut() {
        first.from = None;
    }
    match segments.as_slice() {
        [] => Ownership::Unowned,
        [only] => Ownership::Owned(only.customer),
        _ => Ownership::Shared(segments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::IdentifierKind::{Email, Phone};
    use proptest::prelude::*;
    use uuid::Uuid;

    fn customer(number: u128) -> CustomerId {
        CustomerId::new(Uuid::from_u128(number))
    }

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    #[test]
    fn whoever_was_parted_on_a_browser_is_the_other_one_whatever_they_are_parted_into_later() {
        let decision = |who: &[u128], parted: u128| PartedOn {
            customers: who.iter().copied().map(customer).collect(),
            parted: customer(parted),
        };
        let decided = |decisions: &[PartedOn]| {
            let mut facts = vec![
                named(1, Email, "goes on", 1),
                named(2, Phone, "made of them since", 4),
                named(3, Email, "somebody", 3),
            ];
            PartedOn::decide(&mut facts, decisions);
            let ids = facts.iter().map(|fact| fact.customer.uuid().as_u128());
            ids.collect::<Vec<_>>()
        };
        let first = decision(&[1, 4], 2);
        assert_eq!(decided(&[]), [1, 4, 3]);
        assert_eq!(decided(std::slice::from_ref(&first)), [2, 2, 3]);
        let second = decision(&[2], 5);
        assert_eq!(decided(&[first, second]), [5, 5, 3]);
    }

    fn named(micros: i64, kind: IdentifierKind, key: &str, who: u128) -> Identification {
        Identification {
            at: at(micros),
            subject: Subject {
                kind,
                value_key: ValueKey::new(key),
            },
            customer: customer(who),
        }
    }

    fn facts(list: &[(i64, u128)]) -> Vec<Identification> {
        list.iter()
            .map(|&(micros, who)| named(micros, Email, &format!("{who}@example.com"), who))
            .collect()
    }

    #[test]
    fn of_two_people_at_one_instant_the_identifier_decides() {
        for (first, second) in [(1, 2), (2, 1)] {
            let ann = named(10, Email, "ann@example.com", first);
            let bob = named(10, Email, "bob@example.com", second);
            let caller = named(10, Phone, "+56911111111", second);
            for other in [bob, caller] {
                let expected = Ownership::Owned(customer(first));
                let facts = vec![ann.clone(), other.clone()];
                assert_eq!(Ownership::from_identifications(facts), expected);
                let facts = vec![other, ann.clone()];
                assert_eq!(Ownership::from_identifications(facts), expected);
            }
        }
    }

    fn shared(list: &[(Option<i64>, u128)]) -> Ownership {
        let segment = |&(from, who): &(Option<i64>, u128)| Segment {
            from: from.map(at),
            customer: customer(who),
        };
        Ownership::Shared(list.iter().map(segment).collect())
    }

    #[test]
    fn the_first_by_event_time_owns_the_past() {
        for (list, expected) in [
            (vec![], Ownership::Unowned),
            (vec![(10, 1)], Ownership::Owned(customer(1))),
            (
                vec![(10, 1), (5, 1), (20, 1)],
                Ownership::Owned(customer(1)),
            ),
            (vec![(10, 1), (20, 2)], shared(&[(None, 1), (Some(20), 2)])),
            // The second person's event happened before, but arrived after.
            (vec![(10, 1), (5, 2)], shared(&[(None, 2), (Some(10), 1)])),
            (
                vec![(10, 1), (20, 2), (25, 2), (30, 1), (15, 1)],
                shared(&[(None, 1), (Some(20), 2), (Some(30), 1)]),
            ),
            (vec![(10, 2), (10, 1)], Ownership::Owned(customer(1))),
        ] {
            assert_eq!(
                Ownership::from_identifications(facts(&list)),
                expected,
                "{list:?}"
            );
        }
    }

    #[test]
    fn owners_change_at_the_instant_of_the_segment() {
        let ownership = shared(&[(None, 1), (Some(20), 2), (Some(30), 1)]);
        for (when, who) in [
            (i64::MIN, 1),
            (19, 1),
            (20, 2),
            (29, 2),
            (30, 1),
            (i64::MAX, 1),
        ] {
            assert_eq!(ownership.owner_at(at(when)), Some(customer(who)), "{when}");
        }
        assert_eq!(ownership.owners(), vec![customer(1), customer(2)]);
        assert_eq!(Ownership::Unowned.owner_at(at(0)), None);
    }

    #[test]
    fn the_stored_form_is_read_back() {
        let ownership = shared(&[(None, 1), (Some(20), 2)]);
        let Ownership::Shared(mut segments) = ownership.clone() else {
            panic!()
        };
        segments.reverse();
        assert_eq!(Ownership::from_stored(None, segments), ownership);
        assert_eq!(Ownership::from_stored(None, vec![]), Ownership::Unowned);
        let owned = Ownership::Owned(customer(3));
        assert_eq!(Ownership::from_stored(Some(customer(3)), vec![]), owned);
    }

    proptest! {
        #[test]
        fn arrival_order_does_not_matter(
            (list, shuffled) in prop::collection::vec((0_i64..6, 1_u128..4), 0..12)
                .prop_flat_map(|list| (Just(list.clone()), Just(list).prop_shuffle()))
        ) {
            let ownership = Ownership::from_identifications(facts(&list));
            prop_assert_eq!(&ownership, &Ownership::from_identifications(facts(&shuffled)));
            if let Ownership::Shared(segments) = &ownership {
                prop_assert!(segments.len() >= 2 && segments[0].from.is_none());
                for pair in segments.windows(2) {
                    prop_assert!(pair[0].from < pair[1].from);
                    prop_assert_ne!(pair[0].customer, pair[1].customer);
                }
            }
        }

        #[test]
        fn being_identified_in_ones_own_time_changes_nothing(
            list in prop::collection::vec((0_i64..6, 1_u128..4), 1..12),
            when in -1_i64..8,
        ) {
            let mut facts = facts(&list);
            let before = Ownership::from_identifications(facts.clone());
            let owner = before.owner_at(at(when)).unwrap();
            facts.push(Identification { customer: owner, ..named(when, Phone, "+56911111111", 0) });
            prop_assert_eq!(Ownership::from_identifications(facts), before);
        }
    }
}
