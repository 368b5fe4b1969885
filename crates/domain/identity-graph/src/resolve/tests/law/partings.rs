//! Whoever is parted stays parted, whatever facts come later and in whatever order, until that is taken back.

use proptest::sample::Index;

use super::*;
use crate::split::{Parting, SplitPlan, plan_split};

/// A customer is parted after so many events: which of them, and what of theirs goes away.
#[derive(Clone, Debug)]
struct Decided {
    after: usize,
    who: Index,
    away: u16,
}

fn decided() -> impl Strategy<Value = Decided> {
    (0_usize..14, any::<Index>(), any::<u16>()).prop_map(|(after, who, away)| Decided {
        after,
        who,
        away,
    })
}

/// A split that was made, and who has what.
struct Made {
    customer: CustomerId,
    parted: CustomerId,
    plan: SplitPlan,
}

/// Parts somebody of the graph, if anybody can be parted so.
fn part(graph: &mut Graph, number: u128, decided: &Decided, ids: &Counted) -> Option<Made> {
    let (customers, held) = graph.stored();
    let people = customers.iter().filter(|it| it.merged_into.is_none());
    let people: Vec<_> = people.collect();
    if people.is_empty() {
        return None;
    }
    let customer = people[decided.who.index(people.len())];
    let theirs = held.iter().filter(|value| value.holder == customer.id);
    let theirs: Vec<_> = theirs.cloned().collect();
    let chosen = theirs.iter().zip(0_u32..);
    let chosen = chosen.filter(|(_, place)| decided.away >> (place % 16) & 1 == 1);
    let chosen = chosen.map(|(value, _)| value.value.clone()).collect();
    let plan = plan_split(Uuid::from_u128(number), Some(customer), &theirs, &chosen).ok()?;
    let before = graph.clone();
    graph.part(plan.parting.clone(), plan.home.as_ref());
    graph.settle(ids);
    ids_lead_on(graph);
    let (_, held) = graph.stored();
    let Ok(parted) = plan.parted(customer.id, &held) else {
        *graph = before;
        return None;
    };
    Some(Made {
        customer: customer.id,
        parted,
        plan,
    })
}

/// Takes the events one after the other, with what people decide of them.
fn run_parted(events: &[Event], decisions: &[Decided], ids: &Counted) -> (Graph, Vec<Made>) {
    let (mut graph, mut made) = (Graph::default(), Vec::new());
    for (event, number) in events.iter().zip(1_u128..) {
        graph.take(event, number).unwrap();
        if number % 3 > 0 {
            graph.settle(ids);
        }
        let taken = usize::try_from(number).unwrap();
        let now = decisions.iter().filter(|it| it.after + 1 == taken);
        for decision in now {
            graph.settle(ids);
            let id = u128::try_from(made.len()).unwrap();
            made.extend(part(&mut graph, id, decision, ids));
        }
    }
    graph.settle(ids);
    (graph, made)
}

fn states(graph: &Graph) -> BTreeSet<(IdentifierKind, ValueKey)> {
    let values = graph.values.iter();
    let shared = values.filter(|(_, value)| value.state == ValueState::Demoted);
    shared.map(|(key, _)| key.clone()).collect()
}

fn is_parted(graph: &Graph, parting: &Parting) -> bool {
    let holders = |side: &BTreeMap<Subject, bool>| {
        let holder = |value: &Subject| graph.values[&(value.kind, value.value_key.clone())].holder;
        side.keys().map(holder).collect::<BTreeSet<_>>()
    };
    holders(&parting.away).is_disjoint(&holders(&parting.rest))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn who_is_parted_stays_parted_in_any_order_until_that_is_taken_back(
        (events, shuffled) in prop::collection::vec(dense(), 1..14)
            .prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
        decisions in prop::collection::vec(decided(), 1..4),
    ) {
        let ids = Counted(AtomicU64::new(1_000_000));
        let (mut graph, made) = run_parted(&events, &decisions, &ids);
        for split in &made {
            prop_assert!(is_parted(&graph, &split.plan.parting), "{:?}", split.plan);
        }
        ids_lead_on(&graph);
        let mut other = Graph {
            partings: made.iter().map(|it| it.plan.parting.clone()).collect(),
            ..Graph::default()
        };
        for (event, number) in shuffled.iter().zip(1..) {
            other.take(event, number).unwrap();
            other.settle(&ids);
        }
        // Nobody is parted before they are known: everybody is looked at, as where all is derived anew.
        other.decided = made.iter().flat_map(|it| it.plan.parting.values().cloned()).collect();
        other.settle(&ids);
        prop_assert_eq!(partition(&graph), partition(&other));
        prop_assert_eq!(states(&graph), states(&other));
        for split in made.iter().rev() {
            graph.unpart((split.customer, split.parted), split.plan.home.is_some());
            graph.settle(&ids);
            ids_lead_on(&graph);
        }
        let expected = Expected::of(&events);
        prop_assert_eq!(partition(&graph), expected.persons);
        let shared: BTreeSet<_> = states(&graph).into_iter().map(|(_, key)| key).collect();
        prop_assert_eq!(shared, expected.shared);
    }

    #[test]
    fn a_split_taken_back_at_once_leaves_everybody_their_id(
        events in prop::collection::vec(dense(), 1..14),
        before in prop::collection::vec(decided(), 0..2),
        last in decided(),
    ) {
        let ids = Counted(AtomicU64::new(2_000_000));
        let (mut graph, _) = run_parted(&events, &before, &ids);
        let holders = |graph: &Graph| graph.values.iter().map(|(key, value)| (key.clone(), value.holder)).collect::<Vec<_>>();
        let told = holders(&graph);
        let Some(made) = part(&mut graph, 99, &last, &ids) else { return Ok(()) };
        graph.unpart((made.customer, made.parted), made.plan.home.is_some());
        graph.settle(&ids);
        prop_assert_eq!(told, holders(&graph));
        ids_lead_on(&graph);
    }
}
