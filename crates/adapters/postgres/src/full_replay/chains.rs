//! Refunds of refunds: whose an event is, and which sale a refund belongs to in the end.
//!
//! The same rules as for a handful of people (see `attribution::outcomes`), over all chains of a
//! profile at once.

use std::collections::{HashMap, HashSet};

use kernel::{OutcomeEventId, PersonId};
use uuid::Uuid;

use crate::refunds::{is_found, is_reversal};

/// An event that refunds another, or that a refund may name.
pub(super) struct Link {
    pub(super) id: Uuid,
    pub(super) event_type: String,
    pub(super) idempotency_key: Option<String>,
    pub(super) refund_of: Option<String>,
    /// Whose it is by its own identifiers.
    pub(super) person: Option<PersonId>,
}

/// Where a refund stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// Whose it is; nobody's when the person of its sale cannot be told.
    pub(super) person: Option<PersonId>,
    /// The event that it refunds, with the type of the sale at the end of the chain.
    pub(super) refunded: Option<(OutcomeEventId, String)>,
    /// Whether it takes a refund back.
    pub(super) is_reversal: bool,
}

/// All chains of a profile.
#[derive(Default)]
pub(super) struct Chains {
    links: HashMap<Uuid, Link>,
    names: HashMap<String, Uuid>,
}

