//! Who is one person, and whose a browser is, follow from the facts: in any order, in any batches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::IdSource;
use uuid::Uuid;

use super::graph::{Event, Graph, Plain};
use super::*;
use crate::merge::plan_merge;
use crate::normalise::normalise;
use crate::value_key::ValueKey;

/// What follows from the facts alone, worked out from all of them each time.
mod oracle;
/// What people decide of one customer.
mod partings;

struct Counted(AtomicU64);

impl IdSource for Counted {
    fn new_id(&self) -> Uuid {
        Uuid::from_u128(u128::from(self.0.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Takes the events in batches of these sizes, settles after each batch and at the end.
fn run(events: &[Event], batches: &[usize]) -> Graph {
    let ids = Counted(AtomicU64::new(1_000_000));
    let mut graph = Graph::default();
    let mut sizes = batches.iter().copied().chain(std::iter::repeat(1));
    let mut left = sizes.next().unwrap();
    for (event, number) in events.iter().zip(1..) {
        graph.take(event, number).unwrap();
        left = left.saturating_sub(1);
        if left == 0 {
            graph.settle(&ids);
            left = sizes.next().unwrap();
        }
    }
    graph.settle(&ids);
    // Whatever is settled stays settled.
    assert_eq!(graph.settle(&ids), crate::settlement::Settlement::default());
    graph
}

/// Which values are one customer's, whatever the customer's id.
fn partition(graph: &Graph) -> BTreeSet<BTreeSet<Subject>> {
    let mut customers: BTreeMap<CustomerId, BTreeSet<Subject>> = BTreeMap::new();
    for value in graph.values.values() {
        let subject = Subject {
            kind: value.kind,
            value_key: value.value_key.clone(),
        };
        customers.entry(value.holder).or_default().insert(subject);
    }
    customers.into_values().collect()
}

fn holds(events: &[Event], batches: &[usize]) {
    holds_to(&Expected::of(events), events, batches);
}

fn holds_to(expected: &Expected, events: &[Event], batches: &[usize]) {
    let graph = run(events, batches);
    assert_eq!(
        partition(&graph),
        expected.persons,
        "{events:?} in {batches:?}"
    );
    let shared = graph
        .values
        .values()
        .filter(|value| value.state == ValueState::Demoted);
    let shared: BTreeSet<_> = shared.map(|value| value.value_key.clone()).collect();
    assert_eq!(shared, expected.shared, "{events:?}");
    ids_lead_on(&graph);
}

/// What the facts come to.
struct Expected {
    persons: BTreeSet<BTreeSet<Subject>>,
    shared: BTreeSet<ValueKey>,
}

impl Expected {
    fn of(events: &[Event]) -> Self {
        let (persons, facts) = (oracle::persons(events), oracle::facts(events));
        let shared = persons
            .iter()
            .flatten()
            .filter(|value| oracle::is_shared(&facts, value))
            .map(|value| value.value_key.clone())
            .collect();
        Self { persons, shared }
    }
}

/// Every id that went out leads to whoever has its value now, in one step, and nobody holds anything
/// under an alias.
fn ids_lead_on(graph: &Graph) {
    for (value, home) in &graph.homes {
        let holder = graph.values[&(value.kind, value.value_key.clone())].holder;
        let leads_to = graph.customers[home].unwrap_or(*home);
        assert_eq!(leads_to, holder);
    }
    for value in graph.values.values() {
        assert_eq!(graph.customers[&value.holder], None);
    }
}

/// Calls `each` with every order.
fn permutations(events: &mut Vec<Event>, fixed: usize, each: &mut dyn FnMut(&[Event])) {
    if fixed == events.len() {
        return each(events);
    }
    for other in fixed..events.len() {
        events.swap(fixed, other);
        permutations(events, fixed + 1, each);
        events.swap(fixed, other);
    }
}

fn server(rut: u8, crm: u8, email: u8, phone: u8) -> Event {
    Event {
        email,
        phone,
        crm,
        rut,
        ..Event::default()
    }
}

/// A person by one value, who has to be somebody or other.
fn persons(events: &[Event]) -> usize {
    oracle::persons(events).len()
}

#[test]
fn an_email_a_phone_and_both_are_one_person_in_any_order() {
    let mut events = vec![server(0, 0, 1, 0), server(0, 0, 0, 1), server(0, 0, 1, 1)];
    assert_eq!(persons(&events), 1);
    permutations(&mut events, 0, &mut |events| {
        for batches in [[1, 1, 1], [2, 1, 1], [1, 2, 1], [3, 1, 1]] {
            holds(events, &batches);
        }
    });
}

/// Histories in which people share one thing and nothing else, with how many persons they come to:
/// what is shared is one of its own.
fn planted() -> Vec<(&'static str, Vec<Event>, usize)> {
    let buyers = |shared: fn(u8) -> Event| (1..=6).map(shared).collect::<Vec<_>>();
    vec![
        ("a shop's phone", buyers(|n| server(0, 0, n, 9)), 7),
        ("a role mailbox", buyers(|n| server(0, 0, 9, n)), 7),
        (
            "a family's phone",
            vec![server(0, 0, 1, 9), server(0, 0, 2, 9), server(0, 0, 1, 1)],
            3,
        ),
        (
            "a misspelt address that is somebody else's",
            vec![
                server(0, 0, 1, 1),
                server(0, 0, 2, 2),
                server(0, 0, 1, 2),
                server(0, 0, 2, 0),
            ],
            3,
        ),
        (
            "a number that was given out again",
            vec![server(1, 0, 1, 9), server(2, 0, 2, 9), server(1, 0, 0, 1)],
            3,
        ),
        (
            "two national ids on one address",
            vec![server(1, 0, 9, 1), server(2, 0, 9, 2)],
            3,
        ),
        (
            "two contacts of one CRM on one phone",
            vec![server(0, 1, 1, 9), server(0, 2, 2, 9)],
            3,
        ),
    ]
}

#[test]
fn what_people_share_joins_nobody() {
    for (what, mut events, count) in planted() {
        assert_eq!(persons(&events), count, "{what}");
        if events.len() < 5 {
            permutations(&mut events, 0, &mut |events| holds(events, &[1]));
        }
        for batch in 1..=events.len() {
            holds(&events, &[batch]);
            events.reverse();
            holds(&events, &[batch]);
        }
    }
}

#[test]
fn a_person_is_known_by_more_as_time_goes_on() {
    // The address came with the phone, the phone with the national id.
    assert_eq!(persons(&[server(1, 0, 0, 1), server(0, 0, 1, 1)]), 1);
    // One person's two addresses, both with the national id.
    assert_eq!(persons(&[server(1, 0, 1, 0), server(1, 0, 2, 0)]), 1);
    // Two phones and a contact.
    let events = [server(0, 1, 1, 0), server(0, 0, 1, 1), server(0, 0, 1, 2)];
    assert_eq!(persons(&events), 1);
}

#[test]
fn every_order_of_seven_facts_gives_the_same_people() {
    let mut histories = 0;
    let worlds = [
        vec![
            server(0, 0, 1, 1),
            server(0, 0, 2, 1),
            server(1, 0, 0, 1),
            server(1, 0, 1, 0),
            server(0, 1, 2, 0),
            server(0, 0, 2, 2),
            server(2, 0, 0, 2),
        ],
        vec![
            server(0, 0, 1, 0),
            server(0, 0, 0, 1),
            server(0, 0, 1, 1),
            server(1, 0, 0, 1),
            server(2, 0, 1, 0),
            server(0, 1, 0, 1),
            server(0, 1, 1, 0),
        ],
    ];
    for mut events in worlds {
        let expected = Expected::of(&events);
        permutations(&mut events, 0, &mut |events| {
            let sizes = [1 + histories % 3, 1 + histories % 5, 1 + histories % 2];
            holds_to(&expected, events, &sizes);
            histories += 1;
        });
    }
    assert_eq!(histories, 2 * 5_040);
}

/// Events that share values so often that persons join and part again.
fn dense() -> impl Strategy<Value = Event> {
    let number = |most: u8| 0..=most;
    (number(3), number(3), number(6), number(7), any::<bool>()).prop_map(
        |(rut, crm, email, phone, is_told)| Event {
            is_told: is_told && rut == 0,
            ..server(rut.saturating_sub(1), crm.saturating_sub(1), email, phone)
        },
    )
}

/// Events of many people, most of whom share nothing.
fn sparse() -> impl Strategy<Value = Event> {
    (0_u8..=30, 1_u8..=60, 1_u8..=60).prop_map(|(rut, email, phone)| {
        let given = |number: u8, is: bool| if is { number } else { 0 };
        server(
            given(1 + rut % 3, rut < 4),
            0,
            given(email, email % 5 > 0),
            given(phone, phone % 3 > 0),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn people_follow_from_the_facts(
        (events, shuffled) in prop::collection::vec(dense(), 1..14)
            .prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
        batches in prop::collection::vec(1_usize..5, 14),
    ) {
        let expected = Expected::of(&events);
        holds_to(&expected, &events, &batches);
        holds_to(&expected, &shuffled, &[1]);
    }
}

/// A decision between the values of two events, and whether it is taken back in the end.
#[derive(Clone, Debug)]
struct Decided {
    after: usize,
    one: usize,
    other: usize,
    is_undone: bool,
}

fn decided() -> impl Strategy<Value = Decided> {
    (
        0_usize..14,
        0_usize..14,
        0_usize..14,
        prop::bool::weighted(0.3),
    )
        .prop_map(|(after, one, other, is_undone)| Decided {
            after,
            one,
            other,
            is_undone,
        })
}

/// A value that an event of a server names, if there is such an event.
fn value_of(events: &[Event], number: usize) -> Option<Subject> {
    let event = events.get(number % events.len().max(1))?;
    let facts = oracle::facts(std::slice::from_ref(event));
    facts.into_iter().flatten().next()
}

/// The persons of the facts, and the decisions on top: in their order, without those that would join national ids.
fn united(events: &[Event], links: &[(Subject, Subject)]) -> BTreeSet<BTreeSet<Subject>> {
    let mut persons: Vec<BTreeSet<Subject>> = oracle::persons(events).into_iter().collect();
    for (one, other) in links {
        let place = |value| {
            persons
                .iter()
                .position(|person| person.contains(value))
                .unwrap()
        };
        let (left, right) = (place(one), place(other));
        let both: BTreeSet<_> = persons[left].union(&persons[right]).cloned().collect();
        let ids = both
            .iter()
            .filter(|value| value.kind == IdentifierKind::NationalId);
        if left != right && ids.count() < 2 {
            persons[left] = both;
            persons.remove(right);
        }
    }
    persons.into_iter().collect()
}

/// Takes the events in batches of these sizes, with what people decide of them; the values of each decision, and
/// whether it is to be taken back.
fn run_decided(
    events: &[Event],
    decisions: &[Decided],
    batches: &[usize],
    ids: &Counted,
) -> (Graph, Vec<(Subject, Subject, bool)>) {
    let mut graph = Graph::default();
    let mut sizes = batches.iter().copied().cycle();
    let (mut left, mut links) = (sizes.next().unwrap(), Vec::new());
    for (event, number) in events.iter().zip(1_u128..) {
        graph.take(event, number).unwrap();
        // Only of what is there by now anything can be decided.
        let until = &events[..usize::try_from(number).unwrap()];
        for decision in decisions.iter().filter(|it| it.after + 1 == until.len()) {
            let values = value_of(until, decision.one).zip(value_of(until, decision.other));
            if let Some((one, other)) = values.filter(|(one, other)| one != other) {
                let number = u128::try_from(links.len()).unwrap();
                graph.link(number, one.clone(), other.clone());
                links.push((one, other, decision.is_undone));
            }
        }
        left -= 1;
        if left == 0 {
            graph.settle(ids);
            left = sizes.next().unwrap();
        }
    }
    graph.settle(ids);
    (graph, links)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn decisions_stand_on_top_of_the_facts_until_they_are_taken_back(
        events in prop::collection::vec(dense(), 1..14),
        decisions in prop::collection::vec(decided(), 0..5),
        batches in prop::collection::vec(1_usize..5, 14),
    ) {
        let ids = Counted(AtomicU64::new(1_000_000));
        let (mut graph, links) = run_decided(&events, &decisions, &batches, &ids);
        let all: Vec<_> = links.iter().map(|(one, other, _)| (one.clone(), other.clone())).collect();
        prop_assert_eq!(partition(&graph), united(&events, &all));
        ids_lead_on(&graph);
        for (number, _) in links.iter().enumerate().filter(|(_, link)| link.2) {
            graph.unlink(u128::try_from(number).unwrap());
            graph.settle(&ids);
        }
        let kept = links.iter().filter(|link| !link.2);
        let kept: Vec<_> = kept.map(|(one, other, _)| (one.clone(), other.clone())).collect();
        prop_assert_eq!(partition(&graph), united(&events, &kept));
        ids_lead_on(&graph);
        // Whatever is settled stays settled, also when everybody is looked at again.
        graph.decided = graph.values.values().filter(|value| value.kind.names_a_person()).map(|value| Subject {
            kind: value.kind,
            value_key: value.value_key.clone(),
        }).collect();
        prop_assert_eq!(graph.settle(&ids), crate::settlement::Settlement::default());
    }

    #[test]
    fn a_decision_taken_back_at_once_leaves_everybody_their_id(
        events in prop::collection::vec(dense(), 2..14),
        decisions in prop::collection::vec(decided(), 0..5),
        batches in prop::collection::vec(1_usize..5, 14),
        (one, other) in any::<(prop::sample::Index, prop::sample::Index)>(),
    ) {
        let ids = Counted(AtomicU64::new(2_000_000));
        let (mut graph, _) = run_decided(&events, &decisions, &batches, &ids);
        let (customers, held) = graph.stored();
        let people: Vec<_> = customers.iter().filter(|it| it.merged_into.is_none()).collect();
        let pair = [one, other].map(|it| *people[it.index(people.len())]);
        let Ok(plan) = plan_merge(&pair, &held) else { return Ok(()) };
        graph.link(99, plan.survivor_value, plan.merged_value);
        graph.settle(&ids);
        graph.unlink(99);
        graph.led = vec![plan.merged];
        graph.settle(&ids);
        prop_assert_eq!((customers, held), graph.stored());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn people_follow_from_two_hundred_facts(
        (events, shuffled) in prop::collection::vec(prop_oneof![4 => sparse(), 1 => dense()], 200)
            .prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
        batches in prop::collection::vec(1_usize..40, 20),
    ) {
        let expected = Expected::of(&events);
        holds_to(&expected, &events, &batches);
        holds_to(&expected, &shuffled, &batches);
    }
}
