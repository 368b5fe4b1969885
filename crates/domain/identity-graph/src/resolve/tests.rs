use proptest::prelude::*;

use super::*;
use crate::kinds::IdentifierKind;
use crate::known::ValueState;

mod graph;
mod law;

use graph::{Event, Graph};

#[test]
fn an_event_without_identifiers_asks_nobody() {
    let mut graph = Graph::default();
    let resolved = graph.take(&Event::default(), 1).unwrap();
    assert_eq!(
        (resolved.customer, resolved.subject, graph.look_ups),
        (None, None, 0)
    );
}

#[test]
fn a_lost_race_is_run_again_three_times_in_all() {
    let event = Event {
        email: 1,
        ..Event::default()
    };
    let mut graph = Graph {
        races: 2,
        ..Graph::default()
    };
    assert!(graph.take(&event, 1).unwrap().is_new);
    assert_eq!(graph.look_ups, 3);
    let mut graph = Graph {
        races: 3,
        ..Graph::default()
    };
    assert!(matches!(
        graph.take(&event, 1),
        Err(ResolveError::Contended)
    ));
    assert!(graph.values.is_empty());
}

#[test]
fn anonymous_becomes_known_with_the_whole_past() {
    let mut graph = Graph::default();
    let visit = Event {
        at: 5,
        browser: 1,
        ..Event::default()
    };
    let anonymous = graph.take(&visit, 1).unwrap();
    assert_eq!(anonymous.customer, None);
    assert_eq!(anonymous.subject.unwrap().kind, IdentifierKind::AnonymousId);
    let known = graph
        .take(
            &Event {
                at: 9,
                email: 1,
                ..visit.clone()
            },
            2,
        )
        .unwrap();
    assert!(known.is_new && known.ownership_changed);
    assert_eq!(graph.take(&visit, 3).unwrap().customer, known.customer);
}

#[test]
fn everybody_whose_time_on_a_browser_changes_is_affected() {
    let mut graph = Graph::default();
    let event = |at, email| Event {
        at,
        browser: 1,
        email,
        ..Event::default()
    };
    let first = graph.take(&event(10, 1), 1).unwrap().customer.unwrap();
    let second = graph.take(&event(20, 2), 2).unwrap();
    assert_eq!(
        second.affected,
        BTreeSet::from([first, second.customer.unwrap()])
    );
    let again = graph.take(&event(15, 1), 3).unwrap();
    assert!(!again.ownership_changed);
    assert_eq!(again.affected, BTreeSet::from([first]));
    let late = graph.take(&event(5, 2), 4).unwrap();
    assert!(late.ownership_changed);
    assert_eq!(late.affected.len(), 2);
}

fn events(phones: u8, contacts: u8) -> impl Strategy<Value = Vec<Event>> {
    let event = (0_i64..30, 0_u8..3, 0_u8..=9, 0..=phones, 0..=contacts).prop_map(
        |(at, browser, email, phone, crm)| Event {
            at,
            browser,
            email,
            phone,
            crm,
            ..Event::default()
        },
    );
    prop::collection::vec(event, 0..30)
}

/// Gives every event a time of its own: at one instant a browser has one owner, and who that is
/// depends on ids, which are made in the order of arrival.
fn at_different_times(mut events: Vec<Event>) -> Vec<Event> {
    for (event, order) in events.iter_mut().zip(0..) {
        event.at = event.at * 100 + order;
    }
    events
}

proptest! {
    #[test]
    fn browsers_do_not_depend_on_the_order_of_arrival(
        (events, shuffled) in events(0, 0)
            .prop_map(at_different_times)
            .prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle()))
    ) {
        let run = |events: &[Event]| {
            let mut graph = Graph::default();
            for (event, number) in events.iter().zip(1..) {
                graph.take(event, number).unwrap();
            }
            graph.browsers()
        };
        prop_assert_eq!(run(&events), run(&shuffled));
    }

    #[test]
    fn the_same_event_twice_changes_nothing_the_second_time(events in events(9, 4)) {
        let mut graph = Graph::default();
        for (event, number) in events.iter().zip(1..) {
            let first = graph.take(event, number).unwrap();
            let before = (graph.values.clone(), graph.visitors.clone());
            let second = graph.take(event, 1_000 + number).unwrap();
            prop_assert_eq!(first.customer, second.customer);
            prop_assert_eq!(&before.0, &graph.values);
            prop_assert_eq!(&before.1, &graph.visitors);
        }
    }

    #[test]
    fn together_is_as_one_after_the_other(
        events in events(9, 4),
        sizes in prop::collection::vec(1_usize..9, 30),
    ) {
        let (mut together, mut single) = (Graph::default(), Graph::default());
        let mut waiting: Vec<(Event, u128)> = events.into_iter().zip(1..).collect();
        for size in sizes {
            let group: Vec<_> = waiting.drain(..size.min(waiting.len())).collect();
            let mut put_off = Vec::new();
            for (event, resolved) in group.iter().zip(together.take_each(&group).unwrap()) {
                match resolved {
                    Some(resolved) => {
                        prop_assert_eq!(resolved, single.take(&event.0, event.1).unwrap());
                    }
                    None => put_off.push(event),
                }
            }
            // Alone, everything can be resolved.
            for (event, number) in put_off {
                let resolved = together.take(event, *number).unwrap();
                prop_assert_eq!(resolved, single.take(event, *number).unwrap());
            }
            prop_assert_eq!(&together.values, &single.values);
            prop_assert_eq!(&together.visitors, &single.visitors);
        }
    }
}

#[test]
fn events_that_have_something_in_common_are_put_off() {
    let event = |browser, email, phone| Event {
        browser,
        email,
        phone,
        ..Event::default()
    };
    let numbered = |events: &[Event]| events.iter().cloned().zip(10..).collect::<Vec<_>>();
    let mut graph = Graph::default();
    graph.take(&event(0, 1, 1), 1).unwrap();
    let taken = |graph: &mut Graph, events: &[Event]| -> Vec<bool> {
        let resolved = graph.take_each(&numbered(events)).unwrap();
        resolved.iter().map(Option::is_some).collect()
    };
    // The same value, the same holder under two values, and a value of one that was put off.
    let events = [
        event(0, 1, 2),
        event(0, 0, 1),
        event(0, 2, 1),
        event(0, 2, 0),
        event(0, 3, 0),
    ];
    assert_eq!(
        taken(&mut graph, &events),
        [true, false, false, false, true]
    );
    // The same browser; one that becomes shared; and nobody at all.
    graph.take(&event(5, 1, 0), 2).unwrap();
    let events = [
        event(4, 4, 0),
        event(4, 5, 0),
        event(5, 6, 0),
        Event::default(),
    ];
    assert_eq!(taken(&mut graph, &events), [true, false, false, true]);
}

#[test]
fn a_group_that_lost_a_race_is_contended() {
    let event = Event {
        email: 1,
        ..Event::default()
    };
    let mut graph = Graph {
        races: 1,
        ..Graph::default()
    };
    let lost = graph.take_each(&[(event, 1)]);
    assert!(matches!(lost, Err(ResolveError::Contended)));
    assert!(graph.values.is_empty());
}
