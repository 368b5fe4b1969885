//! Refunds of refunds: whose an event is, and which sale a refund gives back in the end.
//!
//! A refund stands beside the sale that it gives back, however indirectly and whatever identifiers it
//! carries. Callers load events and what refunds them; which of them belong together is decided here alone.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use kernel::{OutcomeEventId, PersonId};
use uuid::Uuid;

/// A person's events and what refunds them are followed this far from one event of theirs.
pub const LONGEST_CHAIN: usize = 8;

/// An event that refunds another, or that a refund may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The event.
    pub id: OutcomeEventId,
    /// Its type.
    pub event_type: String,
    /// The key that its sender gave it, by which a refund may name it as well as by the id.
    pub idempotency_key: Option<String>,
    /// What it refunds: a key or an id.
    pub refund_of: Option<String>,
    /// Whose it is by its own identifiers; `None` when that is nobody who is asked for.
    pub person: Option<PersonId>,
}

/// Where an event of a chain stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Whose it is; nobody's when the person of its sale cannot be told.
    pub person: Option<PersonId>,
    /// The event that it refunds, with the type of the sale at the end of the chain.
    pub refunded: Option<(OutcomeEventId, String)>,
    /// Whether it takes a refund back.
    pub is_reversal: bool,
}

/// Chains of refunds: of everybody, or of some people with all that refunds their events.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    links: HashMap<OutcomeEventId, Link>,
    names: HashMap<String, OutcomeEventId>,
    elsewhere: HashSet<String>,
}

impl Chains {
    /// Adds an event.
    pub fn add(&mut self, link: Link) {
        self.names.extend(names(&link).map(|name| (name, link.id)));
        self.links.insert(link.id, link);
    }

    /// Whether the event was added.
    pub fn contains(&self, id: OutcomeEventId) -> bool {
        self.links.contains_key(&id)
    }

    /// What refunds may call the events.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// What refunds name and no event is called.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let named = self
            .links
            .values()
            .filter_map(|link| link.refund_of.as_deref());
        named.filter(|name| !self.names.contains_key(*name))
    }

    /// These name events that exist and were not added, because they are somebody else's.
    pub fn are_elsewhere(&mut self, references: impl IntoIterator<Item = String>) {
        self.elsewhere.extend(references);
    }

    /// Where an event stands; `None` when it was not added. Whose it is: that of the sale at the end of its
    /// chain; nobody's when the chain leads elsewhere; of refunds that go in a circle, whose they are by
    /// themselves. Either way the whole chain has to be found from that person's events alone: who else is
    /// looked at in the same moment must not matter.
    pub fn place(&self, id: OutcomeEventId) -> Option<Placed> {
        let link = self.links.get(&id)?;
        let way = way(link.id, |id| self.original(id));
        let links: Vec<&Link> = way
            .steps
            .iter()
            .filter_map(|id| self.links.get(id))
            .collect();
        let end = *links.last()?;
        let decides = if way.circle.is_some() { link } else { end };
        let leads_elsewhere = way.circle.is_none() && self.leads_elsewhere(end);
        let people: Vec<Option<PersonId>> = links.iter().map(|link| link.person).collect();
        let person = decides.person.filter(|_| !leads_elsewhere);
        let sale = (way.circle.is_none() && !leads_elsewhere).then_some(end);
        Some(Placed {
            person: person.filter(|person| is_found(&people, *person, way.circle)),
            refunded: self
                .original(link.id)
                .zip(sale)
                .map(|(original, sale)| (original, sale.event_type.clone())),
            is_reversal: sale.is_some_and(|sale| sale.refund_of.is_none())
                && is_reversal(links.len()),
        })
    }

    /// The event that an event refunds, when it was added.
    fn original(&self, id: OutcomeEventId) -> Option<OutcomeEventId> {
        let named = self.links.get(&id)?.refund_of.as_ref()?;
        let original = self.names.get(named)?;
        (*original != id).then_some(*original)
    }

    /// Whether an event names one that is somebody else's, or one that was added in another spelling of its
    /// id, by which no refund is found.
    fn leads_elsewhere(&self, link: &Link) -> bool {
        const HYPHENATED: usize = 36;
        let Some(reference) = &link.refund_of else {
            return false;
        };
        let id = || Uuid::try_parse(reference).ok().map(OutcomeEventId::new);
        let is_spelt_otherwise = !self.names.contains_key(reference)
            && reference.len() == HYPHENATED
            && id().is_some_and(|id| self.links.contains_key(&id));
        is_spelt_otherwise || self.elsewhere.contains(reference)
    }
}

