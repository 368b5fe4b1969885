//! What deriving people anew would change, before anything is changed.

use std::collections::{BTreeMap, BTreeSet};

use kernel::CustomerId;

use crate::identifiers::Subject;
use crate::pairs::Pairs;

/// A fact of a server: whose it is now, and which values of people it names, most trusted first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFact {
    /// Whose it is.
    pub owner: Option<CustomerId>,
    /// What it names.
    pub named: Vec<Subject>,
}

/// What facts come to when people follow from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Who has one of the facts now.
    pub people_before: usize,
    /// Who would have one.
    pub people_after: usize,
    /// Whether each fact would be somebody else's, in the order in which they were given.
    pub moves: Vec<bool>,
}

/// Works out whose the facts would be. A person goes on as whoever has most of their facts now, and
/// everybody goes on as one person.
pub fn forecast(facts: &[NamedFact]) -> Forecast {
    let mut pairs = Pairs::default();
    for fact in facts {
        for (position, one) in fact.named.iter().enumerate() {
            for other in fact.named.iter().skip(position + 1) {
                pairs.add(one, other);
            }
        }
    }
    let whose: Vec<Option<&Subject>> = facts
        .iter()
        .map(|fact| {
            let own = fact.named.iter().find(|value| !pairs.is_shared(value));
            own.or(fact.named.first()).map(|value| pairs.root(value))
        })
        .collect();
    let mut common: BTreeMap<(CustomerId, &Subject), usize> = BTreeMap::new();
    for (fact, root) in facts.iter().zip(&whose) {
        if let Some((owner, root)) = fact.owner.zip(*root) {
            *common.entry((owner, root)).or_default() += 1;
        }
    }
    let mut most: Vec<_> = common.into_iter().collect();
    most.sort_by(|(a, many), (b, few)| few.cmp(many).then(a.cmp(b)));
    let (mut goes_on, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for ((owner, root), _) in most {
        if !goes_on.contains_key(&owner) && taken.insert(root) {
            goes_on.insert(owner, root);
        }
    }
    let moves = facts.iter().zip(&whose).map(|(fact, root)| {
        let goes_on = fact.owner.and_then(|owner| goes_on.get(&owner).copied());
        root.is_some() && goes_on != *root
    });
    Forecast {
        people_before: facts
            .iter()
            .filter_map(|fact| fact.owner)
            .collect::<BTreeSet<_>>()
            .len(),
        people_after: whose.iter().flatten().collect::<BTreeSet<_>>().len(),
        moves: moves.collect(),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::kinds::IdentifierKind::{Email, Phone};
    use crate::value_key::ValueKey;

    #[test]
    fn whoever_has_most_of_a_persons_facts_goes_on() {
        let email = |key: &str| Subject {
            kind: Email,
            value_key: ValueKey::new(key),
        };
        let phone = || Subject {
            kind: Phone,
            value_key: ValueKey::new("p"),
        };
        let fact = |owner: u128, named: Vec<Subject>| NamedFact {
            owner: Some(CustomerId::new(Uuid::from_u128(owner))),
            named,
        };
        // Two people behind one phone who were taken for one.
        let joined = [
            fact(1, vec![email("a"), phone()]),
            fact(1, vec![email("a")]),
            fact(1, vec![email("b"), phone()]),
        ];
        let told = forecast(&joined);
        assert_eq!((told.people_before, told.people_after), (1, 2));
        assert_eq!(told.moves, [false, false, true]);
        // One person who was taken for two.
        let parted = [
            fact(1, vec![email("a")]),
            fact(2, vec![phone()]),
            fact(2, vec![email("a"), phone()]),
        ];
        let told = forecast(&parted);
        assert_eq!((told.people_before, told.people_after), (2, 1));
        assert_eq!(told.moves, [true, false, false]);
        assert_eq!(forecast(&[]).moves, Vec::<bool>::new());
    }
}