/// The way from an event to the end of its chain.
enum Way<'a> {
    /// To the sale, or to a refund of something unknown.
    Ends(Vec<&'a Link>),
    /// Refunds that go in a circle, each once, and where the circle begins.
    Circle(Vec<&'a Link>, usize),
    /// The last one names an event in a way that no refund is found by.
    Elsewhere,
}

impl Chains {
    pub(super) fn add(&mut self, link: Link) {
        self.names.insert(link.id.to_string(), link.id);
        if let Some(key) = &link.idempotency_key {
            self.names.insert(key.clone(), link.id);
        }
        self.links.insert(link.id, link);
    }

    /// Where an event of the person stands; `None` when it is in no chain.
    pub(super) fn place(&self, id: Uuid) -> Option<Placed> {
        let link = self.links.get(&id)?;
        let original = self.original(link).map(|original| original.id);
        let mut reverses = false;
        let (person, sale) = match self.way(link) {
            Way::Elsewhere => (None, None),
            Way::Ends(way) => {
                let end = way.last()?;
                reverses = end.refund_of.is_none() && is_reversal(way.len());
                let person = end.person.filter(|person| found(&way, *person, None));
                (person, Some(&end.event_type))
            }
            Way::Circle(way, begin) => {
                let person = link.person;
                let person = person.filter(|person| found(&way, *person, Some(begin)));
                (person, None)
            }
        };
        let refunded = original
            .zip(sale)
            .map(|(id, sale)| (id.into(), sale.clone()));
        Some(Placed {
            person,
            refunded,
            is_reversal: reverses,
        })
    }

    fn original(&self, link: &Link) -> Option<&Link> {
        let id = self.names.get(link.refund_of.as_ref()?)?;
        (*id != link.id).then(|| self.links.get(id)).flatten()
    }

    fn way<'a>(&'a self, link: &'a Link) -> Way<'a> {
        let mut way = vec![link];
        let mut seen = HashSet::from([link.id]);
        let mut end = link;
        while let Some(original) = self.original(end) {
            if !seen.insert(original.id) {
                let begin = way.iter().position(|link| link.id == original.id);
                return Way::Circle(way, begin.unwrap_or_default());
            }
            way.push(original);
            end = original;
        }
        match &end.refund_of {
            Some(reference) if self.is_elsewhere(reference) => Way::Elsewhere,
            _ => Way::Ends(way),
        }
    }

    /// Whether the reference is the id of an event in another spelling.
    fn is_elsewhere(&self, reference: &str) -> bool {
        const HYPHENATED: usize = 36;
        let id = Uuid::try_parse(reference).ok();
        !self.names.contains_key(reference)
            && reference.len() == HYPHENATED
            && id.is_some_and(|id| self.links.contains_key(&id))
    }
}

/// As [`is_found`], for links.
fn found(way: &[&Link], person: PersonId, circle: Option<usize>) -> bool {
    let people: Vec<Option<PersonId>> = way.iter().map(|link| link.person).collect();
    is_found(&people, person, circle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn somebody(number: u128) -> PersonId {
        PersonId::Customer(Uuid::from_u128(number).into())
    }

    /// Events 0, 1, 2 … each refunding the one before, all named by their key.
    fn chain(people: &[Option<u128>]) -> Chains {
        let mut chains = Chains::default();
        for (number, person) in people.iter().enumerate() {
            chains.add(Link {
                id: id(number),
                event_type: format!("type-{number}"),
                idempotency_key: Some(format!("key-{number}")),
                refund_of: number.checked_sub(1).map(|before| format!("key-{before}")),
                person: person.map(somebody),
            });
        }
        chains
    }

    fn id(number: usize) -> Uuid {
        Uuid::from_u128(1000 + u128::try_from(number).unwrap())
    }

    fn person(chains: &Chains, number: usize) -> Option<PersonId> {
        chains.place(id(number)).unwrap().person
    }

    #[test]
    fn a_chain_belongs_to_the_person_of_its_sale() {
        let chains = chain(&[Some(1), Some(2), None]);
        let placed = chains.place(id(2)).unwrap();
        assert_eq!(placed.person, Some(somebody(1)));
        assert_eq!(placed.refunded, Some((id(1).into(), "type-0".to_owned())));
        assert_eq!(person(&chains, 1), Some(somebody(1)));
        assert_eq!(chains.place(id(0)).unwrap().refunded, None);
        assert_eq!(chains.place(id(7)), None);
    }

    #[test]
    fn a_chain_is_followed_eight_links_from_an_event_of_the_person() {
        let mut people = vec![None; 12];
        people[0] = Some(1);
        let chains = chain(&people);
        assert_eq!(person(&chains, 8), Some(somebody(1)));
        assert_eq!(person(&chains, 9), None);
        people[5] = Some(1);
        assert_eq!(person(&chain(&people), 11), Some(somebody(1)));
    }

    #[test]
    fn refunds_in_a_circle_are_whose_they_are_by_themselves() {
        let mut chains = chain(&[Some(1), Some(2), None]);
        chains.links.get_mut(&id(0)).unwrap().refund_of = Some("key-2".to_owned());
        assert_eq!(person(&chains, 0), Some(somebody(1)));
        assert_eq!(person(&chains, 1), Some(somebody(2)));
        assert_eq!(person(&chains, 2), None);
        assert_eq!(chains.place(id(1)).unwrap().refunded, None);
    }

    #[test]
    fn a_refund_of_one_in_a_circle_is_nobodys_unless_it_is_found_from_there() {
        let mut chains = chain(&[Some(1), Some(1), Some(2)]);
        chains.links.get_mut(&id(0)).unwrap().refund_of = Some("key-1".to_owned());
        assert_eq!(person(&chains, 0), Some(somebody(1)));
        assert_eq!(person(&chains, 2), None);
        chains.links.get_mut(&id(1)).unwrap().person = Some(somebody(2));
        assert_eq!(person(&chains, 2), Some(somebody(2)));
    }

    #[test]
    fn an_id_in_capitals_names_somebody_elses_event() {
        let mut chains = chain(&[Some(1), Some(2)]);
        let capitals = id(0).to_string().to_uppercase();
        let is_spelt_otherwise = capitals != id(0).to_string();
        chains.links.get_mut(&id(1)).unwrap().refund_of = Some(capitals);
        assert!(is_spelt_otherwise);
        assert_eq!(person(&chains, 1), None);
    }
}