/// What a refund may call an event.
fn names(link: &Link) -> impl Iterator<Item = String> {
    [Some(link.id.to_string()), link.idempotency_key.clone()]
        .into_iter()
        .flatten()
}

/// The way from an event to what it refunds, and so on.
pub(crate) struct Way<T> {
    /// Each once, from the event itself to the end of its chain.
    pub(crate) steps: Vec<T>,
    /// Where a circle begins, of refunds that go in one: the last step refunds that one.
    pub(crate) circle: Option<usize>,
}

/// Follows a chain by what each of its events refunds.
pub(crate) fn way<T: Copy + Eq + Hash>(first: T, original: impl Fn(T) -> Option<T>) -> Way<T> {
    let mut steps = vec![first];
    let mut seen = HashSet::from([first]);
    let mut next = original(first);
    while let Some(step) = next {
        if !seen.insert(step) {
            let circle = steps.iter().position(|before| *before == step);
            return Way { steps, circle };
        }
        steps.push(step);
        next = original(step);
    }
    Way {
        steps,
        circle: None,
    }
}

/// Whether each event of a way is found from an event of the person. `people` says whose each event is by
/// its own identifiers.
fn is_found(people: &[Option<PersonId>], person: PersonId, circle: Option<usize>) -> bool {
    let around = circle
        .and_then(|begin| people.get(begin..))
        .unwrap_or_default();
    let mut steps = usize::MAX;
    for owner in around.iter().rev() {
        steps = distance(*owner, person, steps);
    }
    people.iter().rev().all(|owner| {
        steps = distance(*owner, person, steps);
        steps <= LONGEST_CHAIN
    })
}

fn distance(owner: Option<PersonId>, person: PersonId, before: usize) -> usize {
    if owner == Some(person) {
        0
    } else {
        before.saturating_add(1)
    }
}

/// Whether the first of a chain of so many events, the last of which is the sale, takes a refund back: a
/// refund takes money away, its refund brings it again, and so on.
const fn is_reversal(length: usize) -> bool {
    length > 1 && length % 2 == 1
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

    fn id(number: usize) -> OutcomeEventId {
        Uuid::from_u128(1000 + u128::try_from(number).unwrap()).into()
    }

    fn person(chains: &Chains, number: usize) -> Option<PersonId> {
        chains.place(id(number)).unwrap().person
    }

    #[test]
    fn a_chain_belongs_to_the_person_of_its_sale() {
        let chains = chain(&[Some(1), Some(2), None]);
        let placed = chains.place(id(2)).unwrap();
        assert_eq!(placed.person, Some(somebody(1)));
        assert_eq!(placed.refunded, Some((id(1), "type-0".to_owned())));
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

    #[test]
    fn a_chain_that_leads_to_somebody_elses_event_is_nobodys_here() {
        let mut chains = chain(&[Some(1), Some(1)]);
        chains.links.get_mut(&id(0)).unwrap().refund_of = Some("theirs".to_owned());
        assert_eq!(chains.missing().collect::<Vec<_>>(), ["theirs"]);
        assert_eq!(person(&chains, 1), Some(somebody(1)));
        chains.are_elsewhere(["theirs".to_owned()]);
        assert_eq!(person(&chains, 1), None);
        assert_eq!(chains.place(id(1)).unwrap().refunded, None);
    }
}
